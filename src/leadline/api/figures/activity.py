"""Routes about the pages that are being fetched, and the timeline of a crawl."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.context import Shared
from leadline.api.json_io import StrictQuery, json_response
from leadline.api.problems import problem_responses
from leadline.domain.crawls import CrawlId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import InFlight
from leadline.services.crawling.crawls import get_crawl
from leadline.services.figures.timelines import timeline
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["crawls"],
    responses=problem_responses(401, 403, 404, 422, 429, 503),
)


class ActivityQuery(StrictQuery):
    """Parameters of the list of pages that are being fetched."""

    limit: int = Field(50, ge=1, le=1_000, description="The largest number of pages to return.")


class Fetching(BaseModel):
    """A page that a worker is fetching."""

    id: str
    url: str
    host: str
    worker: str
    for_s: float = Field(description="Seconds since a worker claimed the page.")


class Activity(BaseModel):
    """The pages that workers are fetching."""

    in_progress: int = Field(description="The number of pages that are being fetched.")
    items: list[Fetching]
    next: None = Field(description="Always null: the list is complete.")


class TimelineQuery(StrictQuery):
    """Parameters of the timeline."""

    points: int = Field(300, ge=1, le=5_000, description="The largest number of points to return.")


class Point(BaseModel):
    """The figures of a crawl at one time."""

    at: str = Field(examples=["2026-11-16T06:30:00.000Z"])
    fetched: int
    pending: int
    in_progress: int
    failed: int
    leads: int
    pages_per_s: float = Field(
        description="Fetched pages per second since the last point that is at least a second older."
    )


class Timeline(BaseModel):
    """The figures of a crawl over time."""

    items: list[Point]
    next: None = Field(description="Always null: the list is complete.")


@router.get("/activity", summary="List the pages that are being fetched", response_model=Activity)
async def show_activity(
    crawl_id: str, context: Shared, query: Annotated[ActivityQuery, Query()]
) -> Response:
    """List the pages that workers are fetching now, those that take longest first."""
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    found = await context.reader.in_flight(crawl.id, query.limit)
    items = [_row(flight) for flight in found]
    return json_response({"in_progress": crawl.figures.fetching, "items": items, "next": None})


@router.get("/timeline", summary="Get the timeline of a crawl", response_model=Timeline)
async def show_timeline(
    crawl_id: str, context: Shared, query: Annotated[TimelineQuery, Query()]
) -> Response:
    """Return the figures for every 10 s in which something was stored, and for now."""

    async def look(store: Reader) -> list[JsonObject]:
        return await timeline(store, await get_crawl(store, CrawlId(crawl_id)), query.points)

    return json_response({"items": await context.scan(look), "next": None})


def _row(flight: InFlight) -> JsonObject:
    return {
        "id": str(flight.page),
        "url": flight.address,
        "host": flight.host,
        "worker": flight.worker,
        "for_s": round(flight.for_s, 3),
    }
