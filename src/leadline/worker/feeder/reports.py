"""Outcomes of pages: collected by lease, and stored in groups."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from leadline.domain.crawls import CrawlId
from leadline.domain.outcomes import Completed, Discovered, Outcome, Report, TurnEnd
from leadline.domain.pages import Batch, Token
from leadline.store.contract import MAX_NEW_PAGES

_COMMIT_PAGES = 5_000


@dataclass(slots=True)
class _Lease:
    crawl: CrawlId
    host: str
    left: int
    outcomes: list[Outcome] = field(default_factory=list)
    has_turn_ended: bool = False
    last_start_at: float | None = None
    is_left: bool = False
    is_lost: bool = False


class Reports:
    """The leases of a worker, with the outcomes of their pages since the last commit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._leases: dict[Token, _Lease] = {}
        self.count = 0
        """Outcomes that wait to be stored."""

    def open(self, batch: Batch) -> None:
        """Note the lease of a batch that was received."""
        self._leases[batch.token] = _Lease(batch.crawl, batch.host, len(batch.tasks))

    def open_visit(self, batch: Batch) -> None:
        """Note the lease of a visit, which is held until it is left."""
        self._leases[batch.token] = _Lease(batch.crawl, batch.host, left=1)

    def leave(self, token: Token) -> None:
        """Note that a visit is over, or that no request of a lost lease is open."""
        if lease := self._leases.get(token):
            lease.left = 0
            lease.is_left = True

    def tokens(self) -> list[Token]:
        """Return all leases that are held. Any thread may call this."""
        return [token for token, lease in list(self._leases.items()) if not lease.is_lost]

    def lose(self, token: Token) -> bool:
        """Drop the outcomes of a lease, which is here until it is left; False: it is not held."""
        lease = self._held(token)
        if lease is None:
            return False
        self.count -= len(lease.outcomes)
        lease.outcomes, lease.has_turn_ended, lease.is_lost = [], False, True
        return True

    def is_lost(self, token: Token) -> bool:
        """Return whether a lease is lost, and its requests may be open."""
        return token in self._leases and self._leases[token].is_lost

    def _held(self, token: Token) -> _Lease | None:
        lease = self._leases.get(token)
        return None if lease is None or lease.is_lost else lease

    def add(self, token: Token, outcome: Outcome) -> None:
        """Note the outcome of a page, unless its lease was lost."""
        if lease := self._held(token):
            lease.outcomes.append(outcome)
            lease.left -= 1
            self.count += 1

    def note_last_start(self, token: Token, at: float | None) -> None:
        """Note when the last request of a turn was written; it is over when its pages are."""
        if lease := self._held(token):
            lease.last_start_at = at
            lease.has_turn_ended = lease.left == 0

    def end_turn(self, token: Token, last_start_at: float | None) -> None:
        """Note that a turn is over."""
        if lease := self._held(token):
            lease.has_turn_ended = True
            lease.last_start_at = last_start_at

    def take(self) -> list[Report]:
        """Return all that is to be stored; none of it remains here."""
        reports: list[Report] = []
        now = self._clock()
        for token, lease in list(self._leases.items()):
            if lease.outcomes or lease.has_turn_ended or lease.is_left:
                reports += _reports(token, lease, now)
                lease.outcomes, lease.has_turn_ended = [], False
            if lease.left == 0:
                del self._leases[token]
        self.count = 0
        return reports


def grouped(reports: list[Report]) -> Iterator[list[Report]]:
    """Yield the reports of one commit each: a large sitemap would block other writers for long."""
    group: list[Report] = []
    size = 0
    for report in reports:
        found = sum(map(_found, report.outcomes))
        if group and size + found > _COMMIT_PAGES:
            yield group
            group, size = [], 0
        group.append(report)
        size += found
    if group:
        yield group


def _found(outcome: Outcome) -> int:
    return len(outcome.found) if isinstance(outcome, Completed | Discovered) else 0


def _reports(token: Token, lease: _Lease, now: float) -> Iterator[Report]:
    """Yield the reports of one lease, none with too many new pages."""
    ago_s = None if lease.last_start_at is None else max(0.0, now - lease.last_start_at)
    turn_end = TurnEnd(ago_s) if lease.has_turn_ended else None
    group: list[Outcome] = []
    size = 0
    for outcome in _split(lease.outcomes):
        found = _found(outcome)
        if size + found > MAX_NEW_PAGES:
            yield Report(token, lease.crawl, lease.host, tuple(group))
            group, size = [], 0
        group.append(outcome)
        size += found
    yield Report(token, lease.crawl, lease.host, tuple(group), turn_end, lease.is_left)


def _split(outcomes: list[Outcome]) -> Iterator[Outcome]:
    for outcome in outcomes:
        if not isinstance(outcome, Completed) or len(outcome.found) <= MAX_NEW_PAGES:
            yield outcome
            continue
        # A root that was redirected may link to its first address, which is then another page.
        found = sorted(outcome.found, key=lambda page: page.id == outcome.page)
        while len(found) > MAX_NEW_PAGES:
            yield Discovered(outcome.page, tuple(found[:MAX_NEW_PAGES]))
            found = found[MAX_NEW_PAGES:]
        yield outcome._replace(found=tuple(found))
