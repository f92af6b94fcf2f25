"""Options of a scrape, from a request."""

from leadline.api.addresses import parse_address
from leadline.api.scrapes.schemas import ScrapeOptions
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.errors import InvalidAddress
from leadline.domain.skips import Skipped
from leadline.domain.web.headers import header_of, together
from leadline.settings import Settings
from leadline.urls.scope import ScopeRule


def options_of(request: ScrapeOptions, settings: Settings) -> CrawlOptions:
    """Return the options to store with the scrape. Raises InvalidHeader."""
    respects = request.respect_robots
    return CrawlOptions(
        max_depth=0,
        scope=ScopeRule.HOST,
        concurrency=1,
        timeout_ms=request.timeout or settings.timeout_ms,
        user_agent=request.user_agent or settings.user_agent,
        headers=together(header_of(name, value) for name, value in request.headers.items()),
        respects_robots=settings.respect_robots_txt if respects is None else respects,
        max_attempts=1,
        keeps=("html",) if request.keep_html else (),
        selectors=tuple(request.selectors.items()),
        markdown=request.markdown,
    )


def address_of(url: str) -> Address:
    """Return the address that a URL stands for. Raises InvalidAddress when it is no web address."""
    address = parse_address(url)
    if isinstance(address, Skipped):
        raise InvalidAddress(address.detail)
    return address
