"""The route about the server's version and defaults, which the web page needs."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from leadline import __version__
from leadline.api.context import Shared
from leadline.api.problems import problem_responses

router = APIRouter(
    prefix="/api/v1/about", tags=["health"], responses=problem_responses(401, 403, 503)
)


class Defaults(BaseModel):
    """The options of a crawl that does not set them."""

    max_depth: int = Field(description="The deepest depth that is fetched.")
    concurrency: int
    delay_ms: int
    parallel_per_host: int = Field(
        description="The number of requests that may be open at once on a host with a delay."
    )
    timeout_ms: int
    user_agent: str
    respect_robots: bool


class About(BaseModel):
    """The version, limits and defaults of the server."""

    version: str
    demo_url: str | None = Field(description="The URL of the demo site; null if it is not running.")
    max_pages_limit: int | None = Field(
        description="The largest `max_pages` that a crawl may request; null means no limit."
    )
    defaults: Defaults


@router.get("", summary="Get the version and the defaults of the server")
async def about(context: Shared) -> About:
    """Return the version of the server, its limit of pages, and the default options of crawls."""
    settings = context.settings
    return About(
        version=__version__,
        demo_url=settings.demo_url or None,
        max_pages_limit=settings.max_pages_limit or None,
        defaults=Defaults(
            max_depth=settings.default_max_depth,
            concurrency=settings.default_concurrency,
            delay_ms=settings.rate_limit_min_time_ms,
            parallel_per_host=settings.rate_limit_max_concurrent,
            timeout_ms=settings.timeout_ms,
            user_agent=settings.user_agent,
            respect_robots=settings.respect_robots_txt,
        ),
    )
