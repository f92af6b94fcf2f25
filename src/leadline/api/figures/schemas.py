"""Schemas of the figures of a crawl."""

from pydantic import BaseModel, Field

from leadline.api.crawls.schemas import Figures
from leadline.api.json_io import StrictQuery
from leadline.api.pages.schemas import ExportedPage, LinkedFrom
from leadline.services.page_records import Reason

MOST_EXAMPLES = 1_000
_URL = "https://example.com/"


class StatsQuery(StrictQuery):
    """Parameters of the statistics."""

    top: int = Field(
        10, ge=1, le=MOST_EXAMPLES, description="The number of examples to list of each kind."
    )


class ErrorsQuery(StrictQuery):
    """Parameters of the list of errors."""

    samples: int = Field(
        5, ge=0, le=100, description="The number of pages to list of each kind of error."
    )


class WhyQuery(StrictQuery):
    """Parameters of an explanation."""

    url: str = Field(
        min_length=1,
        max_length=8_192,
        description="An address, or a path of the site.",
        examples=["https://example.com/private/", "/private/"],
    )


class Ranked(BaseModel):
    """A page and its PageRank. The ranks of all pages add up to 1."""

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
    """A number of pages, and some of them."""

    pages: int
    urls: list[str]
    ids: list[str] = Field(description="The ids of the pages in `urls`, in the same order.")


class Duplicates(BaseModel):
    """Pages that have the same bytes as others."""

    groups: int
    pages: int
    largest: list[SomePages] = Field(description="The largest groups, with two pages of each.")


class Components(BaseModel):
    """The connected parts of the link graph: no link leads from one to another."""

    count: int
    largest: int


class Statistics(BaseModel):
    """Statistics over all pages of a crawl."""

    figures: Figures
    total_urls: int = Field(
        description="The number of pages without the root, including skipped ones."
    )
    unique_domains: int = Field(description="The number of registrable domains of these pages.")
    max_depth_reached: int
    deepest_fetched: int = Field(description="The depth of the deepest page that answered.")
    limit_reached: list[str] = Field(
        description="The limits because of which pages were skipped.", examples=[["max_pages"]]
    )
    seq: int = Field(description="The sequence number of the last page that these figures include.")
    by_state: dict[str, int] = Field(
        description="Pages by state. This and all following counts include the root.",
        examples=[{"COMPLETED": 380, "FAILED": 4}],
    )
    by_reason: dict[str, int] = Field(
        description="Skipped pages by reason.", examples=[{"scope": 12}]
    )
    by_rule: dict[str, int] = Field(description="Skipped pages by the rule that decided.")
    by_status: dict[str, int] = Field(examples=[{"200": 370, "301": 10, "404": 4}])
    by_depth: dict[str, int] = Field(examples=[{"1": 20, "2": 364}])
    by_content_type: dict[str, int] = Field(examples=[{"text/html": 384}])
    hosts: int
    by_host: dict[str, int] = Field(description="Pages by host, for the hosts with the most pages.")
    latency_ms: dict[str, float] = Field(
        description="Percentiles of the time that answers took, in ms: `p50` is the median, "
        "`p100` the slowest.",
        examples=[{"p50": 41.0, "p90": 120.5, "p99": 900.0, "p100": 2311.0}],
    )
    page_rank: list[Ranked] = Field(
        description="The pages with the highest PageRank over all links."
    )
    orphans: SomePages = Field(description="Pages that no page links to.")
    dead_ends: SomePages = Field(description="HTML pages that link to no other page.")
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
    links_in: int = Field(description="The number of pages that link to it.")
    linked_from: list[LinkedFrom] = Field(description="Up to three pages that link to it.")


class ErrorGroup(BaseModel):
    """Pages that failed with the same error and status."""

    error: str = Field(description="The kind of error.", examples=["HttpError"])
    status: int | None = Field(
        description="The HTTP status; null if no answer came.", examples=[404]
    )
    pages: int
    samples: list[FailedSample]


class Errors(BaseModel):
    """Failed pages, by the kind of error."""

    pages: int = Field(description="The number of failed pages.")
    items: list[ErrorGroup]
    next: None = Field(description="Always null: the list is complete.")


class Cut(BaseModel):
    """Pages that one rule skips."""

    reason: Reason
    rule: str = Field(examples=["max_per_shape"])
    pattern: str | None = Field(
        description="The part of the address that the pages have in common, for rules about such "
        "parts.",
        examples=["/shop/item/{n}"],
    )
    pages: int
    example: str | None
    lifted_by: str | None = Field(
        description="The option of `leadline crawl`, or the setting, that changes the rule.",
        examples=["--max-per-shape"],
    )


class Cuts(BaseModel):
    """Pages that were not fetched, by rule."""

    too_deep: int = Field(
        description="Pages that are recorded but not fetched, because they are deeper than "
        "`max_depth`."
    )
    items: list[Cut]
    next: None = Field(description="Always null: the list is complete.")


class PathLead(BaseModel):
    """A link on a path, in its stored form."""

    source: str
    target: str
    anchor: str
    rel: list[str]


class Explained(BaseModel):
    """An explanation of what happened to an address."""

    url: str
    known: bool = Field(description="Whether the address is a page of the crawl.")
    crawled: bool
    explanation: str = Field(examples=["not fetched: robots.txt has the line 'Disallow: /private'"])
    reason: Reason | None
    rule: str | None
    lifted_by: str | None = Field(
        description="The option of `leadline crawl`, or the setting, that would change it."
    )
    page: ExportedPage | None
    found_on: str | None
    path: list[PathLead] = Field(description="A shortest path from the root to the page.")
