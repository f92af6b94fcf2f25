"""Pages as face A documents them."""

from typing import Literal

from pydantic import BaseModel, Field

from leadline.api.answers import AskedList
from leadline.api.crawls.schemas import MOST
from leadline.services.pages import STATUSES

State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]
Reason = Literal["scope", "robots", "limit", "trap", "address"]
FoundBy = Literal["root", "link", "redirect", "sitemap"]
_PAGE = "4611686018427387904"


class AskedPages(AskedList):
    """Which pages to list: those that meet all that is given."""

    state: State | None = Field(None, description="Only pages in this state.")
    reason: Reason | None = Field(None, description="Only pages that were skipped for it.")
    rule: str | None = Field(
        None,
        max_length=200,
        description="Only pages that this rule keeps out, as `cuts` names them.",
        examples=["max_per_shape"],
    )
    error: str | None = Field(
        None,
        max_length=200,
        description="Only pages that failed in this way, as `errors` names them.",
        examples=["TimedOut"],
    )
    status: str | None = Field(
        None,
        pattern=STATUSES,
        description="Only pages that answered with it: a status, or a class of them.",
        examples=["404", "4xx"],
    )
    depth: int | None = Field(None, ge=0, le=MOST, description="Only pages at this depth.")
    host: str | None = Field(
        None,
        max_length=300,
        description="Only pages of this host, with its port when that is not 80 or 443.",
        examples=["example.com"],
    )
    content_type: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9.+-]{1,100}/([A-Za-z0-9.+-]{1,100}|\*)$",
        description="Only pages of this type, or of all of a kind.",
        examples=["text/html", "image/*"],
    )
    content_hash: str | None = Field(
        None,
        pattern="^[0-7][0-9a-f]{15}$",
        description="Only pages with the same bytes as the one that has this.",
    )
    search: str | None = Field(
        None,
        max_length=1_000,
        description="Only pages with this in their address or title; a to z are as A to Z.",
        examples=["contact"],
    )
    after_seq: int | None = Field(
        None, ge=0, le=2**62, description="Only pages that ended after the one with this `seq`."
    )
    sort: Literal["address", "depth", "status", "size", "time", "title", "seq"] = Field(
        "address",
        description="What pages are sorted by; those that have none of it come last. `time` is "
        "how long the answer took, `seq` the order in which they ended.",
    )
    order: Literal["asc", "desc"] | None = Field(
        None, description="By default `size` and `time` begin with the largest."
    )


class ListedPage(BaseModel):
    """A page. null is what is not known, or not yet; what a site wrote is as it wrote it."""

    id: str = Field(examples=[_PAGE])
    url: str = Field(description="As it was found first, and is requested.")
    key: str = Field(description="What addresses of one page have in common.")
    name: str = Field(description="The key without its scheme.", examples=["EXAMPLE.COM/Path"])
    http_type: str = Field(examples=["HTTPS://"])
    state: State
    reason: Reason | None = Field(description="Why it is skipped.")
    rule: str | None = Field(description="The rule by which it is skipped.")
    status: int | None = Field(description="Of the answer.")
    depth: int
    parent: str | None = Field(description="The page before it on a shortest path.")
    found_on: str | None = Field(description="The page that led to it first.")
    found_by: FoundBy
    fetched: bool = Field(description="Whether an answer came.")
    content_type: str | None
    size: int | None = Field(description="Bytes of the body, decoded.")
    title: str | None
    redirected_to: str | None
    error: str | None = Field(description="The kind of error with which it failed last.")
    message: str | None = Field(description="The same in words.")
    attempts: int
    host: str
    content_hash: str | None
    dns_ms: float | None
    connect_ms: float | None
    tls_ms: float | None
    first_byte_ms: float | None
    total_ms: float | None
    took_ms: float | None = Field(description="The whole answer.")
    seq: int | None = Field(description="Pages are numbered as they end.")


class PageItems(BaseModel):
    """Some pages."""

    items: list[ListedPage]
    next: str | None = Field(description="Give it as `cursor` to go on; null at the end.")
