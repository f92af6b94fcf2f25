"""Asking for crawls and pages: which, in which order, and how they are counted."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import Page, PageKind, PageState


class CrawlPlace(NamedTuple):
    """Where a list of crawls ended: at this one."""

    created_at: float
    id: CrawlId


@dataclass(frozen=True, slots=True)
class CrawlFilter:
    """Which crawls are wanted: those that meet all that is not None."""

    status: CrawlStatus | None = None
    search: str | None = None
    """Part of the root's address, or of what was submitted; A to Z and a to z are the same."""


EVERY_CRAWL = CrawlFilter()


@dataclass(frozen=True, slots=True)
class PageFilter:
    """Which pages are wanted: those that meet all that is not None."""

    state: PageState | None = None
    is_fetched: bool | None = None
    """Of COMPLETED pages: those with an answer, or those that are too deep to be asked for."""
    reason: SkipReason | None = None
    rule: str | None = None
    error: str | None = None
    """The kind of error with which it failed."""
    status: tuple[int, int] | None = None
    """From and to, both included: (404, 404), or (400, 499) for a class."""
    depth: int | None = None
    host: str | None = None
    content_type: str | None = None
    """Without parameters, in small letters: `text/html`, or `image/*` for all of a kind."""
    search: str | None = None
    """Part of the address or the title; A to Z and a to z are the same."""
    title: str | None = None
    """Part of the title; A to Z and a to z are the same."""
    content_hash: int | None = None
    after_seq: int | None = None
    """Only what ended after the page with this number."""


EVERY_PAGE = PageFilter()


class SortKey(StrEnum):
    """A key to sort pages by. `time` is how long the answer took, `seq` when they ended.

    `links_in` and `links_out` are counted by the link index; a store knows nothing of them.
    """

    ADDRESS = "address"
    DEPTH = "depth"
    STATUS = "status"
    SIZE = "size"
    TIME = "time"
    TITLE = "title"
    SEQ = "seq"
    LINKS_IN = "links_in"
    LINKS_OUT = "links_out"


@dataclass(frozen=True, slots=True)
class PageOrder:
    """The order of pages. Those of which it is not known come last, either way."""

    by: SortKey = SortKey.ADDRESS
    is_descending: bool = False


@dataclass(frozen=True, slots=True)
class PageList:
    """Some pages of a list, and the cursor to go on with; None at the end of it."""

    items: tuple[Page, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class SomeIds:
    """Ids of some pages, and the place to go on from; None at the end."""

    ids: tuple[PageId, ...]
    next: int | None


# As many as pages, and read all at once: tuples are made in half the time.
class PageFacts(NamedTuple):
    """What of a page can be counted. `took_ms` is the time of the whole answer."""

    id: PageId
    state: PageState
    reason: SkipReason | None
    rule: str | None
    status: int | None
    depth: int
    host: str
    domain: str
    content_type: str | None
    size: int | None
    took_ms: float | None
    content_hash: int | None
    is_redirect: bool
    kind: PageKind
    parent: PageId | None = None
    is_fetched: bool = False
    error: str | None = None
    """Whether it is COMPLETED with an answer."""
