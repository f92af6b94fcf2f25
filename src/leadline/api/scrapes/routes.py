"""Routes that scrape one page, and extract fields from a kept page."""

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import Response

from leadline.api.context import Shared
from leadline.api.json_io import JSON, json_response
from leadline.api.problems import problem_responses, refusal_problem
from leadline.api.scrapes.options import address_of, options_of
from leadline.api.scrapes.schemas import Extraction, ExtractRequest, ScrapedPage, ScrapeRequest
from leadline.api.server.idempotency import IdempotencyKey
from leadline.domain.artifacts import Artifact
from leadline.domain.crawl_options import Face
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Wanted
from leadline.services.scraping.extractions import check_selectors, extract_kept
from leadline.services.scraping.scrapes import start_scrape, stored_page_data, wait_for_scrape

router = APIRouter(
    prefix="/api",
    tags=["scrapes and jobs"],
    responses=problem_responses(400, 401, 403, 413, 415, 422, 429, 503),
)


@router.post(
    "/scrape",
    summary="Scrape a page",
    response_model=ScrapedPage,
    responses=problem_responses(409, 502, 504),
)
async def scrape(
    request: ScrapeRequest, context: Shared, idempotency_key: IdempotencyKey = None
) -> Response:
    """Fetch one page and return its content. A page that answers 404 is a result, too.

    Status 403 means that the guard refuses the address or robots.txt disallows it, 502 that no
    usable answer came, and 504 that no answer came in time.
    """
    options = options_of(request, context.settings)
    address = address_of(request.url)
    holding = context.in_progress.hold(idempotency_key, "/api/scrape", request)
    with context.waiting_pages.for_pages(), holding as repeatable:
        await check_selectors(context.sandbox, request.selectors)
        crawl = await start_scrape(context.store, address, options, repeatable)
        page = await wait_for_scrape(
            context.store, context.root_waiter, crawl, options.timeout_ms / 1000
        )
    if isinstance(page, Skipped):
        raise refusal_problem(HTTPStatus.FORBIDDEN, page, Face.JOB_API, address)
    return Response(await stored_page_data(context.reader, crawl, page), media_type=JSON)


@router.post(
    "/extract",
    summary="Extract fields from a kept page",
    response_model=Extraction,
    responses=problem_responses(404),
)
async def extract(request: ExtractRequest, context: Shared) -> Response:
    """Extract fields from a kept page, without fetching it again."""
    artifact = Artifact.parse(request.artifact_id)
    wanted = Wanted(request.selectors, markdown=request.markdown)
    with context.waiting_pages.for_pages():
        found = await extract_kept(context.reader, context.sandbox, artifact, wanted)
    told = {
        "artifactId": request.artifact_id,
        "url": found.url,
        "parse": found.parse,
        "extracted": found.fields,
    }
    return json_response(told | ({"markdown": found.markdown} if request.markdown else {}))
