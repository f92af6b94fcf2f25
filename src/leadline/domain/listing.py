"""Lists of crawls and pages: their filters, their order, and facts to count."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.domain.pages import Page, PageKind, PageState
from leadline.domain.skips import SkipReason


class CrawlPlace(NamedTuple):
    """The last crawl of a part of a list, after which the next part starts."""

    created_at: float
    id: CrawlId


@dataclass(frozen=True, slots=True)
class CrawlFilter:
    """A filter of crawls: they meet everything that is not None."""

    status: CrawlStatus | None = None
    search: str | None = None
    """Part of the address of the root, or of the submitted one; A to Z are as a to z."""


EVERY_CRAWL = CrawlFilter()


@dataclass(frozen=True, slots=True)
class PageFilter:
    """A filter of pages: they meet everything that is not None."""

    state: PageState | None = None
    is_fetched: bool | None = None
    """Of COMPLETED pages: whether they have an answer, or are too deep."""
    reason: SkipReason | None = None
    rule: str | None = None
    error: str | None = None
    """The error with which they failed."""
    status: tuple[int, int] | None = None
    """From and to, both included: (404, 404), or (400, 499) for a class."""
    depth: int | None = None
    host: str | None = None
    content_type: str | None = None
    """Without parameters, in small letters: `text/html`, or `image/*` for all of a kind."""
    search: str | None = None
    """Part of the address or the title; A to Z are as a to z."""
    title: str | None = None
    """Part of the title; A to Z are as a to z."""
    content_hash: int | None = None
    after_seq: int | None = None
    """Only pages that ended after the page with this sequence number."""


EVERY_PAGE = PageFilter()


class SortKey(StrEnum):
    """A column to sort pages by. `time` is the duration of the answer, `seq` the order of ending.

    The link index counts `links_in` and `links_out`; a store does not have them.
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
    """The order of pages. Pages without a value come last, ascending and descending."""

    by: SortKey = SortKey.ADDRESS
    is_descending: bool = False


@dataclass(frozen=True, slots=True)
class PageList:
    """A part of a list of pages, and the cursor of the next part; None at the end."""

    items: tuple[Page, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class SomeIds:
    """Ids of some pages, and the place where the next ones start; None at the end."""

    ids: tuple[PageId, ...]
    next: int | None


# One for each page, all read at once: a tuple is made in half the time of a dataclass.
class PageFacts(NamedTuple):
    """The facts of a page that are counted. `took_ms` is the time of the whole answer."""

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
    """Whether it is COMPLETED with an answer."""
    error: str | None = None
