"""Exports: a crawl as a file."""

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from leadline.api.context import Shared
from leadline.api.json_io import one_of
from leadline.api.pages.filters import FilterQuery, filter_of
from leadline.api.problems import problem_responses
from leadline.api.transport.downloads import Download
from leadline.domain.crawls import CrawlId
from leadline.services.exports.export import ExportOptions, Format, What, open_export
from leadline.services.exports.rows import PIECES
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
    "description": "The file, which is sent while the crawl is read",
    "content": {name: {} for name in (*_TYPES.values(), _GZIP)},
}

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/export",
    tags=["figures"],
    responses=problem_responses(401, 403, 404, 422, 429, 503),
)


class ExportQuery(FilterQuery):
    """Parameters of an export. Filters choose pages, and need `what=pages`."""

    format: Annotated[str, one_of(Format)] = Field(
        "jsonl",
        description="The format of the file. `graphml` and `gexf` hold the graph; the others hold "
        "tables.",
    )
    what: Annotated[str, one_of(What)] | None = Field(
        None,
        description="The content of the file. The default is `graph` for graph formats, and else "
        "`pages`.",
    )
    meta: bool = Field(
        default=False, description="Add the description and the keywords of each page."
    )
    text: bool = Field(default=False, description="Add the text of each page.")
    html: bool = Field(
        default=False, description="Add the HTML of each page. The crawl must have kept it."
    )
    gzip: bool = Field(default=False, description="Compress the file with gzip.")
    # Admission has taken the ticket; this documents it.
    ticket: str | None = Field(
        None,
        max_length=100,
        description="A ticket in place of an API key, for browsers that save the file.",
    )


@router.get("", summary="Export a crawl", response_class=Response, responses={200: _DOCUMENTED})
async def export(
    crawl_id: str, context: Shared, query: Annotated[ExportQuery, Query()]
) -> Response:
    """Send all pages, all leads or the graph of a crawl as a file.

    The file is read as fast as the client receives it. If the crawl is deleted meanwhile, the
    transfer breaks off, and HTTP clients report an incomplete answer.
    """
    options = ExportOptions(
        Format(query.format),
        What(query.what) if query.what else None,
        tuple(piece for piece in PIECES if getattr(query, piece)),
        gzip=query.gzip,
        wanted=filter_of(query),
    )
    # Report an invalid request before the first byte.
    await open_export(context.reader, CrawlId(crawl_id), options)

    async def chunks(store: Reader) -> AsyncGenerator[bytes, None]:
        async for chunk in await open_export(store, CrawlId(crawl_id), options):
            yield chunk

    name = f"crawl-{crawl_id[:_SHORT]}-{options.subject}.{options.format}"
    if options.gzip:
        return Download(context.downloads.start(chunks), _GZIP, f"{name}.gz")
    return Download(context.downloads.start(chunks), _TYPES[options.format], name)
