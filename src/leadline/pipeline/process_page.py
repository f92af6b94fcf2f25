"""One page, six steps: read this first.

    Task ─normalize→ Address ─fetch→ Response ─extract→ Document
         ─dedupe→ new links ─resolve→ pages and leads ─store→ Outcome

Refusal is a value, failure an outcome; an exception is a bug. A sitemap is fetched like any page,
and then read in a way of its own; an external page is not read at all.
"""

from leadline.domain.documents import Document, Source
from leadline.domain.errors import FetchError, TurnOver
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import PageKind
from leadline.domain.results import Outcome, Refused
from leadline.pipeline.dedupe import dedupe
from leadline.pipeline.extract import extract
from leadline.pipeline.failures import failed, failed_by_status, postponed
from leadline.pipeline.fetch import Fetched, fetch
from leadline.pipeline.nofollow import marked
from leadline.pipeline.normalize import normalize
from leadline.pipeline.plan import Job, rerooted
from leadline.pipeline.redirects import redirected
from leadline.pipeline.resolve import resolve
from leadline.pipeline.sitemaps import first_sitemaps, read_sitemap
from leadline.pipeline.store import completed, scraped
from leadline.pipeline.tools import Tools


async def process_page(job: Job, tools: Tools) -> Outcome:
    """Work on one page from beginning to end."""
    address = normalize(job)
    if isinstance(address, Skipped):
        return Refused(job.task.id, address.reason, address.rule, address.detail)
    try:
        fetched = await fetch(job, address, tools)
    except FetchError as error:
        return failed(job, error)
    except TurnOver as over:
        return postponed(job, over)
    if isinstance(fetched, Skipped):
        return Refused(job.task.id, fetched.reason, fetched.rule, fetched.detail)
    return failed_by_status(job, fetched) or await _read(job, fetched, tools)


async def _read(job: Job, fetched: Fetched, tools: Tools) -> Outcome:
    if job.task.kind is PageKind.SITEMAP:
        return await read_sitemap(job, fetched, tools)
    response = fetched.response
    if fetched.redirected_to is not None:
        return redirected(job, fetched)
    if job.is_external:
        return completed(job, fetched, Document(), (), ())
    if job.task.is_root:
        job = rerooted(job, response.address)
    source = Source(response.body, response.header("content-type") or "", response.address)
    document = await extract(source, job.plan.wanted, tools.sandbox)
    if job.plan.is_scrape:
        return scraped(job, fetched, document)
    page = job.page_at(response.address)
    links = marked(document, response, job.plan)
    leads, unknown = dedupe(links, page, job.plan, tools.known_of(job.plan))
    found = (*await resolve(unknown, response.address, job), *await first_sitemaps(job, tools))
    return completed(job, fetched, document, leads, found)
