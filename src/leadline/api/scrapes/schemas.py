"""What scrapes take and give, as it is documented: camelCase, as all of face B."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from leadline.api.problems import ProblemDocument

Url = Annotated[str, Field(min_length=1, max_length=8_192, examples=["https://example.com/"])]
Headers = Annotated[dict[str, str], Field(max_length=100)]
Selectors = Annotated[
    dict[
        Annotated[str, Field(min_length=1, max_length=100)],
        Annotated[str, Field(min_length=1, max_length=1_000)],
    ],
    Field(max_length=100, examples=[{"title": "h1", "prices": ".price"}]),
]
UserAgent = Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[\x20-\x7e]+$")]


class Camel(BaseModel):
    """Names as JavaScript writes them."""

    model_config = ConfigDict(alias_generator=to_camel)


class CamelRequest(Camel):
    """A request: what is not known is refused, and nothing is guessed."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True)


class ScrapeOptions(CamelRequest):
    """How to fetch a page, and what to take from it."""

    timeout: int | None = Field(
        None, ge=1, le=600_000, description="Milliseconds for one request. Default 10,000."
    )
    user_agent: UserAgent | None = Field(None, description="Who we say we are.")
    headers: Headers = Field(
        {}, description="Sent to the host of the address only, and shown nowhere."
    )
    respect_robots: bool | None = Field(
        None, description="Whether robots.txt is asked. Default true."
    )
    selectors: Selectors = Field({}, description="Fields to extract, by name: CSS selectors.")
    markdown: bool = Field(default=False, description="The main content as Markdown, too.")
    keep_html: bool = Field(
        default=False, description="Keep the page for `/api/extract`, until it is deleted."
    )
    render: Literal["http"] = Field("http", description="Pages are fetched without a browser.")


class ScrapeRequest(ScrapeOptions):
    """A page to fetch. An address is enough."""

    url: Url = Field(description="http or https.")


class BatchRequest(ScrapeOptions):
    """Pages to fetch, all in the same way."""

    urls: list[Url] = Field(min_length=1, max_length=100)


class ExtractRequest(CamelRequest):
    """What to take from a page that was kept."""

    artifact_id: str = Field(
        min_length=1, max_length=200, description="As a scrape or a job has told it."
    )
    selectors: Selectors = Field({}, description="Fields to extract, by name: CSS selectors.")
    markdown: bool = Field(default=False, description="The main content as Markdown.")


class Element(Camel):
    """What a selector matched."""

    text: str
    html: str = Field(description="What is inside of the element.")
    attributes: dict[str, str]


Extracted = Annotated[
    dict[str, Element | list[Element]],
    Field(description="By name: an object for one match, a list for several, [] for none."),
]


class LinkDetail(Camel):
    """A link as the page has it."""

    url: str
    anchor: str
    rel: list[str] = Field(description="Of nofollow, ugc and sponsored.")


class Meta(Camel):
    """What a page says about itself."""

    description: str | None
    keywords: list[str]
    canonical: str | None
    language: str | None
    robots: str | None
    open_graph: dict[str, str]
    json_ld: list[Any]


class Redirect(Camel):
    """A redirect that was followed."""

    url: str
    status_code: int
    location: str


class Timings(Camel):
    """Milliseconds since the request began."""

    dns_ms: float
    connect_ms: float
    tls_ms: float
    first_byte_ms: float
    total_ms: float


class ScrapedPage(Camel):
    """One page. What was crawled is hostile: text is text, never markup to be shown."""

    url: str
    final_url: str = Field(description="Where redirects led.")
    status_code: int = Field(description="Of the page, which may be 404 as well.", examples=[200])
    title: str
    text: str
    links: list[str] = Field(description="Each once, without links to the page itself.")
    link_details: list[LinkDetail]
    meta: Meta
    content_type: str
    encoding: str
    size: int = Field(description="Bytes of the body.")
    truncated: str | None = Field(description="Why the body is not whole, if it is not.")
    parse: str | None = Field(description="Why the page was not read as a whole, if it was not.")
    redirects: list[Redirect]
    timings: Timings
    extracted: Extracted | None = Field(None, description="Only with `selectors`.")
    markdown: str | None = Field(None, description="Only with `markdown`; null when not HTML.")
    artifact_id: str | None = Field(None, description="Only with `keepHtml`, and of HTML.")


class BatchItem(Camel):
    """What came of one address."""

    url: str = Field(description="As it was given.")
    ok: bool
    result: ScrapedPage | None = None
    error: ProblemDocument | None = Field(None, description="As if it had been asked for alone.")


class BatchResult(Camel):
    """In the order of the request."""

    results: list[BatchItem]


class Extraction(Camel):
    """What a page that was kept has."""

    artifact_id: str
    url: str
    parse: str | None = Field(description='"gave up" when it took too long to read.')
    extracted: Extracted
    markdown: str | None = Field(None, description="Only with `markdown`.")
