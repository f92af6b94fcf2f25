"""Options and filters of requests. `/docs` of the server describes each in detail."""

import difflib
from collections.abc import Mapping
from typing import Any, Literal, TypedDict

_STATES = ("PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED")
State = Literal[
    "PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED",
    "pending", "in-progress", "completed", "failed", "cancelled", "skipped",
]  # fmt: skip


def check_options(given: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """Return options as the API accepts them. Raises TypeError for an unknown name."""
    names = sorted(kind.__annotations__)
    for name in given:
        if name not in names:
            alike = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {alike[0]}?" if alike else f"the options are {', '.join(names)}"
            raise TypeError(f"there is no option {name}: {hint}")
    options = dict(given)
    if "state" in options:
        state = str(options["state"]).upper().replace("_", "-")
        options["state"] = state if state in _STATES else options["state"]
    return options


AskedState = (
    State
    | Literal[
        "fetched",
        "failed",
        "skipped",
        "too-deep",
        "cancelled",
        "queued",
        "fetching",
        "pending",
        "in-progress",
        "completed",
    ]
)
"""States and figures, in capital or small letters."""


class CrawlOptions(TypedDict, total=False):
    """Options of a crawl. The server has defaults for all of them."""

    max_depth: int
    """The deepest depth that is fetched; 0 is the root alone. Default 3."""
    scope: Literal["domain", "host", "subpath", "all"]
    max_pages: int
    max_time_s: float
    """Fetch for up to this many seconds, and skip the pages that are still queued then."""
    include: list[str]
    exclude: list[str]
    concurrency: int
    delay_ms: int
    """The delay between the starts of two requests to one host; 0 means that the host is yours."""
    timeout_ms: int
    user_agent: str
    respect_robots: bool
    respect_nofollow: bool
    max_attempts: int
    max_per_shape: int
    host_outage_max_s: float
    """How many seconds to wait for a host that stops answering."""
    keep: list[Literal["text", "html"]]
    sitemap: bool
    headers: dict[str, str]
    cookies: dict[str, str]
    basic_auth: dict[str, str]
    """`username` and `password`."""


class PageFilter(TypedDict, total=False):
    """A filter of pages. A page must meet all conditions."""

    state: AskedState
    reason: Literal["scope", "robots", "limit", "trap", "address"]
    rule: str
    error: str
    status: str
    """A status such as `404`, or a class such as `4xx`."""
    depth: int
    host: str
    content_type: str
    """A type such as `text/html`, or a class such as `image/*`."""
    content_hash: str
    search: str
    """A text in the address or the title."""
    title: str
    after_seq: int


class PageList(PageFilter, total=False):
    """A filter and an order of pages."""

    sort: Literal[
        "address", "depth", "status", "size", "time", "title", "seq", "links_in", "links_out"
    ]
    order: Literal["asc", "desc"]
    links: bool
    """Count the links to and from each page."""


class ChangeOptions(TypedDict, total=False):
    """Options that can change while a crawl runs. None means the default."""

    max_depth: int | None
    max_pages: int | None
    max_time_s: float | None
    include: list[str] | None
    exclude: list[str] | None
    concurrency: int | None
    delay_ms: int | None
    timeout_ms: int | None
    max_attempts: int | None
    max_per_shape: int | None
    host_outage_max_s: float | None


class GraphFilter(TypedDict, total=False):
    """A choice of a part of the graph."""

    view: Literal["tree", "links", "hosts"]
    max_nodes: int
    root: str
    """The id of the page in the centre."""
    since: int
    """Return only changes after this `seq`."""


class RetryFilter(TypedDict, total=False):
    """A choice of pages to try again. The default is all failed pages."""

    state: Literal["FAILED", "SKIPPED", "failed", "skipped"]
    reason: Literal["scope", "robots", "limit", "trap", "address"]
    error: str
    status: str
    """A status such as `503`, or a class such as `5xx`."""


class ExportOptions(PageFilter, total=False):
    """Options of an export. Filters choose pages, and need `what="pages"`."""

    format: Literal["jsonl", "csv", "graphml", "gexf", "parquet"]
    what: Literal["pages", "leads", "graph"]
    text: bool
    meta: bool
    """Add the description and the keywords of each page."""
    html: bool
    """Add the HTML of each page. The crawl must have kept it."""
    gzip: bool


class ScrapeOptions(TypedDict, total=False):
    """How to fetch a page, and what to extract from it."""

    timeout_ms: int
    user_agent: str
    headers: dict[str, str]
    respect_robots: bool
    selectors: dict[str, str]
    """Fields to extract: CSS selectors by name."""
    markdown: bool
    keep_html: bool
    """Keep the HTML of the page for `extract`."""
