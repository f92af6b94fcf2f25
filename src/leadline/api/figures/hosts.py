"""Routes about the hosts of a crawl: the pace of each, and the reason for it."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.context import Shared
from leadline.api.json_io import ListQuery, json_response
from leadline.api.problems import problem_responses
from leadline.domain.crawls import CrawlId, HostPace
from leadline.services.crawling.crawls import get_crawl
from leadline.services.figures.paces import host_row

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/hosts",
    tags=["pages"],
    responses=problem_responses(401, 403, 404, 422, 503),
)


class HostsQuery(ListQuery):
    """Parameters of the list of hosts."""

    sort: Literal["name", "busiest"] = Field(
        "name",
        description="`busiest` lists the hosts with the most queued pages first, omits hosts "
        "without any, and has no `next`.",
    )


class Host(BaseModel):
    """A host and its pace."""

    host: str = Field(
        description="The name of the host, with its port unless that is 80 or 443.",
        examples=["example.com"],
    )
    domain: str = Field(description="The registrable domain of the host.")
    ip: str | None = Field(
        description="The IP address of the host; null if its name was not resolved yet."
    )
    cname: str | None = Field(description="The last name of its chain of CNAME aliases.")
    pending: int
    in_progress: int
    gap_s: float = Field(
        description="The delay between the starts of two requests, in seconds; 0 means none.",
        examples=[0.1],
    )
    why: str = Field(
        description="The source of the delay: `the default`, `--delay-ms` (an option of this "
        "crawl), `robots.txt` or `another crawl`.",
        examples=["robots.txt"],
    )
    robots_gap_s: float = Field(description="The delay that robots.txt requests, in seconds.")
    rests_for_s: float = Field(description="How many seconds the host gets no request from now on.")
    rests_because: str | None = Field(examples=["it asked for that"])
    failures: int = Field(description="How many times in a row the host could not be reached.")
    failing_for_s: float | None = Field(
        description="For how many seconds the host could not be reached; null if the last request "
        "reached it."
    )


class Hosts(BaseModel):
    """A part of the list of hosts."""

    items: list[Host]
    next: str | None = Field(
        description="Send it as `cursor` to get the next part; null at the end."
    )


@router.get("", summary="List the hosts of a crawl", response_model=Hosts)
async def list_hosts(
    crawl_id: str, context: Shared, query: Annotated[HostsQuery, Query()]
) -> Response:
    """List the hosts of a crawl, each with its pace and what sets it."""
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    found: list[HostPace]
    if query.sort == "busiest":
        found, after = await context.reader.busiest_hosts(crawl.id, query.limit), None
    else:
        some = await context.reader.hosts(crawl.id, query.limit + 1, query.cursor or "")
        found = some[: query.limit]
        after = found[-1].host if len(some) > query.limit else None
    gap_s = context.settings.rate_limit_min_time_ms / 1000
    items = [host_row(host, crawl.options, gap_s) for host in found]
    return json_response({"items": items, "next": after})
