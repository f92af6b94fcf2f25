"""What can be asked for. `/docs` of the server tells more of each."""

from typing import Literal, TypedDict

from leadline.client.models import State

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
"""States, in capital or small letters, and the words for people."""


class CrawlOptions(TypedDict, total=False):
    """How to crawl. What is not given is the server's to say."""

    max_depth: int
    """The deepest depth that is fetched; 0 is the root alone. Default 3."""
    scope: Literal["domain", "host", "subpath", "all"]
    max_pages: int
    include: list[str]
    exclude: list[str]
    concurrency: int
    delay_ms: int
    """Gap between requests to a host; 0 says that the host is yours."""
    timeout_ms: int
    user_agent: str
    respect_robots: bool
    respect_nofollow: bool
    max_attempts: int
    max_per_shape: int
    keep: list[Literal["text", "html"]]
    sitemap: bool
    headers: dict[str, str]
    cookies: dict[str, str]
    basic_auth: dict[str, str]
    """`username` and `password`."""


class PageFilter(TypedDict, total=False):
    """Which pages: those that meet all that is given."""

    state: AskedState
    reason: Literal["scope", "robots", "limit", "trap", "address"]
    rule: str
    error: str
    status: str
    """`404`, or a class: `4xx`."""
    depth: int
    host: str
    content_type: str
    """`text/html`, `image/*`."""
    content_hash: str
    search: str
    """In the address or the title."""
    title: str
    after_seq: int


class PageList(PageFilter, total=False):
    """A list of pages: a filter and an order."""

    sort: Literal[
        "address", "depth", "status", "size", "time", "title", "seq", "links_in", "links_out"
    ]
    order: Literal["asc", "desc"]
    links: bool
    """Count the links to and from each."""


class ChangeOptions(TypedDict, total=False):
    """What can be changed while a crawl runs; None is the default."""

    max_depth: int | None
    max_pages: int | None
    include: list[str] | None
    exclude: list[str] | None
    concurrency: int | None
    delay_ms: int | None
    timeout_ms: int | None
    max_attempts: int | None
    max_per_shape: int | None


class GraphFilter(TypedDict, total=False):
    """Which part of the graph."""

    view: Literal["tree", "links", "hosts"]
    max_nodes: int
    root: str
    """The id of a page that is to be in the middle."""
    since: int
    """Only what is new after this `seq`."""


class RetryFilter(TypedDict, total=False):
    """Which pages to try again: failed ones, if nothing is said."""

    state: Literal["FAILED", "SKIPPED"]
    reason: Literal["scope", "robots", "limit", "trap", "address"]
    error: str
    status: str
    """`503`, or a class: `5xx`."""


class ExportOptions(PageFilter, total=False):
    """An export; filters choose pages, and go with `what="pages"` only."""

    format: Literal["jsonl", "csv", "graphml", "gexf", "parquet"]
    what: Literal["pages", "leads", "graph"]
    text: bool
    gzip: bool


class ScrapeOptions(TypedDict, total=False):
    """How to fetch a page, and what to take from it."""

    timeout_ms: int
    user_agent: str
    headers: dict[str, str]
    respect_robots: bool
    selectors: dict[str, str]
    """Fields to extract, by name: CSS selectors."""
    markdown: bool
    keep_html: bool
    """For `extract`."""
