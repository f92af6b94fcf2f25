"""Fields of a page that a crawl keeps, without asking for it again."""

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.answers import answered
from leadline.api.context import Shared
from leadline.api.crawls.pages import not_kept
from leadline.api.crawls.schemas import Strict
from leadline.api.problems import documented
from leadline.api.scrapes.schemas import Extracted, Selectors
from leadline.domain.artifacts import Artifact
from leadline.domain.crawls import CrawlId
from leadline.domain.documents import Wanted
from leadline.domain.errors import UnknownArtifact
from leadline.services.extractions import extract_kept
from leadline.services.pages import existing_page

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/pages/{page_id}/extract",
    tags=["pages"],
    responses=documented(400, 401, 403, 404, 413, 415, 422, 429, 503),
)


class ExtractRequest(Strict):
    """What to take from the page."""

    selectors: Selectors = Field(description="CSS selectors by the names of their fields.")
    markdown: bool = Field(default=False, description="The main content as Markdown, too.")


class PageFields(BaseModel):
    """What the page has."""

    id: str
    url: str
    parse: str | None = Field(description='"gave up" when it took too long to read.')
    extracted: Extracted
    markdown: str | None = Field(description="Only with `markdown`, else null.")


@router.post("", response_model=PageFields)
async def extract(
    crawl_id: str, page_id: str, request: ExtractRequest, context: Shared
) -> Response:
    """Take fields from a page whose HTML the crawl keeps (`keep: ["html"]`). Nothing is fetched."""
    crawl = CrawlId(crawl_id)
    page = await existing_page(context.reader, crawl, page_id)
    wanted = Wanted(request.selectors, markdown=request.markdown)
    try:
        with context.waiting.for_pages():
            artifact = Artifact(crawl, page.id)
            found = await extract_kept(context.reader, context.sandbox, artifact, wanted)
    except UnknownArtifact as exc:
        raise not_kept() from exc
    told = {"id": str(page.id), "url": found.url, "parse": found.parse, "extracted": found.fields}
    return answered(told | {"markdown": found.markdown})
