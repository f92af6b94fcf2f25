"""What the pages of a crawl are like, what failed, and what was left out."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline import bootstrap
from leadline.api.answers import JSON, answered
from leadline.api.context import Shared
from leadline.api.crawls.stats_schemas import (
    AskedErrors,
    AskedStats,
    AskedWhy,
    Cuts,
    Errors,
    Explained,
    Statistics,
)
from leadline.api.problems import documented
from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.services.crawls import existing
from leadline.services.cuts import cuts
from leadline.services.explanations import explanation, explanation_row
from leadline.services.export_formats.table import Row
from leadline.services.failures import failures
from leadline.services.statistics import statistics
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["figures"],
    responses=documented(401, 403, 404, 422, 503),
)


@router.get("/stats", response_model=Statistics)
async def show_stats(
    crawl_id: str, context: Shared, asked: Annotated[AskedStats, Query()]
) -> Response:
    """Count all pages, and find those that stand out.

    The root is left out of `total_urls`, `unique_domains` and `max_depth_reached` only. While a
    crawl runs, an answer may be some seconds old: `seq` is the last page that it knows.
    """
    crawl = await existing(context.reader, CrawlId(crawl_id))

    async def count(store: Reader) -> bytes:
        found = await statistics(store, crawl, asked.top, context.indexes.index)
        return msgspec.json.encode(found | {"seq": crawl.seq})

    name = ("stats", crawl.id, asked.top)
    told = await context.memory.answer(name, state_of(crawl), lambda: context.scan(count))
    return Response(told, media_type=JSON)


def state_of(crawl: Crawl) -> tuple[object, ...]:
    """What changes whenever a page does."""
    counts = crawl.counts
    figures = (counts.total, counts.pending, counts.in_progress, counts.cancelled, counts.skipped)
    return crawl.seq, crawl.status, *figures


@router.get("/errors", response_model=Errors)
async def show_errors(
    crawl_id: str, context: Shared, asked: Annotated[AskedErrors, Query()]
) -> Response:
    """Failed pages by the kind of error and the status, the most first, with some of each.

    `…/pages?error=` and `…/pages?status=` list all of them.
    """
    crawl = await existing(context.reader, CrawlId(crawl_id))
    groups = await context.scan(
        lambda store: failures(store, crawl.id, asked.samples, context.indexes)
    )
    total = sum(group["pages"] for group in groups)
    return answered({"pages": total, "items": groups, "next": None})


@router.get("/cuts", response_model=Cuts)
async def show_cuts(crawl_id: str, context: Shared) -> Response:
    """What rules kept from being fetched: how many pages, one of them, and what would let them in.

    Each skipped page is counted once. `…/pages?rule=` lists all of them.
    """
    crawl = await existing(context.reader, CrawlId(crawl_id))
    found = await cuts(context.reader, crawl)
    return answered({"too_deep": crawl.figures.too_deep, "items": found, "next": None})


@router.get("/why", response_model=Explained)
async def show_why(crawl_id: str, context: Shared, asked: Annotated[AskedWhy, Query()]) -> Response:
    """Whether an address was crawled, by which rule if not, and how one gets there.

    It need not be written as it was found. Nothing is fetched: of an address that no page links
    to, you are told which rule would refuse it.
    """
    defaults = bootstrap.defaults(context.settings)

    async def find_path(store: Reader, crawl: Crawl, page: PageId) -> list[PageId]:
        return (await context.indexes.paths(store, crawl)).to(page)

    async def explain(store: Reader) -> Row:
        crawl = await existing(store, CrawlId(crawl_id))
        return explanation_row(await explanation(store, crawl, asked.url, defaults, find_path))

    return answered(await context.scan(explain))
