"""A crawl as a file."""

from collections.abc import AsyncGenerator
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from leadline.api.context import Shared
from leadline.api.crawls.filters import AskedFilter, filter_of
from leadline.api.problems import documented
from leadline.api.streaming import Stream
from leadline.domain.crawls import CrawlId
from leadline.services.exports import ExportOptions, Format, What, open_export
from leadline.store.reader import Reader

_SHORT = 8
_GZIP = "application/gzip"
_TYPES = {
    Format.JSONL: "application/x-ndjson",
    Format.CSV: "text/csv; charset=utf-8",
    Format.GRAPHML: "application/graphml+xml",
    Format.GEXF: "application/gexf+xml",
    Format.PARQUET: "application/vnd.apache.parquet",
}
_DOCUMENTED = {
    "description": "The file, sent while it is read",
    "content": {name: {} for name in (*_TYPES.values(), _GZIP)},
}

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/export",
    tags=["figures"],
    responses=documented(401, 403, 404, 422, 429, 503),
)


class AskedExport(AskedFilter):
    """An export. Filters choose pages, and go with `what=pages` only."""

    format: Literal["jsonl", "csv", "graphml", "gexf", "parquet"] = Field(
        "jsonl", description="`graphml` and `gexf` are of the graph, the others are tables."
    )
    what: Literal["pages", "leads", "graph"] | None = Field(
        None, description="By default the graph if the format can have it, else pages."
    )
    text: bool = Field(default=False, description="Pages with their texts.")
    gzip: bool = Field(default=False, description="As a file compressed by gzip.")
    # It was taken at the door.
    ticket: str | None = Field(
        None, max_length=100, description="In place of a key, for browsers that save the file."
    )


@router.get("", response_class=Response, responses={200: _DOCUMENTED})
async def export(
    crawl_id: str, context: Shared, asked: Annotated[AskedExport, Query()]
) -> Response:
    """All pages or leads of a crawl, or its graph, as a file.

    It is read as fast as you take it. A file that breaks off, because the crawl was deleted
    meanwhile, ends without the end of its transfer: your client says so.
    """
    what = What(asked.what) if asked.what else None
    options = ExportOptions(
        Format(asked.format), what, asked.text, asked.gzip, wanted=filter_of(asked)
    )
    # What is wrong is told before the first byte.
    await open_export(context.reader, CrawlId(crawl_id), options)

    async def chunks(store: Reader) -> AsyncGenerator[bytes, None]:
        async for chunk in await open_export(store, CrawlId(crawl_id), options):
            yield chunk

    name = f"crawl-{crawl_id[:_SHORT]}-{options.subject}.{options.format}"
    if options.gzip:
        return Stream(context.streams.stream(chunks), _GZIP, f"{name}.gz")
    return Stream(context.streams.stream(chunks), _TYPES[options.format], name)
