"""Routes that extract fields from kept pages, without fetching them again."""

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.context import Shared
from leadline.api.crawls.schemas import Strict
from leadline.api.json_io import json_response
from leadline.api.pages.routes import not_kept_problem
from leadline.api.problems import problem_responses
from leadline.api.scrapes.schemas import Extracted, Selectors
from leadline.domain.artifacts import Artifact
from leadline.domain.crawls import CrawlId
from leadline.domain.errors import UnknownArtifact
from leadline.domain.web.documents import Wanted
from leadline.services.pages.listing import get_page
from leadline.services.scraping.extractions import extract_kept

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/pages/{page_id}/extract",
    tags=["pages"],
    responses=problem_responses(400, 401, 403, 404, 413, 415, 422, 429, 503),
)


class ExtractRequest(Strict):
    """Fields to extract from a page."""

    selectors: Selectors = Field(description="CSS selectors, by the names of their fields.")
    markdown: bool = Field(default=False, description="Return the main content as Markdown, too.")


class PageFields(BaseModel):
    """The fields of a page."""

    id: str
    url: str
    parse: str | None = Field(description="`gave up` if the page took too long to read, else null.")
    extracted: Extracted
    markdown: str | None = Field(
        description="The main content as Markdown. null without `markdown` in the request."
    )


@router.post("", summary="Extract fields from a page of a crawl", response_model=PageFields)
async def extract(
    crawl_id: str, page_id: str, request: ExtractRequest, context: Shared
) -> Response:
    """Extract fields from a page whose HTML the crawl keeps (`keep: ["html"]`).

    Nothing is fetched.
    """
    crawl = CrawlId(crawl_id)
    page = await get_page(context.reader, crawl, page_id)
    wanted = Wanted(request.selectors, markdown=request.markdown)
    try:
        with context.waiting_pages.for_pages():
            artifact = Artifact(crawl, page.id)
            found = await extract_kept(context.reader, context.sandbox, artifact, wanted)
    except UnknownArtifact as exc:
        raise not_kept_problem() from exc
    told = {"id": str(page.id), "url": found.url, "parse": found.parse, "extracted": found.fields}
    return json_response(told | {"markdown": found.markdown})
