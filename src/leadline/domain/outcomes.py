"""Outcomes: a worker reports one for each page of its lease."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Answer, Lead, NewPage, PackedLeads, Token
from leadline.domain.skips import SkipReason


# Named tuples, because every page has one: see `Task`.
class Completed(NamedTuple):
    """The page was fetched and read, or answered with a redirect.

    - `moved_to` is only for the root: the page that it was redirected to takes its place.
    - `bodies` are the stored pieces by name (`headers`, `text`, `html`, `result`), compressed.
    - `host_wait_s` is set if the host asked for a pause.
    """

    page: PageId
    answer: Answer
    leads: tuple[Lead, ...] | PackedLeads = ()
    found: tuple[NewPage, ...] = ()
    bodies: Mapping[str, bytes] = MappingProxyType({})
    moved_to: NewPage | None = None
    host_wait_s: float | None = None


class HostAt(NamedTuple):
    """A host that redirects led to, and its registrable domain."""

    host: str
    site: str


@dataclass(frozen=True, slots=True)
class Failed:
    """No usable answer came.

    - `status` is set if an answer came.
    - `retry_in_s` is when to try again; None if the page is not tried again.
    - `costs_attempt` is false if the cause is the host.
    - `is_of_host`: the host could not be reached, so that every page of it would fail. The store
      decides whether to wait for it.
    - `is_there`: the host answers, but its robots.txt cannot be read. The crawl waits for it while
      it has other pages to fetch; then the pages of the host are skipped.
    - `host_wait_s` is set if the host asked for a pause.
    - `at` is the host that failed or answered, if redirects led from the page's own to another.
    """

    page: PageId
    kind: str
    message: str
    status: int | None = None
    retry_in_s: float | None = None
    costs_attempt: bool = True
    is_of_host: bool = False
    is_there: bool = False
    host_wait_s: float | None = None
    at: HostAt | None = None


@dataclass(frozen=True, slots=True)
class SkippedPage:
    """The page is skipped by a rule that only the worker can apply (robots.txt, the guard)."""

    page: PageId
    reason: SkipReason
    rule: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """The page goes back to the queue as it was, for the next claim.

    `address` is set if redirects to the same page led there (`hops`) before the turn ended.
    """

    page: PageId
    address: Address | None = None
    hops: int = 0


@dataclass(frozen=True, slots=True)
class Discovered:
    """Some of the pages that a page links to, if they are too many for one commit."""

    page: PageId
    found: tuple[NewPage, ...]


@dataclass(frozen=True, slots=True)
class Escalated:
    """The page needs a browser, and goes back for a worker that has one; `why` is the reason."""

    page: PageId
    why: str


Outcome = Completed | Failed | SkippedPage | Returned | Discovered | Escalated


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn on a host, for the next holder."""

    last_start_ago_s: float | None
    """None if no request was started. Pages of the lease that are not reported are open requests,
    and count against the limit of the host."""


@dataclass(frozen=True, slots=True)
class Report:
    """Outcomes of pages of one lease, stored in one transaction."""

    token: Token
    crawl: CrawlId
    host: str
    outcomes: tuple[Outcome, ...]
    turn_end: TurnEnd | None = None
    is_left: bool = False
    """Whether a visit is over, or no request of a lost lease is open, so that the lease ends."""
