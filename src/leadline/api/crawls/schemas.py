"""What face A takes and gives, as it is documented."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from leadline.api.answers import AskedList
from leadline.services.pages import STATUSES

MOST = 1_000_000_000

Scope = Literal["domain", "host", "subpath", "all"]
Status = Literal["pending", "running", "paused", "completed", "cancelled", "failed"]
Patterns = Annotated[list[Annotated[str, Field(max_length=1_000)]], Field(max_length=100)]
Names = Annotated[dict[str, str], Field(max_length=100)]


class Strict(BaseModel):
    """A request: what is not known is refused, and nothing is guessed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BasicAuth(Strict):
    """A name and a password."""

    username: str
    password: str = Field(json_schema_extra={"format": "password"})


class AskedCrawls(AskedList):
    """Which crawls to list."""

    status: Status | None = Field(None, description="Only crawls in this status.")
    search: str | None = Field(
        None,
        max_length=1_000,
        description="Only crawls with this in the address of their root.",
        examples=["example.com"],
    )


class DepthRequest(Strict):
    """A depth. Both names may be given where they agree."""

    max_depth: int | None = Field(
        None, ge=0, le=MOST - 1, description="The deepest depth that is fetched; 0 is the root."
    )
    requested_depth: int | None = Field(
        None,
        ge=1,
        le=MOST,
        description="The deepest depth that is recorded: `max_depth` and one more.",
    )

    @model_validator(mode="after")
    def _agree_on_depth(self) -> Self:
        given = {self.max_depth, None if (n := self.requested_depth) is None else n - 1} - {None}
        if len(given) > 1:
            raise ValueError(
                "max_depth and requested_depth disagree: requested_depth is max_depth + 1"
            )
        return self

    def depth_or(self, default: int) -> int:
        """Return the deepest depth that is fetched."""
        if self.requested_depth is not None:
            return self.requested_depth - 1
        return default if self.max_depth is None else self.max_depth


class CrawlRequest(DepthRequest):
    """A crawl to start. An address is enough; `max_depth` is 3 where none is given."""

    url: str = Field(
        description="Where to begin: http or https.",
        min_length=1,
        max_length=8_192,
        examples=["https://example.com/"],
    )
    scope: Scope = Field("domain", description="How far from the root links are followed.")
    max_pages: int | None = Field(None, ge=1, le=MOST, description="Fetch no more than this.")
    include: Patterns = Field(
        [], description="Only addresses like one of these.", examples=[["/blog/*"]]
    )
    exclude: Patterns = Field(
        [], description="No addresses like one of these.", examples=[["/tag/*"]]
    )
    concurrency: int | None = Field(
        None, ge=1, le=10_000, description="Requests open at once. Default 5."
    )
    delay_ms: int | None = Field(
        None,
        ge=0,
        le=86_400_000,
        description="Gap between requests to a host; 0 says that the host is yours. Default 100.",
    )
    timeout_ms: int | None = Field(
        None, ge=1, le=86_400_000, description="Time for one request. Default 10,000."
    )
    user_agent: str | None = Field(None, min_length=1, max_length=500, pattern=r"^[\x20-\x7e]+$")
    respect_robots: bool | None = Field(
        None, description="Whether robots.txt is asked. Default true."
    )
    respect_nofollow: bool = Field(
        default=False, description="Do not follow links that ask for that."
    )
    max_attempts: int = Field(3, ge=1, le=100, description="How often a page is tried.")
    max_per_shape: int = Field(
        2_000, ge=0, le=MOST, description="Pages of one shape before it is a trap; 0: no limit."
    )
    keep: list[Literal["text", "html"]] = Field(
        ["text"], max_length=2, description="What is kept of pages."
    )
    sitemap: bool = Field(default=False, description="Fetch what the site's sitemaps list, too.")
    render: Literal["http"] = Field("http", description="Pages are fetched without a browser.")
    headers: Names = Field({}, description="Sent to origins in scope only, and shown nowhere.")
    cookies: Names = Field({}, description="The same.")
    basic_auth: BasicAuth | None = Field(None, description="The same.")


class Figures(BaseModel):
    """Pages in the words for people, the root included: `found` is the sum of the others."""

    found: int
    fetched: int = Field(description="Pages that answered, with success or a redirect.")
    failed: int
    skipped: int = Field(description="Pages that a rule keeps from being fetched.")
    too_deep: int = Field(description="Pages that are recorded and not fetched: too deep.")
    cancelled: int
    queued: int
    fetching: int


class Progress(BaseModel):
    """A crawl and how far it is.

    `total` is the sum of the states, without the root; pages that are too deep to be fetched are
    among the completed. `figures` counts the same pages for people.
    """

    crawl_id: str
    status: Status
    total: int
    completed: int
    pending: int
    in_progress: int
    failed: int
    root_url: str = Field(description="The key of the root.")
    requested_depth: int = Field(description="The deepest depth that is recorded.")
    max_depth: int = Field(description="The deepest depth that is fetched.")
    figures: Figures
    reason: str = Field(
        description="Why the status is what it is; empty when there is nothing to say."
    )
    submitted_url: str
    cancelled: int
    skipped: int
    skipped_by: dict[str, int] = Field(description="By reason.", examples=[{"limit": 12}])
    limit_reached: list[str] = Field(
        description="The limits that keep pages from being fetched.", examples=[["max_pages"]]
    )
    sitemaps: dict[str, int]
    fetched: int = Field(description="As in `figures`.")
    leads: int
    bytes: int
    seq: int = Field(description="The number of the page that ended last.")
    duration_s: float
    pages_per_s: float
    created_at: str
    started_at: str | None
    finished_at: str | None


class Crawls(BaseModel):
    """Some crawls, the newest first."""

    items: list[Progress]
    next: str | None = Field(description="Give it as `cursor` to go on; null at the end.")


class ChangeRequest(DepthRequest):
    """What to change; what is not given stays, and null is the default."""

    max_pages: int | None = Field(None, ge=1, le=MOST, description="null: no limit.")
    include: Patterns | None = Field(
        None, description="Only addresses like one of these.", examples=[["/blog/*"]]
    )
    exclude: Patterns | None = Field(
        None, description="No addresses like one of these.", examples=[["/tag/*"]]
    )
    concurrency: int | None = Field(None, ge=1, le=10_000, description="Requests open at once.")
    delay_ms: int | None = Field(
        None, ge=0, le=86_400_000, description="Gap between requests to a host."
    )
    timeout_ms: int | None = Field(None, ge=1, le=86_400_000, description="Time for one request.")
    max_attempts: int | None = Field(None, ge=1, le=100, description="How often a page is tried.")
    max_per_shape: int | None = Field(
        None, ge=0, le=MOST, description="Pages of one shape before it is a trap; 0: no limit."
    )


class Options(BaseModel):
    """What a crawl asks for."""

    max_depth: int
    requested_depth: int
    scope: Scope
    include: list[str]
    exclude: list[str]
    max_pages: int | None
    concurrency: int
    delay_ms: int | None
    timeout_ms: int
    user_agent: str
    respect_robots: bool
    respect_nofollow: bool
    max_attempts: int
    max_per_shape: int
    keep: list[str]
    sitemap: bool
    external: bool = Field(description="Whether pages of other sites are asked for, too.")
    headers: list[str] = Field(
        description="The names of the headers that are sent along, cookies and passwords among "
        "them; their values are shown nowhere.",
        examples=[["Authorization"]],
    )


class Changed(Progress):
    """A crawl after its options were changed."""

    options: Options
    reopened: int = Field(description="Pages that are to be fetched now and were not before.")


class RetryRequest(Strict):
    """Which pages to try again: failed ones, if nothing is said."""

    state: Literal["FAILED", "SKIPPED"] = "FAILED"
    reason: Literal["scope", "robots", "limit", "trap", "address"] | None = Field(
        default=None, description="Of skipped pages: only those that were skipped for it."
    )
    error: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="Of failed pages: only those that failed in this way, as `errors` names it.",
        examples=["TimedOut"],
    )
    status: str | None = Field(
        default=None,
        pattern=STATUSES,
        description="Of failed pages: only those that answered with it, or with one of a class.",
        examples=["5xx"],
    )

    @model_validator(mode="after")
    def _ask_of_one_state(self) -> "RetryRequest":
        of_other = (self.error or self.status) if self.state == "SKIPPED" else self.reason
        if of_other:
            raise ValueError("reason is of SKIPPED pages, error and status are of FAILED ones")
        return self


class Retried(Progress):
    """A crawl after pages were opened again."""

    reopened: int = Field(description="How many pages are tried again.")
