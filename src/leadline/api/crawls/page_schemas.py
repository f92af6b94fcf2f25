"""Pages as face A documents them."""

from typing import Literal

from pydantic import BaseModel, Field

from leadline.api.answers import Asked, AskedList
from leadline.api.crawls.filters import AskedFilter, Reason

State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]
FoundBy = Literal["root", "link", "redirect", "sitemap"]
_PAGE = "4611686018427387904"


class AskedPages(AskedFilter, AskedList):
    """A list of pages: a filter and an order."""

    sort: Literal[
        "address", "depth", "status", "size", "time", "title", "seq", "links_in", "links_out"
    ] = Field(
        "address",
        description="What pages are sorted by; those that have none of it come last. `time` is "
        "how long the answer took, `seq` the order in which they ended.",
    )
    order: Literal["asc", "desc"] | None = Field(
        None, description="By default `size`, `time` and links begin with the largest."
    )
    links: bool = Field(
        default=False,
        description="Count the links to and from each page, as it is done when they are sorted "
        "by. The first time, that reads all links of the crawl.",
    )


class ExportedPage(BaseModel):
    """A page as exports have it. null is what is not known, or not yet.

    What a site wrote is as it wrote it: show it as text.
    """

    id: str = Field(examples=[_PAGE])
    url: str = Field(description="As it was found first, and is requested.")
    key: str = Field(description="What addresses of one page have in common.")
    state: State
    reason: Reason | None = Field(description="Why it is skipped.")
    status: int | None = Field(description="Of the answer.")
    depth: int
    parent: str | None = Field(description="The page before it on a shortest path.")
    found_on: str | None = Field(description="The page that led to it first.")
    found_by: FoundBy
    fetched: bool = Field(
        description="Whether it is COMPLETED with an answer. A COMPLETED page that is not was too "
        "deep to be fetched."
    )
    content_type: str | None
    size: int | None = Field(description="Bytes of the body, decoded.")
    title: str | None
    redirected_to: str | None
    error: str | None = Field(description="The kind of error with which it failed last.")
    attempts: int
    host: str
    content_hash: str | None
    dns_ms: float | None
    connect_ms: float | None
    tls_ms: float | None
    first_byte_ms: float | None
    total_ms: float | None


class LinkedFrom(BaseModel):
    """A page that links to another."""

    id: str
    url: str
    anchor: str = Field(description="The text of the first link.")


class ListedPage(ExportedPage):
    """A page of a list."""

    name: str = Field(description="The key without its scheme.", examples=["EXAMPLE.COM/Path"])
    http_type: str = Field(examples=["HTTPS://"])
    rule: str | None = Field(description="The rule by which it is skipped.")
    message: str | None = Field(description="The error in words.")
    took_ms: float | None = Field(description="The whole answer.")
    seq: int | None = Field(description="Pages are numbered as they end.")
    links_in: int | None = Field(description="How many pages link to it; null if not counted.")
    links_out: int | None = Field(description="How many pages it links to; null if not counted.")
    linked_from: list[LinkedFrom] | None = Field(
        description="Of a page that failed, up to three of the pages that link to it."
    )


class PageItems(BaseModel):
    """Some pages."""

    items: list[ListedPage]
    next: str | None = Field(description="Give it as `cursor` to go on; null at the end.")


class AskedPage(Asked):
    """How much of a page."""

    text: int = Field(1_000, ge=0, le=1_000_000, description="How many characters of its text.")
    leads: int = Field(20, ge=0, le=1_000, description="How many leads, each way.")


class AskedLeads(AskedList):
    """Which leads of a page."""

    direction: Literal["in", "out"] = Field(description="Those that lead to it, or those on it.")


class HeaderLine(BaseModel):
    """A header of the answer."""

    name: str = Field(description="In small letters.", examples=["content-type"])
    value: str = Field(description="Of cookies only the names are kept.")


class Hop(BaseModel):
    """A redirect."""

    id: str
    url: str
    status: int | None
    location: str


class Step(BaseModel):
    """A lead on a path."""

    source: str
    source_id: str
    target: str
    target_id: str
    anchor: str
    rel: list[str]


class LeadEnd(BaseModel):
    """A lead, and the page at its other end."""

    id: str = Field(description="Of the page at the other end.", examples=[_PAGE])
    url: str
    title: str | None
    state: State
    fetched: bool = Field(description="A COMPLETED page that is not was too deep to be fetched.")
    status: int | None
    anchor: str = Field(description="The text of the first link.", examples=["Contact"])
    rel: list[str] = Field(examples=[["nofollow"]])
    redirect: bool = Field(description="Whether it is no link, but a redirect.")


class Leads(BaseModel):
    """Some leads of a page, one way."""

    count: int = Field(description="How many there are in all.")
    items: list[LeadEnd]
    next: str | None = Field(description="Give it as `cursor` to go on; null at the end.")


class SamePage(BaseModel):
    """Another page."""

    id: str
    url: str


class PageDetails(ListedPage):
    """A page with all that is kept of it."""

    kind: Literal["page", "sitemap", "browser", "external"]
    crawled: bool
    explanation: str = Field(
        description="What became of it, in a sentence.",
        examples=["not fetched: robots.txt has the line 'Disallow: /private'"],
    )
    lifted_by: str | None = Field(
        description="The option or setting that would change that.", examples=["--scope"]
    )
    parent_url: str | None
    found_on_url: str | None
    ip: str | None = Field(description="Who answered.")
    truncated: str | None = Field(description="Why the body is not whole, if it is not.")
    parse: str | None = Field(description="What went wrong in reading it, if something did.")
    kept: dict[str, int] = Field(
        description="What is kept of it, with the bytes that each piece takes, compressed.",
        examples=[{"headers": 204, "text": 1_311}],
    )
    headers: list[HeaderLine] | None = Field(description="Of the answer, as they came.")
    text: str | None = Field(description="The beginning of its text, as `?text=` says.")
    text_length: int = Field(description="Characters of the whole text.")
    redirects: list[Hop] = Field(description="Where it leads by redirects, hop by hop.")
    path: list[Step] = Field(
        description="A shortest way there: from the root, or from what a sitemap lists."
    )
    duplicates: list[SamePage] | None = Field(
        description="Up to ten other pages with the same bytes; null in crawls with more than "
        "100,000 pages. `…/pages?content_hash=` finds all of them."
    )
    leads_in: Leads
    leads_out: Leads
