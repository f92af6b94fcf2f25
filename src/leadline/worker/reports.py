"""What a worker has to report: collected by lease, handed to the store in groups."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import Batch, Token
from leadline.domain.results import Completed, Discovered, Outcome, Report, TurnEnd
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


class Reports:
    """The leases of a worker, and what became of their pages since the last commit."""

    def __init__(self) -> None:
        self._leases: dict[Token, _Lease] = {}
        self.count = 0
        """Outcomes that wait to be stored."""

    def open(self, batch: Batch) -> None:
        """A batch was received."""
        self._leases[batch.token] = _Lease(batch.crawl, batch.host, len(batch.tasks))

    def tokens(self) -> list[Token]:
        """All leases that are held. May be asked by another thread."""
        return list(self._leases)

    def lose(self, token: Token) -> None:
        """A lease is no longer held: nobody is interested in its pages."""
        lease = self._leases.pop(token, None)
        self.count -= len(lease.outcomes) if lease else 0

    def add(self, token: Token, outcome: Outcome) -> None:
        """Note what became of a page; of a lost lease nothing is noted."""
        if lease := self._leases.get(token):
            lease.outcomes.append(outcome)
            lease.left -= 1
            self.count += 1

    def note_last_start(self, token: Token, at: float | None) -> None:
        """Note when the last request of a turn was written; it is over when its pages are."""
        if lease := self._leases.get(token):
            lease.last_start_at = at
            lease.has_turn_ended = lease.left == 0

    def end_turn(self, token: Token, last_start_at: float | None) -> None:
        """Note that a turn is over."""
        if lease := self._leases.get(token):
            lease.has_turn_ended = True
            lease.last_start_at = last_start_at

    def take(self) -> list[Report]:
        """All that is to be stored, and nothing of it remains here."""
        reports: list[Report] = []
        now = time.monotonic()
        for token, lease in list(self._leases.items()):
            if lease.outcomes or lease.has_turn_ended:
                reports += _reports(token, lease, now)
                lease.outcomes, lease.has_turn_ended = [], False
            if lease.left == 0:
                del self._leases[token]
        self.count = 0
        return reports


def grouped(reports: list[Report]) -> Iterator[list[Report]]:
    """Reports for one commit each: what one large sitemap lists would stop everybody for long."""
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
    """The reports of one lease, of which none has too many new pages."""
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
    yield Report(token, lease.crawl, lease.host, tuple(group), turn_end)


def _split(outcomes: list[Outcome]) -> Iterator[Outcome]:
    for outcome in outcomes:
        if not isinstance(outcome, Completed) or len(outcome.found) <= MAX_NEW_PAGES:
            yield outcome
            continue
        # A root that ends elsewhere may link to where it began, which is another page from then on.
        found = sorted(outcome.found, key=lambda page: page.id == outcome.page)
        while len(found) > MAX_NEW_PAGES:
            yield Discovered(outcome.page, tuple(found[:MAX_NEW_PAGES]))
            found = found[MAX_NEW_PAGES:]
        yield outcome._replace(found=tuple(found))
