"""What a worker reports of the pages it was handed."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import Lead, NewPage, PackedLeads, Token


# Named tuples, as every page has one: see `Task`.
class Answer(NamedTuple):
    """What is kept of the response to a page. Times in milliseconds."""

    status: int
    content_type: str
    size: int
    title: str
    truncated: str | None
    parse: str | None
    content_hash: int
    redirected_to: Address | None
    timings: tuple[float, ...]
    ip: str
    ended_at: Address | None = None
    """Where redirects to the page itself led; None when it answered at its own address."""


class Completed(NamedTuple):
    """The page was fetched and read, or answered with a redirect.

    `moved_to` is where the root ended, for the root alone: its page is known by that from now on.
    `bodies` are kept pieces by name (`headers`, `text`, `html`, `result`), compressed.
    `host_wait_s`: the host asked for patience.
    """

    page: PageId
    answer: Answer
    leads: tuple[Lead, ...] | PackedLeads = ()
    found: tuple[NewPage, ...] = ()
    bodies: Mapping[str, bytes] = MappingProxyType({})
    moved_to: NewPage | None = None
    host_wait_s: float | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """No usable answer. `retry_in_s` puts the page back; None is the end of it.

    `costs_attempt` is false when the host is to blame. `status` is set when an answer came.
    `is_of_host`: the host could not be reached at all, which every page of it would have met; the
    store then decides whether to wait for it. If it `is_there` all the same, but does not tell what
    may be read, it is waited for while there is anything else to do; then its pages are skipped.
    `host_wait_s`: the host asked for patience.
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


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule that could be asked only now (robots, the guard) keeps the page from being fetched."""

    page: PageId
    reason: SkipReason
    rule: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """Not worked on: goes back as it was, for whoever claims it next.

    With an `address` as many redirects led there, to the same page, but the host's turn was over.
    """

    page: PageId
    address: Address | None = None
    hops: int = 0


@dataclass(frozen=True, slots=True)
class Discovered:
    """Pages that a page links to, which is not done yet: what is too much for one commit."""

    page: PageId
    found: tuple[NewPage, ...]


@dataclass(frozen=True, slots=True)
class Escalated:
    """The page needs a browser, and goes back for a worker that has one; `why` names the sign."""

    page: PageId
    why: str


Outcome = Completed | Failed | Refused | Returned | Discovered | Escalated


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How a turn on a host ended: what the next holder has to know."""

    last_start_ago_s: float | None
    """None when nothing was started. Pages of the lease that are not reported are open requests,
    and count against the host's limit."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of pages of one lease; stored whole or not at all."""

    token: Token
    crawl: CrawlId
    host: str
    outcomes: tuple[Outcome, ...]
    turn_end: TurnEnd | None = None
