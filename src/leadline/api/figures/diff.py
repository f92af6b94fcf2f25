"""Routes about the differences between two crawls."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.context import Shared
from leadline.api.figures.stats import state_of
from leadline.api.json_io import JSON, StrictQuery
from leadline.api.problems import problem_responses
from leadline.api.transport.downloads import Download
from leadline.domain.crawls import Crawl, CrawlId
from leadline.domain.json_objects import JsonObject
from leadline.services.crawling.crawls import PREVIOUS, get_crawl, previous_of
from leadline.services.figures.differences import (
    FirstDifferences,
    difference_row,
    differences,
    warnings,
)
from leadline.services.page_records import Reason, State
from leadline.store.reader import Reader

_LINES = "application/x-ndjson"
_SHORT = 8
_MOST = 1_000
_encode = msgspec.json.Encoder().encode

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/diff",
    tags=["figures"],
    responses=problem_responses(401, 403, 404, 422, 429, 503),
)


class DiffQuery(StrictQuery):
    """Parameters of a comparison."""

    with_: str = Field(
        PREVIOUS,
        alias="with",
        max_length=100,
        description="The id of the earlier crawl. `previous` is the last crawl of the same root "
        "before this one.",
    )
    limit: int = Field(
        20, ge=0, le=_MOST, description="The number of pages to list of each kind of difference."
    )
    format: Literal["json", "jsonl"] = Field(
        "json",
        description="`json` returns counts, and the first pages of each kind by address. `jsonl` "
        "returns all differences, one object per line, in no order.",
    )


class Side(BaseModel):
    """A page in one of the two crawls."""

    id: str
    state: State
    fetched: bool = Field(
        description="Whether the page was fetched: its state is COMPLETED, and it answered."
    )
    reason: Reason | None
    status: int | None
    error: str | None
    size: int | None
    redirected_to: str | None


class Difference(BaseModel):
    """A page that differs between the crawls. null means that a crawl does not know the page."""

    change: Literal["new", "gone", "status", "changed", "not_fetched"]
    url: str
    before: Side | None
    after: Side | None


class Changes(BaseModel):
    """The number of pages with each kind of difference."""

    new: int = Field(description="Pages that only the later crawl knows.")
    gone: int = Field(description="Pages that only the earlier crawl knows.")
    status: int = Field(description="Pages with another status or another error.")
    changed: int = Field(description="Pages with the same status and another content.")
    not_fetched: int = Field(
        description="Pages that one of the crawls did not fetch: skipped, too deep, or still "
        "queued. Pages of other sites that only one of the crawls knows are included."
    )
    same: int


class Compared(BaseModel):
    """The differences between two crawls."""

    before: str = Field(description="The id of the earlier crawl.")
    after: str = Field(description="The id of the later crawl.")
    warnings: list[str] = Field(
        description="Sentences about differences that are not changes of the site: a crawl that "
        "is not over or reached a limit, or options that differ."
    )
    counts: Changes
    items: list[Difference] = Field(description="The first pages of each kind, by address.")
    next: None = Field(description="Always null: `format=jsonl` returns all differences.")


@router.get(
    "",
    summary="Compare two crawls",
    response_model=Compared,
    responses={200: {"content": {_LINES: {}}, "model": Compared}},
)
async def compare(crawl_id: str, context: Shared, query: Annotated[DiffQuery, Query()]) -> Response:
    """Compare this crawl with an earlier one: pages that are new, gone or changed.

    A page is the same in both crawls if its URL key is the same. Both crawls are read completely.
    """
    after = await get_crawl(context.reader, CrawlId(crawl_id))
    before = await _earlier(context.reader, after, query.with_)
    if query.format == "jsonl":
        name = f"diff-{before.id[:_SHORT]}-{after.id[:_SHORT]}.jsonl"
        return Download(
            context.downloads.start(lambda kept: _lines(kept, before.id, after.id)), _LINES, name
        )

    async def count(store: Reader) -> _Found:
        return await _compare(store, before, after)

    found = await context.answer_cache.answer(
        ("diff", before.id, after.id),
        (state_of(before), state_of(after)),
        lambda: context.survey(count),
    )
    return Response(_encode(found.as_json(query.limit)), media_type=JSON)


async def _earlier(store: Reader, after: Crawl, name: str) -> Crawl:
    if name == PREVIOUS:
        return await previous_of(store, after)
    return await get_crawl(store, CrawlId(name))


@dataclass(frozen=True, slots=True)
class _Found:
    """A comparison with as many examples as a client may request, each encoded already."""

    before: CrawlId
    after: CrawlId
    warnings: list[str]
    counts: JsonObject
    first: list[list[msgspec.Raw]]

    def as_json(self, limit: int) -> JsonObject:
        """Return the comparison as the API answers it."""
        return {
            "before": self.before,
            "after": self.after,
            "warnings": self.warnings,
            "counts": self.counts,
            "items": [each for first in self.first for each in first[:limit]],
            "next": None,
        }


async def _compare(store: Reader, before: Crawl, after: Crawl) -> _Found:
    found = FirstDifferences(_MOST)
    async for some in differences(store, before.id, after.id):
        found.add(some)
    first = [
        [msgspec.Raw(_encode(difference_row(each))) for each in differing]
        for differing in found.first.values()
    ]
    return _Found(before.id, after.id, warnings(before, after), found.figures, first)


async def _lines(store: Reader, before: CrawlId, after: CrawlId) -> AsyncGenerator[bytes, None]:
    async for some in differences(store, before, after):
        yield b"".join(_encode(difference_row(each)) + b"\n" for each in some.differences)
