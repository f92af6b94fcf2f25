"""What a crawl does now, and how it went."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.answers import Asked, answered
from leadline.api.context import Shared
from leadline.api.problems import documented
from leadline.domain.crawls import CrawlId
from leadline.domain.pages import InFlight
from leadline.services.crawls import existing
from leadline.services.export_formats.table import Row
from leadline.services.timelines import timeline
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["crawls"],
    responses=documented(401, 403, 404, 422, 503),
)


class AskedActivity(Asked):
    """How much of it."""

    limit: int = Field(50, ge=1, le=1_000, description="How many pages at most.")


class Fetching(BaseModel):
    """A page that a worker has in hand."""

    id: str
    url: str
    host: str
    worker: str
    for_s: float = Field(description="Since it was handed out.")


class Activity(BaseModel):
    """What workers have in hand."""

    in_progress: int = Field(description="How many pages of the crawl there are, but the root.")
    items: list[Fetching]
    next: None = Field(description="Always null: what is asked for a moment later is another.")


class AskedTimeline(Asked):
    """How much of it."""

    points: int = Field(300, ge=1, le=5_000, description="How many points at most.")


class Point(BaseModel):
    """How far a crawl was at a time."""

    at: str = Field(examples=["2026-11-16T06:30:00.000Z"])
    fetched: int
    pending: int
    in_progress: int
    failed: int
    leads: int
    pages_per_s: float = Field(description="Since the point before.")


class Timeline(BaseModel):
    """How a crawl went."""

    items: list[Point]
    next: None = Field(description="Always null: all of it is there.")


@router.get("/activity", response_model=Activity)
async def show_activity(
    crawl_id: str, context: Shared, asked: Annotated[AskedActivity, Query()]
) -> Response:
    """The pages that workers have in hand now, the longest held first."""
    crawl = await existing(context.reader, CrawlId(crawl_id))
    found = await context.reader.in_flight(crawl.id, asked.limit)
    items = [_row(flight) for flight in found]
    return answered({"in_progress": crawl.figures.fetching, "items": items, "next": None})


@router.get("/timeline", response_model=Timeline)
async def show_timeline(
    crawl_id: str, context: Shared, asked: Annotated[AskedTimeline, Query()]
) -> Response:
    """How far the crawl was, every 10 s in which something was stored, and how far it is now."""

    async def look(store: Reader) -> list[Row]:
        return await timeline(store, await existing(store, CrawlId(crawl_id)), asked.points)

    return answered({"items": await context.scan(look), "next": None})


def _row(flight: InFlight) -> Row:
    return {
        "id": str(flight.page),
        "url": flight.address,
        "host": flight.host,
        "worker": flight.worker,
        "for_s": round(flight.for_s, 3),
    }
