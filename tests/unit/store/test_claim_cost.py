"""The work of claims and commits, in steps of SQLite's machine: these do not depend on the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from answers import ANSWER
from contract.conftest import HTTP, ONE
from figures import Figure
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.outcomes import Completed, Discovered, Outcome, Report, TurnEnd
from leadline.domain.pages import FoundBy, NewPage
from leadline.store.sqlite.store import SqliteStore

FEW_HOSTS = 200
MANY_HOSTS = 10_000
RUNNING = 1_000
FINISHED = 2_000
CLAIMED = 64
GRAIN = 10
CHUNK = 1_000


class Counted:
    """A store whose work is counted."""

    def __init__(self, path: Path) -> None:
        self.store = SqliteStore(path)
        self.steps = 0
        self._commits = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count the work of what is done inside."""
        self.store._db.set_progress_handler(self._step, GRAIN)
        yield
        self.store._db.set_progress_handler(None, GRAIN)

    async def create(self, name: str, host: str) -> None:
        """Make a crawl of a host."""
        options = CrawlOptions(concurrency=1_000)
        await self.store.create(CrawlId(name), CrawlKind.CRAWL, options, page(host, 1))

    async def complete(self, *reports: Report) -> None:
        """Store outcomes."""
        self._commits += 1
        await self.store.complete(ONE, self._commits, reports)

    def _step(self) -> int:
        self.steps += GRAIN
        return 0


def page(host: str, number: int) -> NewPage:
    address = Address(f"http://{host}/")
    return NewPage(PageId(number), address, host, host, 0, 0, FoundBy.LINK, is_fetched=True)


async def crawl_broadly(counted: Counted, hosts: int) -> None:
    """Make a crawl with a page on each of many hosts."""
    await counted.create("broad", "root.example")
    [root] = (await counted.store.claim(ONE, HTTP, 1, 256)).batches
    pages = [page(f"h{number}.example", number + 2) for number in range(hosts)]
    outcomes: list[Outcome] = [
        Discovered(PageId(1), tuple(pages[start : start + CHUNK]))
        for start in range(0, hosts, CHUNK)
    ]
    outcomes.append(Completed(PageId(1), ANSWER))
    for outcome in outcomes:
        await counted.complete(Report(root.token, root.crawl, root.host, (outcome,)))


async def let_others_wait(counted: Counted) -> None:
    """Make crawls that are over, and crawls of a host that is left alone."""
    for number in range(FINISHED):
        await counted.create(f"f{number}", "old.example")
        await counted.store.set_status(CrawlId(f"f{number}"), CrawlStatus.CANCELLED)
    for number in range(RUNNING):
        await counted.create(f"r{number}", "rests.example")
    counted.store._db.execute("UPDATE host SET rests_until = 9e9 WHERE name = 'rests.example'")
    assert (await counted.store.claim(ONE, HTTP, 1, 256, CrawlId("r0"))).batches == ()


async def work_on(counted: Counted) -> int:
    """Claim and complete pages of the broad crawl; returns the steps that the last round took."""
    for _ in range(2):
        counted.steps = 0
        with counted.counting():
            claim = await counted.store.claim(ONE, HTTP, CLAIMED, 256)
            reports = [
                Report(
                    batch.token,
                    batch.crawl,
                    batch.host,
                    tuple(Completed(task.id, ANSWER) for task in batch.tasks),
                    TurnEnd(0.0),
                )
                for batch in claim.batches
            ]
            await counted.complete(*reports)
            await counted.store.claim(ONE, HTTP, 0, 256)
        assert len(claim.batches) > CLAIMED // 2
    return counted.steps


async def test_claims_and_commits_do_not_become_dearer_with_hosts_and_crawls(
    tmp_path: Path, figure: Figure
) -> None:
    steps = {}
    for hosts, is_shared in ((FEW_HOSTS, False), (MANY_HOSTS, False), (MANY_HOSTS, True)):
        counted = Counted(tmp_path / f"{hosts}-{is_shared}.db")
        await crawl_broadly(counted, hosts)
        if is_shared:
            await let_others_wait(counted)
        steps[hosts, is_shared] = await work_on(counted)
        await counted.store.aclose()

    few, many, shared = steps.values()
    figure(
        f"work of a page with {MANY_HOSTS:,} hosts",
        f"{many / few:.2f} x that with {FEW_HOSTS}; {shared / few:.2f} x"
        f" beside {RUNNING:,} crawls that wait and {FINISHED:,} that are over",
    )
    assert many <= 1.3 * few
    assert shared <= 1.3 * few
