"""Step 6: everything about a page as it is written down."""

import msgspec
import zstandard
from xxhash import xxh3_64_intdigest

from leadline.domain.addresses import Address
from leadline.domain.artifacts import Artifact
from leadline.domain.documents import Document
from leadline.domain.fetching import without_secrets
from leadline.domain.pages import FoundBy, Lead, NewPage, PackedLeads
from leadline.domain.results import Answer, Completed
from leadline.html.encoding import sound
from leadline.html.extract import is_html
from leadline.pipeline.failures import retry_after_s
from leadline.pipeline.fetch import Fetched
from leadline.pipeline.page_data import page_data
from leadline.pipeline.plan import Job
from leadline.pipeline.resolve import new_page
from leadline.store.texts import packed_text

_KEPT_HEADERS = 16 * 1024
_ID_BITS = (1 << 63) - 1
compress = zstandard.ZstdCompressor(level=1).compress


def completed(
    job: Job,
    fetched: Fetched,
    document: Document,
    leads: tuple[Lead, ...] | PackedLeads,
    found: tuple[NewPage, ...],
) -> Completed:
    """The outcome of a page that was fetched and read."""
    kept = _bodies(job, fetched, document)
    moved = _moved(job, fetched.response.address)
    return Completed(job.task.id, answer_of(job, fetched, document), leads, found, kept, moved)


def scraped(job: Job, fetched: Fetched, document: Document) -> Completed:
    """The outcome of a page that was fetched for an answer: the answer is kept with it."""
    data = page_data(job.task.address, fetched, document, job.plan.wanted)
    kept = _bodies(job, fetched, document)
    moved = _moved(job, fetched.response.address)
    if "html" in kept:
        data["artifactId"] = str(Artifact(job.plan.crawl, moved.id if moved else job.task.id))
    kept["result"] = compress(msgspec.json.encode(data))
    return Completed(
        job.task.id,
        answer_of(job, fetched, document),
        bodies=kept,
        moved_to=moved,
        host_wait_s=retry_after_s(fetched.response),
    )


def answer_of(job: Job, fetched: Fetched, document: Document) -> Answer:
    """What is kept of a response."""
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
        ended_at=None if response.address == job.task.address else response.address,
    )


def _bodies(job: Job, fetched: Fetched, document: Document) -> dict[str, bytes]:
    """What is kept of a page; of an external one nothing."""
    if job.is_external:
        return {}
    response = fetched.response
    bodies = {"headers": compress(without_secrets(response.raw_headers[:_KEPT_HEADERS]))}
    if "text" in job.plan.keeps and (text := _text(document)):
        bodies["text"] = text
    if "html" in job.plan.keeps and is_html(response.header("content-type") or "", response.body):
        bodies["html"] = compress(response.body)
    return bodies


def _text(document: Document) -> bytes | None:
    about = document.metadata
    return packed_text(sound(document.utf8), about.description, about.keywords)


def _moved(job: Job, address: Address) -> NewPage | None:
    """Where the root ended, when redirects led it elsewhere."""
    if not job.task.is_root or address == job.task.address:
        return None
    page = job.plan.page_id(address)
    return new_page(page, address, job.plan, depth=0, found_by=FoundBy.ROOT)
