"""From a request to the options of a crawl."""

from leadline.api.jobs.schemas import JobRequest
from leadline.domain.crawls import CrawlOptions
from leadline.domain.headers import Header, cookies_of, header_of, together
from leadline.services.crawls import max_pages_within
from leadline.settings import Settings


def options_of(request: JobRequest, settings: Settings) -> CrawlOptions:
    """What is kept with the crawl. Raises InvalidInput."""
    respects = request.respect_robots
    return CrawlOptions(
        max_depth=settings.default_max_depth if request.max_depth is None else request.max_depth,
        scope=request.strategy,
        include=tuple(request.include),
        exclude=tuple(request.exclude),
        max_pages=_max_pages(request, settings),
        max_time_s=request.max_time_s,
        concurrency=request.concurrency or settings.default_concurrency,
        delay_ms=request.delay,
        timeout_ms=request.timeout or settings.timeout_ms,
        user_agent=request.user_agent or settings.user_agent,
        headers=_headers(request),
        folds_path_case=settings.fold_path_case,
        respects_robots=settings.respect_robots_txt if respects is None else respects,
        respects_nofollow=request.respect_nofollow,
        reads_sitemaps=request.sitemap,
        max_attempts=request.max_attempts,
        keeps=("text", "html") if request.keep_html else ("text",),
    )


def _max_pages(request: JobRequest, settings: Settings) -> int | None:
    if request.max_pages is not None:
        return max_pages_within(request.max_pages, settings.max_pages_limit)
    most = max_pages_within(None, settings.max_pages_limit)
    return min(settings.default_max_pages, most or settings.default_max_pages)


def _headers(request: JobRequest) -> tuple[Header, ...]:
    found = [header_of(name, value) for name, value in request.headers.items()]
    if request.cookies:
        found.append(cookies_of(request.cookies.items()))
    return together(found)
