"""What the server is and does where it is not told otherwise, for who asks it: the web page."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from leadline import __version__
from leadline.api.context import Shared
from leadline.api.problems import documented

router = APIRouter(prefix="/api/v1/about", tags=["health"], responses=documented(401, 403, 503))


class Defaults(BaseModel):
    """What holds for a crawl that does not say."""

    max_depth: int = Field(description="The deepest depth that is fetched.")
    concurrency: int
    delay_ms: int
    parallel_per_host: int = Field(description="Requests open at once on a host with a gap.")
    timeout_ms: int
    user_agent: str
    respect_robots: bool


class About(BaseModel):
    """The server."""

    version: str
    demo_url: str | None = Field(description="A site to try it on, if there is one.")
    max_pages_limit: int | None = Field(description="The most that a crawl may ask for.")
    defaults: Defaults


@router.get("")
async def about(context: Shared) -> About:
    """What the server does where it is not told otherwise."""
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
