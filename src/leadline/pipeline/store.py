"""Step 6: everything about a page as it is written down."""

import hashlib
from dataclasses import astuple

import zstandard

from leadline.domain.addresses import Address
from leadline.domain.documents import Document
from leadline.domain.pages import FoundBy, Lead, NewPage
from leadline.domain.results import Answer, Completed
from leadline.pipeline.fetch import Fetched
from leadline.pipeline.plan import Job
from leadline.pipeline.resolve import new_page

_ID_BITS = (1 << 63) - 1
_compress = zstandard.ZstdCompressor(level=1).compress


def completed(
    job: Job,
    fetched: Fetched,
    document: Document,
    leads: tuple[Lead, ...],
    found: tuple[NewPage, ...],
) -> Completed:
    """The outcome of a page that was fetched and read."""
    response = fetched.response
    digest = hashlib.blake2b(response.body, digest_size=8).digest()
    answer = Answer(
        status=response.status,
        content_type=response.header("content-type") or "",
        size=len(response.body),
        title=document.title,
        truncated=response.truncated,
        parse=document.parse,
        content_hash=int.from_bytes(digest, "big") & _ID_BITS,
        redirected_to=fetched.redirected_to,
        timings=astuple(response.timings),
        ip=response.ip,
    )
    bodies = {}
    if "text" in job.plan.keeps and document.text:
        bodies["text"] = _compress(document.text.encode())
    if "html" in job.plan.keeps and response.body:
        bodies["html"] = _compress(response.body)
    moved = _moved(job, fetched.response.address)
    return Completed(job.task.id, job.token, answer, leads, found, bodies, moved)


def _moved(job: Job, address: Address) -> NewPage | None:
    """Where the root ended, when redirects led it elsewhere."""
    if not job.task.is_root or address == job.task.address:
        return None
    page = job.plan.page_id(address)
    return new_page(page, address, job.plan, depth=0, found_by=FoundBy.ROOT)
