"""One page for an answer, and what to take from it once more."""

from fastapi import APIRouter
from fastapi.responses import Response

from leadline.api.answers import JSON, answered
from leadline.api.context import Shared
from leadline.api.idempotency import IdempotencyKey
from leadline.api.problems import documented
from leadline.api.scrapes.options import address_of, forbidden, options_of
from leadline.api.scrapes.schemas import Extraction, ExtractRequest, ScrapedPage, ScrapeRequest
from leadline.domain.artifacts import Artifact
from leadline.domain.documents import Wanted
from leadline.domain.outcomes import Skipped
from leadline.services.extractions import check_selectors, extract_kept
from leadline.services.scrapes import page_data, scraped, start_scrape

router = APIRouter(
    prefix="/api",
    tags=["scrapes and jobs"],
    responses=documented(400, 401, 403, 413, 415, 422, 429, 503),
)


@router.post("/scrape", response_model=ScrapedPage, responses=documented(409, 502, 504))
async def scrape(
    request: ScrapeRequest, context: Shared, idempotency_key: IdempotencyKey = None
) -> Response:
    """Fetch one page and tell what it says. A page that answers 404 is an answer, too.

    403: the guard or robots.txt forbids it. 502: no usable answer came. 504: none came in time.
    """
    options = options_of(request, context.settings)
    address = address_of(request.url)
    asking = context.in_progress.asked(idempotency_key, "/api/scrape", request)
    with context.waiting.for_pages(), asking as asked:
        await check_selectors(context.sandbox, request.selectors)
        crawl = await start_scrape(context.store, address, options, asked)
        page = await scraped(context.store, context.roots, crawl, options.timeout_ms / 1000)
    if isinstance(page, Skipped):
        raise forbidden(page)
    return Response(await page_data(context.reader, crawl, page), media_type=JSON)


@router.post("/extract", response_model=Extraction, responses=documented(404))
async def extract(request: ExtractRequest, context: Shared) -> Response:
    """Take fields from a page that was kept, without asking for it again."""
    artifact = Artifact.parse(request.artifact_id)
    wanted = Wanted(request.selectors, markdown=request.markdown)
    with context.waiting.for_pages():
        found = await extract_kept(context.reader, context.sandbox, artifact, wanted)
    told = {
        "artifactId": request.artifact_id,
        "url": found.url,
        "parse": found.parse,
        "extracted": found.fields,
    }
    return answered(told | ({"markdown": found.markdown} if request.markdown else {}))
