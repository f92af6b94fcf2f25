"""Schemas of the crawl API: requests and answers about crawls."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from leadline.api.json_io import MOST, ListQuery
from leadline.services.page_records import Reason
from leadline.services.pages.listing import STATUSES

Scope = Literal["domain", "host", "subpath", "all"]
Status = Literal["pending", "running", "paused", "completed", "cancelled", "failed"]
Patterns = Annotated[list[Annotated[str, Field(max_length=1_000)]], Field(max_length=100)]
MaxTime = Annotated[float, Field(gt=0, le=MOST)]
OutageMax = Annotated[float, Field(ge=0, le=MOST)]
Names = Annotated[dict[str, str], Field(max_length=100)]


class Strict(BaseModel):
    """A request body. Unknown fields are rejected, and types are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BasicAuth(Strict):
    """A user name and a password."""

    username: str
    password: str = Field(json_schema_extra={"format": "password"})


class CrawlsQuery(ListQuery):
    """Parameters of the list of crawls."""

    status: Status | None = Field(None, description="Return only crawls with this status.")
    search: str | None = Field(
        None,
        max_length=1_000,
        description="Return only crawls whose root contains this text.",
        examples=["example.com"],
    )


class DepthRequest(Strict):
    """A depth. `max_depth` and `requested_depth` may both be given if they agree."""

    max_depth: int | None = Field(
        None,
        ge=0,
        le=MOST - 1,
        description="The deepest depth that is fetched. The root has depth 0.",
    )
    requested_depth: int | None = Field(
        None,
        ge=1,
        le=MOST,
        description="The deepest depth that is recorded: `max_depth` + 1.",
    )

    @model_validator(mode="after")
    def _agree_on_depth(self) -> Self:
        given = {self.max_depth, None if (n := self.requested_depth) is None else n - 1} - {None}
        if len(given) > 1:
            raise ValueError(
                "max_depth and requested_depth disagree: requested_depth must be max_depth + 1"
            )
        return self

    @property
    def depth(self) -> int | None:
        """Return the deepest depth that is fetched, if one was given."""
        return self.max_depth if self.requested_depth is None else self.requested_depth - 1


class CrawlRequest(DepthRequest):
    """A crawl to start. Only `url` is required; the default of `max_depth` is 3."""

    url: str = Field(
        description="The URL of the first page, the root: http or https.",
        min_length=1,
        max_length=8_192,
        examples=["https://example.com/"],
    )
    scope: Scope = Field("domain", description="How far from the root links are followed.")
    max_pages: int | None = Field(
        None,
        ge=1,
        le=MOST,
        description="Fetch up to this number of pages. By default there is no limit, unless the "
        "server has one.",
    )
    max_time_s: MaxTime | None = Field(
        None,
        description="Fetch for up to this number of seconds, and skip the pages that are still "
        "queued then. Time in which the crawl is paused or has no worker does not count.",
    )
    include: Patterns = Field(
        [],
        description="Fetch only addresses that match one of these patterns.",
        examples=[["/blog/*"]],
    )
    exclude: Patterns = Field(
        [], description="Skip addresses that match one of these patterns.", examples=[["/tag/*"]]
    )
    concurrency: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="The number of requests that may be open at once. Default 5.",
    )
    delay_ms: int | None = Field(
        None,
        ge=0,
        le=86_400_000,
        description="The delay between the starts of two requests to one host, in ms. Default "
        "100. 0 means that the host is yours.",
    )
    timeout_ms: int | None = Field(
        None,
        ge=1,
        le=86_400_000,
        description="The time limit of one request, in ms. Default 10,000.",
    )
    user_agent: str | None = Field(None, min_length=1, max_length=500, pattern=r"^[\x20-\x7e]+$")
    respect_robots: bool | None = Field(None, description="Obey robots.txt. Default true.")
    respect_nofollow: bool = Field(
        default=False, description="Do not follow links that are marked as nofollow."
    )
    max_attempts: int = Field(
        3, ge=1, le=100, description="The number of attempts to fetch a page before it has failed."
    )
    max_per_shape: int = Field(
        2_000,
        ge=0,
        le=MOST,
        description="The number of pages of one shape that are fetched; the others are skipped as "
        "a trap. 0 means no limit.",
    )
    host_outage_max_s: OutageMax | None = Field(
        None,
        description="How many seconds to wait for a host that stops answering. Default one day.",
    )
    keep: list[Literal["text", "html"]] = Field(
        ["text"], max_length=2, description="The parts of each page that are stored."
    )
    sitemap: bool = Field(
        default=False, description="Fetch the pages that the site's sitemaps list, too."
    )
    render: Literal["http"] = Field("http", description="How pages are fetched: without a browser.")
    headers: Names = Field(
        {}, description="Headers to send to origins in scope. Their values are never shown."
    )
    cookies: Names = Field(
        {}, description="Cookies to send to origins in scope. Their values are never shown."
    )
    basic_auth: BasicAuth | None = Field(
        None,
        description="User name and password to send to origins in scope. They are never shown.",
    )


class Figures(BaseModel):
    """The figures of a crawl, including the root: `found` is the sum of the others."""

    found: int
    fetched: int = Field(description="Pages that answered with success or a redirect.")
    failed: int
    skipped: int = Field(description="Pages that a rule skips.")
    too_deep: int = Field(
        description="Pages that are recorded but not fetched, because they are deeper than "
        "`max_depth`."
    )
    cancelled: int
    queued: int
    fetching: int


class Progress(BaseModel):
    """A crawl and its progress.

    `total` is the sum of the states, without the root. Pages that are too deep count as completed.
    `figures` counts each page, including the root, by what happened to it.
    """

    crawl_id: str
    status: Status
    total: int
    completed: int
    pending: int
    in_progress: int
    failed: int
    root_url: str = Field(description="The URL key of the root.")
    requested_depth: int = Field(description="The deepest depth that is recorded: `max_depth` + 1.")
    max_depth: int = Field(description="The deepest depth that is fetched.")
    figures: Figures
    reason: str = Field(
        description="Why the crawl has this status; empty if there is no special reason."
    )
    submitted_url: str
    cancelled: int
    skipped: int
    skipped_by: dict[str, int] = Field(
        description="Skipped pages, by reason.", examples=[{"limit": 12}]
    )
    limit_reached: list[str] = Field(
        description="The limits because of which pages were skipped.", examples=[["max_pages"]]
    )
    sitemaps: dict[str, int]
    fetched: int = Field(
        description="The figure `fetched`: pages that answered with success or a redirect."
    )
    leads: int
    bytes: int
    seq: int = Field(description="The sequence number of the page that ended last.")
    duration_s: float
    pages_per_s: float
    created_at: str
    started_at: str | None
    finished_at: str | None


class Crawls(BaseModel):
    """A part of the list of crawls, the newest first."""

    items: list[Progress]
    next: str | None = Field(
        description="Send it as `cursor` to get the next part; null at the end."
    )


class ChangeRequest(DepthRequest):
    """Options to change. Options that are absent stay; null means the default."""

    max_pages: int | None = Field(
        None, ge=1, le=MOST, description="Fetch up to this number of pages; null means no limit."
    )
    max_time_s: MaxTime | None = Field(
        None,
        description="Fetch for up to this number of seconds in all; null means no limit. A "
        "completed crawl that reached this limit continues when it is raised.",
    )
    include: Patterns | None = Field(
        None,
        description="Fetch only addresses that match one of these patterns.",
        examples=[["/blog/*"]],
    )
    exclude: Patterns | None = Field(
        None, description="Skip addresses that match one of these patterns.", examples=[["/tag/*"]]
    )
    concurrency: int | None = Field(
        None, ge=1, le=10_000, description="The number of requests that may be open at once."
    )
    delay_ms: int | None = Field(
        None,
        ge=0,
        le=86_400_000,
        description="The delay between the starts of two requests to one host, in ms.",
    )
    timeout_ms: int | None = Field(
        None, ge=1, le=86_400_000, description="The time limit of one request, in ms."
    )
    max_attempts: int | None = Field(
        None,
        ge=1,
        le=100,
        description="The number of attempts to fetch a page before it has failed.",
    )
    max_per_shape: int | None = Field(
        None,
        ge=0,
        le=MOST,
        description="The number of pages of one shape that are fetched; the others are skipped as "
        "a trap. 0 means no limit.",
    )
    host_outage_max_s: OutageMax | None = Field(
        None, description="How many seconds to wait for a host that stops answering."
    )


class Options(BaseModel):
    """The options of a crawl."""

    max_depth: int
    requested_depth: int
    scope: Scope
    include: list[str]
    exclude: list[str]
    max_pages: int | None
    max_time_s: float | None
    concurrency: int
    delay_ms: int | None
    timeout_ms: int
    user_agent: str
    respect_robots: bool
    respect_nofollow: bool
    max_attempts: int
    max_per_shape: int
    host_outage_max_s: float | None
    keep: list[str]
    sitemap: bool
    external: bool = Field(
        description="Whether pages of other sites are requested, too, to see if they answer."
    )
    fold_path_case: bool
    headers: list[str] = Field(
        description="The names of the headers that are sent, including those for cookies and "
        "passwords. Their values are never shown.",
        examples=[["Authorization"]],
    )


class Changed(Progress):
    """A crawl after its options were changed."""

    options: Options
    reopened: int = Field(
        description="The number of pages that were skipped or too deep, and are now queued."
    )


class RetryRequest(Strict):
    """A choice of pages to try again. The default is all failed pages."""

    state: Literal["FAILED", "SKIPPED"] = "FAILED"
    reason: Reason | None = Field(
        default=None,
        description="For skipped pages: try only those that were skipped for this reason.",
    )
    error: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="For failed pages: try only those with this kind of error, as `errors` names "
        "it.",
        examples=["TimedOut"],
    )
    status: str | None = Field(
        default=None,
        pattern=STATUSES,
        description="For failed pages: try only those that answered with this status, or a status "
        "of this class.",
        examples=["5xx"],
    )

    @model_validator(mode="after")
    def _ask_of_one_state(self) -> "RetryRequest":
        of_other = (self.error or self.status) if self.state == "SKIPPED" else self.reason
        if of_other:
            raise ValueError("`reason` needs `state` SKIPPED; `error` and `status` need FAILED")
        return self


class Retried(Progress):
    """A crawl after pages were queued again."""

    reopened: int = Field(description="The number of pages that are tried again.")
