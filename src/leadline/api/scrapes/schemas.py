"""Schemas of scrapes. Like all of the scrape and job API, they use camelCase."""

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
    """An object whose field names are in camelCase."""

    model_config = ConfigDict(alias_generator=to_camel)


class CamelRequest(Camel):
    """A request body. Unknown fields are rejected, and types are not converted."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True)


class ScrapeOptions(CamelRequest):
    """How to fetch a page, and what to extract from it."""

    timeout: int | None = Field(
        None, ge=1, le=600_000, description="The time limit of one request, in ms. Default 10,000."
    )
    user_agent: UserAgent | None = Field(None, description="The User-Agent header to send.")
    headers: Headers = Field(
        {}, description="Headers to send to the host of the address. Their values are never shown."
    )
    respect_robots: bool | None = Field(None, description="Obey robots.txt. Default true.")
    selectors: Selectors = Field({}, description="Fields to extract: CSS selectors by name.")
    markdown: bool = Field(default=False, description="Return the main content as Markdown, too.")
    keep_html: bool = Field(
        default=False,
        description="Keep the HTML of the page for `/api/extract`, until it is deleted.",
    )
    render: Literal["http"] = Field("http", description="How pages are fetched: without a browser.")


class ScrapeRequest(ScrapeOptions):
    """A page to fetch. Only `url` is required."""

    url: Url = Field(description="The URL of the page: http or https.")


class BatchRequest(ScrapeOptions):
    """Pages to fetch, all with the same options."""

    urls: list[Url] = Field(min_length=1, max_length=100)


class ExtractRequest(CamelRequest):
    """Fields to extract from a kept page."""

    artifact_id: str = Field(
        min_length=1, max_length=200, description="The `artifactId` from a scrape or a job."
    )
    selectors: Selectors = Field({}, description="Fields to extract: CSS selectors by name.")
    markdown: bool = Field(default=False, description="Return the main content as Markdown, too.")


class Element(Camel):
    """An element that a selector matched."""

    text: str
    html: str = Field(description="The HTML inside the element.")
    attributes: dict[str, str]


Extracted = Annotated[
    dict[str, Element | list[Element]],
    Field(
        description="The matches by field name: an object for one match, a list for several, [] "
        "for none."
    ),
]


class LinkDetail(Camel):
    """A link of the page."""

    url: str
    anchor: str
    rel: list[str] = Field(description="The marks `nofollow`, `ugc` and `sponsored` of the link.")


class Meta(Camel):
    """Metadata of a page."""

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
    """Milliseconds from the start of the request to the end of each phase."""

    dns_ms: float
    connect_ms: float
    tls_ms: float
    first_byte_ms: float
    total_ms: float


class ScrapedPage(Camel):
    """One page. Its content is hostile: show it as text, never as markup."""

    url: str
    final_url: str = Field(description="The address after all redirects.")
    status_code: int = Field(
        description="The HTTP status of the page, which may be an error such as 404.",
        examples=[200],
    )
    title: str
    text: str
    links: list[str] = Field(
        description="The links of the page, each once, without links to itself."
    )
    link_details: list[LinkDetail]
    meta: Meta
    content_type: str
    encoding: str
    size: int = Field(description="The size of the body in bytes.")
    truncated: str | None = Field(description="Why the body is truncated; null if it is complete.")
    parse: str | None = Field(description="Why the page was not read completely; null if it was.")
    redirects: list[Redirect]
    timings: Timings
    extracted: Extracted | None = Field(
        None, description="The extracted fields. Only with `selectors`."
    )
    markdown: str | None = Field(
        None,
        description="The main content as Markdown. Only with `markdown`; null if the page is not "
        "HTML.",
    )
    artifact_id: str | None = Field(
        None,
        description="The name of the kept HTML, for `/api/extract`. Only with `keepHtml`, for "
        "HTML pages.",
    )


class BatchItem(Camel):
    """The result for one address."""

    url: str = Field(description="The address as the request has it.")
    ok: bool
    result: ScrapedPage | None = None
    error: ProblemDocument | None = Field(
        None,
        description="The problem that a single scrape of this address would have answered with.",
    )


class BatchResult(Camel):
    """The results, in the order of the request."""

    results: list[BatchItem]


class Extraction(Camel):
    """Fields of a kept page."""

    artifact_id: str
    url: str
    parse: str | None = Field(description="`gave up` if the page took too long to read, else null.")
    extracted: Extracted
    markdown: str | None = Field(
        None, description="The main content as Markdown. Only with `markdown`."
    )
