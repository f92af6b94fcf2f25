"""From a request to the options of a scrape."""

from http import HTTPStatus

from leadline.api.addresses import given_address
from leadline.api.problems import Problem
from leadline.api.scrapes.schemas import ScrapeOptions
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlOptions
from leadline.domain.errors import InvalidAddress
from leadline.domain.headers import header_of, together
from leadline.domain.outcomes import Skipped
from leadline.settings import Settings
from leadline.urls.scope import ScopeRule


def options_of(request: ScrapeOptions, settings: Settings) -> CrawlOptions:
    """What is kept with the scrape. Raises InvalidHeader."""
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
    """The address that is meant. Raises InvalidAddress when it is none of the web."""
    address = given_address(url)
    if isinstance(address, Skipped):
        raise InvalidAddress(address.detail)
    return address


def forbidden(refusal: Skipped) -> Problem:
    """What the guard or robots.txt forbids."""
    detail = refusal.detail or f"{refusal.reason}: {refusal.rule}"
    return Problem(HTTPStatus.FORBIDDEN, f"refused-by-{refusal.reason}", detail)
