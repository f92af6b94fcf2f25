"""A section at work: the rows that it has seen, with the changes that it has decided on so far."""

from collections import defaultdict
from collections.abc import Iterable

from leadline.domain.crawls import CrawlStatus
from leadline.store.rules.section.changes import Changes
from leadline.store.rules.section.questions import Opened, Seen
from leadline.store.rules.section.rows import CrawlRow, HostRow, LeaseRow, Queue, QueueRow, Turn

_OPEN = frozenset([CrawlStatus.RUNNING, CrawlStatus.PAUSED])


class View:
    """The rows of a section as they will be when its changes are applied."""

    def __init__(self, opened: Opened, crawl: CrawlRow, seen: Seen | None = None) -> None:
        seen = seen or Seen()
        self.now = opened.now
        self.policy = opened.policy
        self.crawl = crawl
        self.seen = seen
        self.changes = Changes(crawl)
        self._on_host: defaultdict[str, list[LeaseRow]] = defaultdict(list)
        for lease in seen.leases.values():
            self._on_host[lease.queue.host].append(lease)
        self._queues: defaultdict[str, dict[Queue, QueueRow]] = defaultdict(dict)
        for queue, row in seen.queues.items():
            self._queues[queue.host][queue] = row
        self._known = 0

    def queue(self, queue: Queue) -> QueueRow:
        """Return a queue of the crawl; its counts are those from before the section."""
        known = self._queues[queue.host]
        if queue not in known:
            gap_s = self.crawl.gap_for(queue.kind)
            known[queue] = QueueRow(gap_s=gap_s, at=self.crawl.claimed_at)
        return known[queue]

    def queues_on(self, host: str) -> Iterable[tuple[Queue, QueueRow]]:
        """Return the queues of the crawl on a host, new ones included."""
        if len(self.changes.queues) != self._known:
            self._known = len(self.changes.queues)
            for queue in self.changes.queues:
                self.queue(queue)
        return list(self._queues[host].items())

    def change_times(self, queue: Queue) -> QueueRow:
        """Return a queue of the crawl, whose times are going to change."""
        row = self.changes.times[queue] = self.queue(queue)
        return row

    def ready(self, queue: Queue) -> int:
        """Return how many pages of a queue can be claimed."""
        changes = self.changes.queues
        return self.queue(queue).ready + (changes[queue][0] if queue in changes else 0)

    def unfinished(self, queue: Queue) -> int:
        """Return how many pages of a queue are unfinished."""
        changes = self.changes.queues
        return self.queue(queue).unfinished + (changes[queue][1] if queue in changes else 0)

    def host(self, name: str) -> HostRow:
        """Return a host."""
        return self.seen.hosts.setdefault(name, HostRow(name))

    def change_host(self, name: str, site: str = "") -> HostRow:
        """Return a host that is going to change."""
        row = self.changes.hosts[name] = self.host(name)
        row.site = row.site or site
        return row

    def change_lease(self, lease: LeaseRow) -> LeaseRow:
        """Return a lease that is going to change."""
        self.changes.leases[lease.token] = lease
        return lease

    def add_lease(self, lease: LeaseRow) -> None:
        """Note a lease that this section makes."""
        self._on_host[lease.queue.host].append(lease)

    def end_lease(self, lease: LeaseRow) -> None:
        """End a lease: its requests are no longer open."""
        lease.left = 0
        self.changes.leases.pop(lease.token, None)
        self.changes.ended_leases.append(lease.token)
        if lease.is_visit:
            self.changes.visit(lease.queue, -1)

    def lose_lease(self, lease: LeaseRow) -> None:
        """End a lease without its worker: its requests are open until the worker reports."""
        if lease.is_visit:
            self.changes.visit(lease.queue, -1)
        lease.turn, lease.size = Turn.LOST, 0
        self.change_lease(lease)

    def leases_on(self, host: str) -> list[LeaseRow]:
        """Return the leases on a host, of all crawls."""
        return self._on_host[host]

    def open_on(self, host: str) -> int:
        """Count the requests that are open on a host beside those of its turn."""
        return sum(lease.open for lease in self._on_host[host])

    def gap_s(self, host: str) -> float:
        """Return the gap of a host: the largest that an open crawl or robots.txt asks for."""
        gaps = [self.host(host).robots_gap_s, self.seen.other_gaps.get(host, 0.0)]
        if self.crawl.status in _OPEN:
            gaps += [row.gap_s for queue, row in self.queues_on(host) if self.unfinished(queue) > 0]
        return max(gaps)

    def gap_after_s(self, queue: Queue) -> float:
        """Return the gap after a turn of a queue, which may have no unfinished pages by now."""
        return max(self.gap_s(queue.host), self.queue(queue).gap_s)

    def rest_host(self, name: str, until: float) -> None:
        """Let a host rest until a time, or longer. Its queues notice when a claim looks at them."""
        host = self.change_host(name)
        host.rests_until = max(host.rests_until, until)


def count_allotted(leases: Iterable[LeaseRow]) -> int:
    """Count the requests that workers may have open by leases of a crawl.

    Batches of a worker on one host without a gap share what the largest of them may open.
    """
    allotted = 0
    shared: defaultdict[tuple[str, str], int] = defaultdict(int)
    for lease in leases:
        if lease.is_away:
            continue
        if lease.turn is Turn.HELD:
            allotted += min(lease.parallel, lease.left)
        elif lease.turn is not Turn.NONE:
            allotted += lease.open
        else:
            where = (lease.worker, lease.queue.host)
            shared[where] = max(shared[where], lease.parallel)
    return allotted + sum(shared.values())
