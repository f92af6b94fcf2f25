"""From a request to the options of a crawl."""

from typing import Any

from leadline.api.crawls.schemas import ChangeRequest, CrawlRequest
from leadline.domain.crawls import CrawlOptions
from leadline.domain.errors import InvalidInput
from leadline.domain.headers import Header, basic_auth_of, cookies_of, header_of, together
from leadline.settings import Settings

_DEFAULTS = CrawlOptions()


def options_of(request: CrawlRequest, settings: Settings) -> CrawlOptions:
    """What is kept with the crawl. Raises InvalidInput."""
    respects = request.respect_robots
    return CrawlOptions(
        max_depth=request.depth_or(settings.default_max_depth),
        scope=request.scope,
        include=tuple(request.include),
        exclude=tuple(request.exclude),
        max_pages=max_pages_of(request.max_pages, settings),
        concurrency=request.concurrency or settings.default_concurrency,
        delay_ms=request.delay_ms,
        timeout_ms=request.timeout_ms or settings.timeout_ms,
        user_agent=request.user_agent or settings.user_agent,
        headers=_headers(request),
        respects_robots=settings.respect_robots_txt if respects is None else respects,
        respects_nofollow=request.respect_nofollow,
        reads_sitemaps=request.sitemap,
        max_attempts=request.max_attempts,
        max_per_shape=request.max_per_shape,
        keeps=tuple(sorted(set(request.keep), reverse=True)),
    )


def changes_of(request: ChangeRequest, settings: Settings) -> dict[str, Any]:
    """The options that a request changes, by name. Raises InvalidInput."""
    depth = request.depth_or(settings.default_max_depth)
    all_of_them = {
        "max_depth": ("max_depth", depth),
        "requested_depth": ("max_depth", depth),
        "max_pages": ("max_pages", max_pages_of(request.max_pages, settings)),
        "include": ("include", tuple(request.include or ())),
        "exclude": ("exclude", tuple(request.exclude or ())),
        "concurrency": ("concurrency", request.concurrency or settings.default_concurrency),
        "delay_ms": ("delay_ms", request.delay_ms),
        "timeout_ms": ("timeout_ms", request.timeout_ms or settings.timeout_ms),
        "max_attempts": ("max_attempts", request.max_attempts or _DEFAULTS.max_attempts),
        "max_per_shape": ("max_per_shape", _or_default(request.max_per_shape)),
    }
    return dict(all_of_them[name] for name in request.model_fields_set)


def _or_default(max_per_shape: int | None) -> int:
    return _DEFAULTS.max_per_shape if max_per_shape is None else max_per_shape


def max_pages_of(asked: int | None, settings: Settings) -> int | None:
    """How many pages may be fetched. Raises InvalidInput beyond the server's limit."""
    limit = settings.max_pages_limit
    if limit and asked and asked > limit:
        raise InvalidInput(f"max_pages is at most {limit} here (LEADLINE_MAX_PAGES_LIMIT)")
    return asked or limit or None


def _headers(request: CrawlRequest) -> tuple[Header, ...]:
    found = [header_of(name, value) for name, value in request.headers.items()]
    if request.cookies:
        found.append(cookies_of(request.cookies.items()))
    if request.basic_auth is not None:
        found.append(basic_auth_of(request.basic_auth.username, request.basic_auth.password))
    return together(found)
