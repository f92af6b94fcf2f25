"""One page, six steps: read this first.

    PageWork ─recheck→ Address ─fetch→ Response ─extract→ Document
         ─match_links→ unknown links ─judge_links→ pages ─build_outcome→ Outcome

The specification calls these steps normalize, fetch, extract, dedupe, resolve and store.

Every end of a page is an outcome. A rule that skips a page and a turn that is over are values;
a request that fails is a FetchError, raised by step 2 and caught here. StoreUnavailable passes
through; any other exception is a bug. A sitemap is fetched like any page, and then read in a way of
its own; an external page is not read at all.
"""

from leadline.domain.errors import FetchError
from leadline.domain.outcomes import Outcome, SkippedPage
from leadline.domain.pages import PageKind
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Document, Source
from leadline.pipeline.nofollow import mark_nofollow
from leadline.pipeline.plan import PageWork, with_root
from leadline.pipeline.redirects import build_redirect_outcome
from leadline.pipeline.sitemaps import first_sitemaps, read_sitemap
from leadline.pipeline.steps.extract import extract
from leadline.pipeline.steps.failures import judge_error, judge_status, postpone
from leadline.pipeline.steps.fetch import Fetched, Postponed, fetch
from leadline.pipeline.steps.judge_links import judge_links
from leadline.pipeline.steps.match_links import match_links
from leadline.pipeline.steps.outcome import build_outcome, build_scrape_outcome
from leadline.pipeline.steps.recheck import recheck
from leadline.pipeline.tools import Tools


async def process_page(work: PageWork, tools: Tools) -> Outcome:
    """Work on one page from beginning to end. Raises StoreUnavailable."""
    address = recheck(work)
    if isinstance(address, Skipped):
        return SkippedPage(work.task.id, address.reason, address.rule, address.detail)
    try:
        fetched = await fetch(work, address, tools)
    except FetchError as error:
        return judge_error(work, error)
    if isinstance(fetched, Postponed):
        return postpone(work, fetched)
    if isinstance(fetched, Skipped):
        return SkippedPage(work.task.id, fetched.reason, fetched.rule, fetched.detail)
    return judge_status(work, fetched) or await _read(work, fetched, tools)


async def _read(work: PageWork, fetched: Fetched, tools: Tools) -> Outcome:
    if work.task.kind is PageKind.SITEMAP:
        return await read_sitemap(work, fetched, tools)
    response = fetched.response
    if fetched.redirected_to is not None:
        return build_redirect_outcome(work, fetched)
    if work.is_external:
        return build_outcome(work, fetched, Document(), (), ())
    if work.task.is_root:
        work = with_root(work, response.address)
    source = Source(response.body, response.header("content-type") or "", response.address)
    document = await extract(source, work.plan.wanted, tools.sandbox)
    if work.plan.is_scrape:
        return build_scrape_outcome(work, fetched, document)
    page = work.page_at(response.address)
    links = mark_nofollow(document, response, work.plan)
    leads, unknown = match_links(links, page, work.plan, tools.known_of(work.plan))
    found = (
        *await judge_links(unknown, response.address, work),
        *await first_sitemaps(work, tools),
    )
    return build_outcome(work, fetched, document, leads, found)
