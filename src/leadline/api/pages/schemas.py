"""Schemas of pages."""

from typing import Any, Literal

from pydantic import BaseModel, Field, create_model

from leadline.api.json_io import ListQuery, StrictQuery
from leadline.api.pages.filters import FilterQuery
from leadline.services.page_records import PAGE_FIELDS, PageRecord, State

_PAGE = "4611686018427387904"


class PagesQuery(FilterQuery, ListQuery):
    """Parameters of a list of pages: a filter and an order."""

    sort: Literal[
        "address", "depth", "status", "size", "time", "title", "seq", "links_in", "links_out"
    ] = Field(
        "address",
        description="The field to sort by. Pages without a value come last. `time` is how long "
        "the answer took, `seq` the order in which pages ended.",
    )
    order: Literal["asc", "desc"] | None = Field(
        None,
        description="The direction. By default, `size`, `time` and counts of links start with the "
        "largest.",
    )
    links: bool = Field(
        default=False,
        description="Count the links to and from each page. This is always done when the list is "
        "sorted by them. The first time, it reads all links of the crawl.",
    )


_FIELDS: dict[str, Any] = {
    name: (PageRecord.__annotations__[name], Field(description=field.description))
    for name, field in PAGE_FIELDS.items()
}


class ExportedPage(create_model("_Record", **_FIELDS)):  # type: ignore[misc]
    """A page as exports have it. null means that a value is not known, or not known yet.

    Texts are exactly as the site wrote them: show them as text, never as markup.
    """

    id: str = Field(examples=[_PAGE])


class LinkedFrom(BaseModel):
    """A page that links to another."""

    id: str
    url: str
    anchor: str = Field(description="The text of the first link.")


class ListedPage(ExportedPage):
    """A page of a list."""

    name: str = Field(description="The URL key without its scheme.", examples=["EXAMPLE.COM/Path"])
    http_type: str = Field(examples=["HTTPS://"])
    rule: str | None = Field(description="The rule that skips the page.")
    message: str | None = Field(description="The last error in words.")
    took_ms: float | None = Field(description="The time of the whole answer in ms.")
    seq: int | None = Field(
        description="The sequence number: pages are numbered in the order in which they end."
    )
    links_in: int | None = Field(
        description="The number of pages that link to it; null if not counted."
    )
    links_out: int | None = Field(
        description="The number of pages that it links to; null if not counted."
    )
    linked_from: list[LinkedFrom] | None = Field(
        description="For a failed page, up to three pages that link to it."
    )


class PageItems(BaseModel):
    """A part of a list of pages."""

    items: list[ListedPage]
    next: str | None = Field(
        description="Send it as `cursor` to get the next part; null at the end."
    )


class PageQuery(StrictQuery):
    """Parameters of a single page."""

    text: int = Field(
        1_000, ge=0, le=1_000_000, description="The number of characters of its text to return."
    )
    leads: int = Field(
        20, ge=0, le=1_000, description="The number of links to return, for each direction."
    )


class LeadsQuery(ListQuery):
    """Parameters of a list of links of a page."""

    direction: Literal["in", "out"] = Field(
        description="`in` lists links to the page, `out` links on the page."
    )


class HeaderLine(BaseModel):
    """A header of the answer."""

    name: str = Field(description="The name in small letters.", examples=["content-type"])
    value: str = Field(description="The value. For cookies, only their names are stored.")


class Hop(BaseModel):
    """A redirect."""

    id: str
    url: str
    status: int | None
    location: str


class Step(BaseModel):
    """A link on a path, in its stored form."""

    source: str
    source_id: str
    target: str
    target_id: str
    anchor: str
    rel: list[str]


class LeadEnd(BaseModel):
    """A link in its stored form, and the page at its other end."""

    id: str = Field(description="The id of the page at the other end.", examples=[_PAGE])
    url: str
    title: str | None
    state: State
    fetched: bool = Field(
        description="Whether the page was fetched. A COMPLETED page that was not fetched is too "
        "deep."
    )
    status: int | None
    anchor: str = Field(description="The text of the first link.", examples=["Contact"])
    rel: list[str] = Field(examples=[["nofollow"]])
    redirect: bool = Field(description="Whether it is a redirect and not a link.")


class Leads(BaseModel):
    """A part of the links of a page, in one direction."""

    count: int = Field(description="The number of links in this direction.")
    items: list[LeadEnd]
    next: str | None = Field(
        description="Send it as `cursor` to get the next part; null at the end."
    )


class SamePage(BaseModel):
    """Another page with the same bytes."""

    id: str
    url: str


class PageDetails(ListedPage):
    """A page with everything that is stored of it."""

    kind: Literal["page", "sitemap", "browser", "external"]
    crawled: bool
    explanation: str = Field(
        description="A sentence about what happened to the page.",
        examples=["not fetched: robots.txt has the line 'Disallow: /private'"],
    )
    lifted_by: str | None = Field(
        description="The option or setting that would change it.", examples=["--scope"]
    )
    parent_url: str | None
    found_on_url: str | None
    ip: str | None = Field(description="The IP address that answered.")
    truncated: str | None = Field(description="Why the body is truncated; null if it is complete.")
    parse: str | None = Field(
        description="The problem with reading the page; null if there was none."
    )
    kept: dict[str, int] = Field(
        description="The stored parts of the page, each with its compressed size in bytes.",
        examples=[{"headers": 204, "text": 1_311}],
    )
    headers: list[HeaderLine] | None = Field(
        description="The headers of the answer, in the order of the answer."
    )
    text: str | None = Field(
        description="The first characters of its text: as many as `?text=` requests."
    )
    text_length: int = Field(description="The length of the whole text in characters.")
    description: str | None = Field(
        description="The description that the page has of itself, up to 1,000 characters."
    )
    keywords: list[str] = Field(
        description="The keywords that the page has of itself, up to 1,000 characters in all."
    )
    redirects: list[Hop] = Field(description="The redirects from this page, hop by hop.")
    path: list[Step] = Field(
        description="A shortest path to the page, from the root or from a page that a sitemap "
        "lists."
    )
    duplicates: list[SamePage] | None = Field(
        description="Up to ten other pages with the same bytes; null in crawls of more than "
        "100,000 pages. `…/pages?content_hash=` lists all of them."
    )
    leads_in: Leads
    leads_out: Leads
