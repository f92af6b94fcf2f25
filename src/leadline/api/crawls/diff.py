"""What changed from one crawl to another."""

from collections.abc import AsyncGenerator
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.answers import JSON, Asked
from leadline.api.context import Shared
from leadline.api.crawls.filters import Reason
from leadline.api.crawls.page_schemas import State
from leadline.api.crawls.stats import state_of
from leadline.api.problems import documented
from leadline.api.streaming import Stream
from leadline.domain.crawls import Crawl, CrawlId
from leadline.services.crawls import PREVIOUS, existing, previous_of
from leadline.services.differences import (
    FirstDifferences,
    difference_row,
    differences,
    warnings,
)
from leadline.store.reader import Reader

_LINES = "application/x-ndjson"
_SHORT = 8
_encode = msgspec.json.Encoder().encode

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/diff",
    tags=["figures"],
    responses=documented(401, 403, 404, 422, 429, 503),
)


class AskedDiff(Asked):
    """What to compare with, and how to tell it."""

    with_: str = Field(
        PREVIOUS,
        alias="with",
        max_length=100,
        description="The id of the earlier crawl; `previous` is the one of the same root before.",
    )
    limit: int = Field(20, ge=0, le=1_000, description="How many of each kind to list.")
    format: Literal["json", "jsonl"] = Field(
        "json",
        description="`json`: counts, and the first of each kind by address; `jsonl`: all "
        "differences, an object a line, in no order.",
    )


class Side(BaseModel):
    """A page as one of the crawls has it."""

    id: str
    state: State
    fetched: bool = Field(description="Whether it is COMPLETED with an answer.")
    reason: Reason | None
    status: int | None
    error: str | None
    size: int | None
    redirected_to: str | None


class Difference(BaseModel):
    """A page that is not the same in both crawls; null where it is not known."""

    change: Literal["new", "gone", "status", "changed", "not_fetched"]
    url: str
    before: Side | None
    after: Side | None


class Changes(BaseModel):
    """How many pages differ in which way."""

    new: int = Field(description="Only the later crawl knows them.")
    gone: int = Field(description="Only the earlier crawl knows them.")
    status: int = Field(description="Another status, or another error.")
    changed: int = Field(description="The same status with another content.")
    not_fetched: int = Field(
        description="Not fetched in one of them: skipped, too deep, or not yet. Pages of other "
        "sites that only one of them knows are among these."
    )
    same: int


class Compared(BaseModel):
    """What changed."""

    before: str = Field(description="The id of the earlier crawl.")
    after: str = Field(description="The id of the later crawl.")
    warnings: list[str] = Field(
        description="Sentences that explain differences which are not changes of the site: a "
        "crawl that is not over or was cut by a limit, options that differ."
    )
    counts: Changes
    items: list[Difference] = Field(description="The first of each kind, by address.")
    next: None = Field(description="Always null: `format=jsonl` has all of them.")


@router.get(
    "", response_model=Compared, responses={200: {"content": {_LINES: {}}, "model": Compared}}
)
async def compare(crawl_id: str, context: Shared, asked: Annotated[AskedDiff, Query()]) -> Response:
    """Compare this crawl with an earlier one: pages that are new, gone or changed.

    Pages are the same when their keys are. Both crawls are read whole.
    """
    after = await existing(context.reader, CrawlId(crawl_id))
    before = await _earlier(context.reader, after, asked.with_)
    if asked.format == "jsonl":
        name = f"diff-{before.id[:_SHORT]}-{after.id[:_SHORT]}.jsonl"
        return Stream(
            context.streams.stream(lambda kept: _lines(kept, before.id, after.id)), _LINES, name
        )

    async def count(store: Reader) -> bytes:
        return await _compared(store, before, after, asked.limit)

    told = await context.memory.answer(
        ("diff", before.id, after.id, asked.limit),
        (state_of(before), state_of(after)),
        lambda: context.scan(count),
    )
    return Response(told, media_type=JSON)


async def _earlier(store: Reader, after: Crawl, name: str) -> Crawl:
    if name == PREVIOUS:
        return await previous_of(store, after)
    return await existing(store, CrawlId(name))


async def _compared(store: Reader, before: Crawl, after: Crawl, limit: int) -> bytes:
    found = FirstDifferences(limit)
    async for some in differences(store, before.id, after.id):
        found.add(some)
    told = {
        "before": before.id,
        "after": after.id,
        "warnings": warnings(before, after),
        "counts": found.figures,
        "items": [difference_row(each) for first in found.first.values() for each in first],
        "next": None,
    }
    return _encode(told)


async def _lines(store: Reader, before: CrawlId, after: CrawlId) -> AsyncGenerator[bytes, None]:
    async for some in differences(store, before, after):
        yield b"".join(_encode(difference_row(each)) + b"\n" for each in some.differences)
