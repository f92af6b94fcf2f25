"""Options of a crawl, from the request for a job."""

from leadline.api.jobs.schemas import JobRequest
from leadline.domain.crawl_options import CrawlOptions, Face
from leadline.domain.web.headers import Header, cookies_of, header_of, together
from leadline.services.crawling.options import given_in, options_with
from leadline.settings import Settings


def options_of(request: JobRequest, settings: Settings) -> CrawlOptions:
    """Return the options to store with the crawl. Raises InvalidInput."""
    preset = settings.default_max_pages
    given = given_in(Face.JOB_API, request.model_dump(by_alias=True)) | {
        "max_pages": request.max_pages or min(preset, settings.max_pages_limit or preset),
        "headers": _headers(request),
        "keeps": ("text", "html") if request.keep_html else ("text",),
    }
    return options_with(given, settings)


def _headers(request: JobRequest) -> tuple[Header, ...]:
    found = [header_of(name, value) for name, value in request.headers.items()]
    if request.cookies:
        found.append(cookies_of(request.cookies.items()))
    return together(found)
