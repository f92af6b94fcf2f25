"""Figures of a crawl as face A documents them."""

from pydantic import BaseModel, Field

from leadline.api.answers import Asked
from leadline.api.crawls.filters import Reason
from leadline.api.crawls.page_schemas import ExportedPage, LinkedFrom
from leadline.api.crawls.schemas import Figures

MOST_EXAMPLES = 1_000
_URL = "https://example.com/"


class AskedStats(Asked):
    """How much of it."""

    top: int = Field(10, ge=1, le=MOST_EXAMPLES, description="How many of each kind to list.")


class AskedErrors(Asked):
    """How much of it."""

    samples: int = Field(5, ge=0, le=100, description="How many pages of each kind.")


class AskedWhy(Asked):
    """Which address."""

    url: str = Field(
        min_length=1,
        max_length=8_192,
        description="An address, or a path of the site.",
        examples=["https://example.com/private/", "/private/"],
    )


class Ranked(BaseModel):
    """A page and its PageRank; all ranks together are 1."""

    id: str
    url: str = Field(examples=[_URL])
    rank: float
    in_links: int


class Sized(BaseModel):
    """A page and its size in bytes."""

    id: str
    url: str
    size: int


class SomePages(BaseModel):
    """How many pages there are, and some of them."""

    pages: int
    urls: list[str]
    ids: list[str] = Field(description="Of the same pages.")


class Duplicates(BaseModel):
    """Pages with the same bytes."""

    groups: int
    pages: int
    largest: list[SomePages] = Field(description="The largest groups, with two pages of each.")


class Components(BaseModel):
    """Parts of the crawl that no link joins."""

    count: int
    largest: int


class Statistics(BaseModel):
    """What the pages of a crawl are like."""

    figures: Figures
    total_urls: int = Field(description="All pages but the root, skipped ones included.")
    unique_domains: int = Field(description="Registrable domains of these.")
    max_depth_reached: int
    deepest_fetched: int = Field(description="The depth of the deepest page that answered.")
    limit_reached: list[str] = Field(
        description="Limits that kept pages from being fetched.", examples=[["max_pages"]]
    )
    seq: int = Field(description="The page that had ended last when it was counted.")
    by_state: dict[str, int] = Field(
        description="All pages, the root included, as in the other counts that follow.",
        examples=[{"COMPLETED": 380, "FAILED": 4}],
    )
    by_reason: dict[str, int] = Field(description="Skipped pages.", examples=[{"scope": 12}])
    by_rule: dict[str, int] = Field(description="The same by the rule that decided.")
    by_status: dict[str, int] = Field(examples=[{"200": 370, "301": 10, "404": 4}])
    by_depth: dict[str, int] = Field(examples=[{"1": 20, "2": 364}])
    by_content_type: dict[str, int] = Field(examples=[{"text/html": 384}])
    hosts: int
    by_host: dict[str, int] = Field(description="The largest hosts.")
    latency_ms: dict[str, float] = Field(
        description="How long answers took: half, 90 %, 99 % and all of them no longer than that.",
        examples=[{"p50": 41.0, "p90": 120.5, "p99": 900.0, "p100": 2311.0}],
    )
    page_rank: list[Ranked] = Field(description="The highest PageRank over all leads.")
    orphans: SomePages = Field(description="Pages that no page links to.")
    dead_ends: SomePages = Field(description="Pages of HTML that link to no other page.")
    largest: list[Sized]
    duplicates: Duplicates
    components: Components


class FailedSample(BaseModel):
    """A page that failed."""

    id: str
    url: str
    message: str | None = Field(examples=["HTTP 404"])
    attempts: int
    depth: int
    links_in: int = Field(description="How many pages link to it.")
    linked_from: list[LinkedFrom] = Field(description="Up to three of these.")


class ErrorGroup(BaseModel):
    """Pages that failed in the same way."""

    error: str = Field(description="The kind of error.", examples=["HttpError"])
    status: int | None = Field(description="When an answer came.", examples=[404])
    pages: int
    samples: list[FailedSample]


class Errors(BaseModel):
    """What failed."""

    pages: int = Field(description="How many pages failed in all.")
    items: list[ErrorGroup]
    next: None = Field(description="Always null: all of it is there.")


class Cut(BaseModel):
    """Pages that one rule keeps from being fetched."""

    reason: Reason
    rule: str = Field(examples=["max_per_shape"])
    pattern: str | None = Field(
        description="What they have in common, where the rule is about that.",
        examples=["/shop/item/{n}"],
    )
    pages: int
    example: str | None
    lifted_by: str | None = Field(
        description="The option of `leadline crawl`, or the setting, that holds the rule.",
        examples=["--max-per-shape"],
    )


class Cuts(BaseModel):
    """What was left out."""

    too_deep: int = Field(description="Pages that are recorded and not fetched: too deep.")
    items: list[Cut]
    next: None = Field(description="Always null: all of it is there.")


class PathLead(BaseModel):
    """A lead on a path."""

    source: str
    target: str
    anchor: str
    rel: list[str]


class Explained(BaseModel):
    """What became of an address."""

    url: str
    known: bool = Field(description="Whether it is a page of the crawl.")
    crawled: bool
    explanation: str = Field(examples=["not fetched: robots.txt has the line 'Disallow: /private'"])
    reason: Reason | None
    rule: str | None
    lifted_by: str | None = Field(
        description="The option of `leadline crawl`, or the setting, that would change that."
    )
    page: ExportedPage | None
    found_on: str | None
    path: list[PathLead] = Field(description="A shortest way there.")
