"""The hosts of a crawl: how fast each is asked, and why."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline.api.answers import AskedList, answered
from leadline.api.context import Shared
from leadline.api.problems import documented
from leadline.domain.crawls import CrawlId, HostPace
from leadline.services.crawls import existing
from leadline.services.paces import host_row

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}/hosts",
    tags=["pages"],
    responses=documented(401, 403, 404, 422, 503),
)


class AskedHosts(AskedList):
    """Which hosts to list."""

    sort: Literal["name", "busiest"] = Field(
        "name",
        description="`busiest`: those with the most left to do come first, and those with nothing "
        "are left out; such a list has no `next`.",
    )


class Host(BaseModel):
    """A host and its pace."""

    host: str = Field(
        description="With its port when that is not 80 or 443.", examples=["example.com"]
    )
    domain: str = Field(description="The registrable domain.")
    ip: str | None = Field(description="What DNS said; null when it was not asked yet.")
    cname: str | None = Field(description="The end of its chain of aliases.")
    pending: int
    in_progress: int
    gap_s: float = Field(description="Between two requests; 0 is none.", examples=[0.1])
    why: str = Field(
        description="Whose wish that is: `the default`, `--delay-ms` (the crawl's own), "
        "`robots.txt` or `another crawl`.",
        examples=["robots.txt"],
    )
    robots_gap_s: float = Field(description="What robots.txt asks for.")
    rests_for_s: float = Field(description="How long it is left alone from now on.")
    rests_because: str | None = Field(examples=["it asked for that"])
    failures: int = Field(description="How often in a row it could not be reached.")
    failing_for_s: float | None = Field(description="For how long; null when it could be.")


class Hosts(BaseModel):
    """Some hosts."""

    items: list[Host]
    next: str | None = Field(description="Give it as `cursor` to go on; null at the end.")


@router.get("", response_model=Hosts)
async def list_hosts(
    crawl_id: str, context: Shared, asked: Annotated[AskedHosts, Query()]
) -> Response:
    """The hosts that a crawl takes pages from, each with its pace and whose wish that is."""
    crawl = await existing(context.reader, CrawlId(crawl_id))
    found: list[HostPace]
    if asked.sort == "busiest":
        found, after = await context.reader.busiest_hosts(crawl.id, asked.limit), None
    else:
        some = await context.reader.hosts(crawl.id, asked.limit + 1, asked.cursor or "")
        found = some[: asked.limit]
        after = found[-1].host if len(some) > asked.limit else None
    gap_s = context.settings.rate_limit_min_time_ms / 1000
    items = [host_row(host, crawl.options, gap_s) for host in found]
    return answered({"items": items, "next": after})
