"""Routes about the statistics of a crawl, failed pages, skipped pages and single addresses."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline import bootstrap
from leadline.api.context import Shared
from leadline.api.figures.schemas import (
    MOST_EXAMPLES,
    Cuts,
    Errors,
    ErrorsQuery,
    Explained,
    Statistics,
    StatsQuery,
    WhyQuery,
)
from leadline.api.json_io import json_response
from leadline.api.problems import problem_responses
from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.domain.json_objects import JsonObject
from leadline.services.crawling.crawls import get_crawl
from leadline.services.figures.failures import failures
from leadline.services.figures.skips import skip_groups
from leadline.services.figures.statistics import statistics, with_fewer_examples
from leadline.services.pages.explanations import explanation, explanation_row
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["figures"],
    responses=problem_responses(401, 403, 404, 422, 429, 503),
)


@router.get("/stats", summary="Get the statistics of a crawl", response_model=Statistics)
async def show_stats(
    crawl_id: str, context: Shared, query: Annotated[StatsQuery, Query()]
) -> Response:
    """Count all pages, and list pages that stand out.

    Only `total_urls`, `unique_domains` and `max_depth_reached` exclude the root. While a crawl
    runs, an answer may be some seconds old: `seq` is the last page that it includes.
    """
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))

    async def count(store: Reader) -> JsonObject:
        found = await statistics(store, crawl, MOST_EXAMPLES, context.indexes.index)
        return found | {"seq": crawl.seq}

    name = ("stats", crawl.id)
    found = await context.answer_cache.answer(name, state_of(crawl), lambda: context.survey(count))
    return json_response(with_fewer_examples(found, query.top))


def state_of(crawl: Crawl) -> tuple[object, ...]:
    """Return a value that changes whenever a page of the crawl changes."""
    counts = crawl.counts
    figures = (counts.total, counts.pending, counts.in_progress, counts.cancelled, counts.skipped)
    return crawl.seq, crawl.status, *figures


@router.get("/errors", summary="List errors by kind", response_model=Errors)
async def show_errors(
    crawl_id: str, context: Shared, query: Annotated[ErrorsQuery, Query()]
) -> Response:
    """Group failed pages by kind of error and status, the largest groups first.

    `…/pages?error=` and `…/pages?status=` list all pages of a group.
    """
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    groups = await context.scan(
        lambda store: failures(store, crawl.id, query.samples, context.indexes)
    )
    total = sum(group["pages"] for group in groups)
    return json_response({"pages": total, "items": groups, "next": None})


@router.get("/cuts", summary="List skipped pages by rule", response_model=Cuts)
async def show_cuts(crawl_id: str, context: Shared) -> Response:
    """Group skipped pages by rule, with the option that lifts the rule and one example.

    Each skipped page is counted once. `…/pages?rule=` lists all pages of a rule.
    """
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    found = await skip_groups(context.reader, crawl)
    return json_response({"too_deep": crawl.figures.too_deep, "items": found, "next": None})


@router.get("/why", summary="Explain what happened to an address", response_model=Explained)
async def show_why(crawl_id: str, context: Shared, query: Annotated[WhyQuery, Query()]) -> Response:
    """Explain whether an address was crawled, which rule skipped it if not, and the path to it.

    The address may be written in another way than on the page that links to it. Nothing is fetched:
    for an address that the crawl does not know, the answer names the rule that would skip it.
    """
    defaults = bootstrap.defaults(context.settings)

    async def find_path(store: Reader, crawl: Crawl, page: PageId) -> list[PageId]:
        return (await context.indexes.paths(store, crawl)).to(page)

    async def explain(store: Reader) -> JsonObject:
        crawl = await get_crawl(store, CrawlId(crawl_id))
        return explanation_row(await explanation(store, crawl, query.url, defaults, find_path))

    return json_response(await context.scan(explain))
