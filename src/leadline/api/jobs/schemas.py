"""Schemas of jobs."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from leadline.api.crawls.schemas import MaxTime, Names, Patterns, Scope, Status
from leadline.api.json_io import MOST, StrictQuery
from leadline.api.scrapes.schemas import Camel, CamelRequest, Headers, Url, UserAgent

SkippedBy = Annotated[
    dict[str, int],
    Field(description="Skipped pages, by reason.", examples=[{"scope": 7, "limit": 12}]),
]
LimitReached = Annotated[
    list[str],
    Field(
        description="The limits because of which pages were skipped; empty if there are none.",
        examples=[["max_pages"]],
    ),
]


class JobRequest(CamelRequest):
    """A job to start. Only `startUrl` is required."""

    start_url: Url | None = Field(None, description="The URL of the first page: http or https.")
    url: Url | None = Field(None, description="Another name of `startUrl`.")
    strategy: Scope = Field("domain", description="How far from the start links are followed.")
    max_depth: int | None = Field(
        None,
        ge=0,
        le=MOST,
        description="The deepest depth that is fetched. The start has depth 0. Default 3.",
    )
    max_pages: int | None = Field(
        None, ge=1, le=MOST, description="Fetch up to this number of pages. Default 100."
    )
    max_time_s: MaxTime | None = Field(
        None,
        description="Fetch for up to this number of seconds, and skip the pages that are still "
        "queued then.",
    )
    concurrency: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="The number of requests that may be open at once. Default 5.",
    )
    timeout: int | None = Field(
        None,
        ge=1,
        le=86_400_000,
        description="The time limit of one request, in ms. Default 10,000.",
    )
    include: Patterns = Field(
        [],
        description="Fetch only addresses that match one of these patterns.",
        examples=[["/blog/*"]],
    )
    exclude: Patterns = Field(
        [], description="Skip addresses that match one of these patterns.", examples=[["/tag/*"]]
    )
    delay: int | None = Field(
        None,
        ge=0,
        le=86_400_000,
        description="The delay between the starts of two requests to one host, in ms. Default "
        "100. 0 means that the host is yours.",
    )
    user_agent: UserAgent | None = Field(None, description="The User-Agent header to send.")
    respect_robots: bool | None = Field(None, description="Obey robots.txt. Default true.")
    respect_nofollow: bool = Field(
        default=False, description="Do not follow links that are marked as nofollow."
    )
    headers: Headers = Field(
        {}, description="Headers to send to origins in scope. Their values are never shown."
    )
    cookies: Names = Field(
        {}, description="Cookies to send to origins in scope. Their values are never shown."
    )
    max_attempts: int = Field(
        3, ge=1, le=100, description="The number of attempts to fetch a page before it has failed."
    )
    sitemap: bool = Field(
        default=False, description="Fetch the pages that the site's sitemaps list, too."
    )
    keep_html: bool = Field(
        default=False, description="Keep the HTML of pages, for `/api/extract`."
    )
    render: Literal["http"] = Field("http", description="How pages are fetched: without a browser.")

    @model_validator(mode="after")
    def _begin_somewhere(self) -> "JobRequest":
        if len({self.start_url, self.url} - {None}) != 1:
            raise ValueError("startUrl and url mean the same: send one of them")
        return self


class ResultQuery(StrictQuery):
    """The size of a part of a result, and the place where it continues."""

    limit: int = Field(
        100, ge=1, le=1_000, description="The largest number of pages and errors to return."
    )
    cursor: str | None = Field(
        None,
        max_length=20,
        description="The `next` of the previous answer, to get the items that follow.",
    )


class JobBegun(Camel):
    """A stored job, which feeders will work on."""

    job_id: str


class JobOptions(Camel):
    """The options of a job, without its headers and cookies."""

    start_url: str
    strategy: Scope
    max_depth: int
    max_pages: int | None
    max_time_s: float | None
    concurrency: int
    timeout: int
    delay: int | None
    include: list[str]
    exclude: list[str]
    user_agent: str
    respect_robots: bool
    respect_nofollow: bool
    max_attempts: int
    sitemap: bool
    keep_html: bool


class Metrics(Camel):
    """The progress of a job."""

    pages_scraped: int = Field(description="Pages that answered with success (2xx).")
    links_discovered: int
    errors: int = Field(description="Pages that failed.")
    skipped: int = Field(description="Pages that a rule skips.")
    skipped_by: SkippedBy
    current_depth: int = Field(description="The greatest depth among the pages that ended lately.")


class CrawlError(Camel):
    """A page that failed."""

    url: str
    kind: str = Field(examples=["HttpError", "TimedOut", "DnsFailed"])
    message: str
    status_code: int | None = Field(description="The HTTP status; null if no answer came.")
    attempts: int


class Figures(Camel):
    """The result of a job in numbers."""

    job_id: str
    pages_scraped: int
    links_discovered: int
    skipped: int = Field(description="Pages that a rule skips.")
    skipped_by: SkippedBy
    limit_reached: LimitReached
    duration: int = Field(description="Milliseconds.")
    errors: list[CrawlError]


class Job(Camel):
    """A job. Its id is also the id of a crawl at `/api/v1/crawls`."""

    id: str
    status: Status = Field(description="`pending` until a feeder has claimed the first page.")
    start_time: int = Field(description="The start as Unix time in milliseconds.")
    end_time: int | None
    options: JobOptions
    metrics: Metrics
    limit_reached: LimitReached
    result: Figures | None = Field(
        description="The result when the job is over, with up to 100 errors. `/result` has the "
        "pages."
    )
    error: str | None = Field(description="Why the job failed or was cancelled.")


class PageData(Camel):
    """A page of a job. Its content is hostile: show it as text, never as markup."""

    url: str
    final_url: str
    status_code: int
    depth: int
    parent_url: str | None = Field(description="The previous page on a shortest path.")
    title: str
    text: str
    links: list[str] = Field(
        description="The links of the page, each once, without links to itself."
    )
    meta: dict[str, Any] = Field(
        description="`description` and `keywords`, if the page has them, up to 1,000 characters "
        "each.",
        examples=[{"description": "A small example", "keywords": ["small", "example"]}],
    )
    content_type: str
    size: int = Field(description="The size of the body in bytes.")
    artifact_id: str | None = Field(
        None, description="The name of the kept HTML, for `/api/extract`. Only with `keepHtml`."
    )


class CrawlResult(Figures):
    """A part of the pages and errors, in the order in which they ended."""

    status: Status
    pages: list[PageData]
    next: str | None = Field(
        description="Send it as `cursor` to get the next part; null when the job is over and this "
        "is the last part."
    )
