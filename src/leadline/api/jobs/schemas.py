"""What jobs take and give, as it is documented."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from leadline.api.answers import Asked
from leadline.api.crawls.schemas import MOST, Names, Patterns, Scope, Status
from leadline.api.scrapes.schemas import Camel, CamelRequest, Headers, Url, UserAgent

SkippedBy = Annotated[
    dict[str, int], Field(description="By reason.", examples=[{"scope": 7, "limit": 12}])
]
LimitReached = Annotated[
    list[str],
    Field(
        description="The limits that keep pages from being fetched; empty when none does.",
        examples=[["max_pages"]],
    ),
]


class JobRequest(CamelRequest):
    """What to crawl, and how. An address is enough."""

    start_url: Url | None = Field(None, description="Where to begin: http or https.")
    url: Url | None = Field(None, description="The same as `startUrl`.")
    strategy: Scope = Field("domain", description="How far from the start links are followed.")
    max_depth: int | None = Field(
        None,
        ge=0,
        le=MOST,
        description="The deepest depth that is fetched; 0 is the start. Default 3.",
    )
    max_pages: int | None = Field(
        None, ge=1, le=MOST, description="Fetch no more than this. Default 100."
    )
    concurrency: int | None = Field(
        None, ge=1, le=10_000, description="Requests open at once. Default 5."
    )
    timeout: int | None = Field(
        None, ge=1, le=86_400_000, description="Milliseconds for one request. Default 10,000."
    )
    include: Patterns = Field(
        [], description="Only addresses like one of these.", examples=[["/blog/*"]]
    )
    exclude: Patterns = Field(
        [], description="No addresses like one of these.", examples=[["/tag/*"]]
    )
    delay: int | None = Field(
        None,
        ge=0,
        le=86_400_000,
        description="Milliseconds between requests to a host; 0 says that the host is yours."
        " Default 100.",
    )
    user_agent: UserAgent | None = Field(None, description="Who we say we are.")
    respect_robots: bool | None = Field(
        None, description="Whether robots.txt is asked. Default true."
    )
    respect_nofollow: bool = Field(
        default=False, description="Do not follow links that ask for that."
    )
    headers: Headers = Field({}, description="Sent to origins in scope only, and shown nowhere.")
    cookies: Names = Field({}, description="The same.")
    max_attempts: int = Field(3, ge=1, le=100, description="How often a page is tried.")
    sitemap: bool = Field(default=False, description="Fetch what the site's sitemaps list, too.")
    keep_html: bool = Field(default=False, description="Keep pages for `/api/extract`.")
    render: Literal["http"] = Field("http", description="Pages are fetched without a browser.")

    @model_validator(mode="after")
    def _begin_somewhere(self) -> "JobRequest":
        if len({self.start_url, self.url} - {None}) != 1:
            raise ValueError("startUrl and url are two names of one thing: give one")
        return self


class AskedResult(Asked):
    """How much of a result, and from where on."""

    limit: int = Field(100, ge=1, le=1_000, description="How many pages and errors at most.")
    cursor: str | None = Field(
        None, max_length=20, description="`next` of the answer to go on from."
    )


class JobBegun(Camel):
    """A job was stored, and will be worked on."""

    job_id: str


class JobOptions(Camel):
    """What was asked for; headers and cookies are not shown."""

    start_url: str
    strategy: Scope
    max_depth: int
    max_pages: int | None
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
    """How far a job is."""

    pages_scraped: int = Field(description="Pages that answered with success (2xx).")
    links_discovered: int
    errors: int = Field(description="Pages that failed.")
    skipped: int = Field(description="Pages that a rule keeps from being fetched.")
    skipped_by: SkippedBy
    current_depth: int = Field(description="The deepest of the pages that ended lately.")


class CrawlError(Camel):
    """A page that failed."""

    url: str
    kind: str = Field(examples=["HttpError", "TimedOut", "DnsFailed"])
    message: str
    status_code: int | None = Field(description="Of its answer, if one came.")
    attempts: int


class Figures(Camel):
    """What came of a job."""

    job_id: str
    pages_scraped: int
    links_discovered: int
    skipped: int = Field(description="Pages that a rule keeps from being fetched.")
    skipped_by: SkippedBy
    limit_reached: LimitReached
    duration: int = Field(description="Milliseconds.")
    errors: list[CrawlError]


class Job(Camel):
    """A job. The same id works at `/api/v1/crawls`."""

    id: str
    status: Status = Field(description="`pending` until somebody has begun with it.")
    start_time: int = Field(description="Unix time in milliseconds.")
    end_time: int | None
    options: JobOptions
    metrics: Metrics
    limit_reached: LimitReached
    result: Figures | None = Field(
        description="When it is over, with 100 errors at most; the pages are at `/result`."
    )
    error: str | None = Field(description="Why it failed or was cancelled.")


class PageData(Camel):
    """A page of a job. What was crawled is hostile: text is text, never markup to be shown."""

    url: str
    final_url: str
    status_code: int
    depth: int
    parent_url: str | None = Field(description="The page before it on a shortest path.")
    title: str
    text: str
    links: list[str] = Field(description="Each once, without links to the page itself.")
    meta: dict[str, Any] = Field(description="Empty: it is not kept of crawls.")
    content_type: str
    size: int = Field(description="Bytes of the body.")
    artifact_id: str | None = Field(None, description="Of pages that were kept (`keepHtml`).")


class CrawlResult(Figures):
    """Pages and errors, in the order in which they ended: some of them, as `next` tells."""

    status: Status
    pages: list[PageData]
    next: str | None = Field(
        description="Give it as `cursor` to go on; null when the job is over and this is its end."
    )
