"""Options of a crawl, from a request."""

from typing import Any

from leadline.api.crawls.schemas import ChangeRequest, CrawlRequest
from leadline.domain.crawl_options import CrawlOptions, Face
from leadline.domain.web.headers import Header, basic_auth_of, cookies_of, header_of, together
from leadline.services.crawling.options import given_in, options_with
from leadline.settings import Settings


def options_of(request: CrawlRequest, settings: Settings) -> CrawlOptions:
    """Return the options to store with the crawl. Raises InvalidInput."""
    given = given_in(Face.CRAWL_API, request.model_dump()) | {
        "max_depth": request.depth,
        "headers": _headers(request),
        "keeps": sorted(set(request.keep), reverse=True),
    }
    return options_with(given, settings)


def changes_of(request: ChangeRequest, settings: Settings) -> dict[str, Any]:
    """Return the options that a request changes, by their kept names. Raises InvalidInput."""
    given = given_in(Face.CRAWL_API, request.model_dump(exclude_unset=True))
    if "requested_depth" in request.model_fields_set:
        given["max_depth"] = request.depth
    options = options_with(given, settings)
    return {name: getattr(options, name) for name in given}


def _headers(request: CrawlRequest) -> tuple[Header, ...]:
    found = [header_of(name, value) for name, value in request.headers.items()]
    if request.cookies:
        found.append(cookies_of(request.cookies.items()))
    if request.basic_auth is not None:
        found.append(basic_auth_of(request.basic_auth.username, request.basic_auth.password))
    return together(found)
