"""Step 6: the outcome of a page, with everything that is stored of it."""

import msgspec
from xxhash import xxh3_64_intdigest

from leadline.domain.addresses import Address
from leadline.domain.artifacts import Artifact
from leadline.domain.outcomes import Completed
from leadline.domain.pages import Answer, FoundBy, Lead, NewPage, PackedLeads
from leadline.domain.web.documents import Document
from leadline.domain.web.fetching import without_secrets
from leadline.html.encoding import sound
from leadline.html.extract import is_html
from leadline.pipeline.plan import PageWork
from leadline.pipeline.steps.failures import retry_after_s
from leadline.pipeline.steps.fetch import Fetched
from leadline.pipeline.steps.judge_links import new_page
from leadline.pipeline.steps.page_data import page_data
from leadline.store.pieces import packed_piece
from leadline.store.texts import packed_text

_KEPT_HEADERS = 16 * 1024
_ID_BITS = (1 << 63) - 1


def build_outcome(
    work: PageWork,
    fetched: Fetched,
    document: Document,
    leads: tuple[Lead, ...] | PackedLeads,
    found: tuple[NewPage, ...],
) -> Completed:
    """Return the outcome of a page that was fetched and read."""
    kept = _bodies(work, fetched, document)
    moved = _moved_root(work, fetched.response.address)
    return Completed(work.task.id, answer_of(work, fetched, document), leads, found, kept, moved)


def build_scrape_outcome(work: PageWork, fetched: Fetched, document: Document) -> Completed:
    """Return the outcome of a scraped page, with the answer for its client."""
    data = page_data(work.task.address, fetched, document, work.plan.wanted)
    kept = _bodies(work, fetched, document)
    moved = _moved_root(work, fetched.response.address)
    if "html" in kept:
        data["artifactId"] = str(Artifact(work.plan.crawl, moved.id if moved else work.task.id))
    kept["result"] = packed_piece(msgspec.json.encode(data))
    return Completed(
        work.task.id,
        answer_of(work, fetched, document),
        bodies=kept,
        moved_to=moved,
        host_wait_s=retry_after_s(fetched.response),
    )


def answer_of(work: PageWork, fetched: Fetched, document: Document) -> Answer:
    """Return the facts that are stored of a response."""
    response = fetched.response
    return Answer(
        status=response.status,
        content_type=response.header("content-type") or "",
        size=len(response.body),
        title=document.title,
        truncated=response.truncated,
        parse=document.parse,
        content_hash=xxh3_64_intdigest(response.body) & _ID_BITS,
        redirected_to=fetched.redirected_to,
        timings=response.timings,
        ip=response.ip,
        ended_at=None if response.address == work.task.address else response.address,
    )


def _bodies(work: PageWork, fetched: Fetched, document: Document) -> dict[str, bytes]:
    """Return the bodies that are kept of a page; none of an external one."""
    if work.is_external:
        return {}
    response, keeps = fetched.response, work.plan.options.keeps
    bodies = {"headers": packed_piece(without_secrets(response.raw_headers[:_KEPT_HEADERS]))}
    if "text" in keeps and (text := _text(document)):
        bodies["text"] = text
    if "html" in keeps and is_html(response.header("content-type") or "", response.body):
        bodies["html"] = packed_piece(response.body)
    return bodies


def _text(document: Document) -> bytes | None:
    about = document.metadata
    return packed_text(sound(document.utf8), about.description, about.keywords)


def _moved_root(work: PageWork, address: Address) -> NewPage | None:
    """Return the page at which a root ended, if redirects led it to another address."""
    if not work.task.is_root or address == work.task.address:
        return None
    page = work.plan.page_id(address)
    return new_page(page, address, work.plan, depth=0, found_by=FoundBy.ROOT)
