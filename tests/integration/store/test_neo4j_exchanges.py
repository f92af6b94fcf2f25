"""The exchanges with the server that a claim and a commit take: each waits for the network."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from neo4j._async.io._bolt._common import AsyncOutbox  # the only place that all messages pass

from answers import ANSWER
from backing import OnServer
from contract.conftest import HTTP, ONE, page
from leadline import bootstrap
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.outcomes import Completed, Report, TurnEnd
from leadline.domain.pages import Batch, Lead
from leadline.store.contract import Store

C = CrawlId("c")


@pytest.fixture
async def store(on_server: OnServer) -> AsyncIterator[Store]:
    store = bootstrap.open_store(on_server.settings)
    yield store
    await store.aclose()


class Exchanges:
    """Counts messages, or groups of them, that the server was sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._count = 0
        self.counts: dict[str, int] = {}
        flush = AsyncOutbox.flush

        async def counted(outbox: AsyncOutbox) -> bool:
            has_sent: bool = await flush(outbox)  # type: ignore[no-untyped-call]
            self._count += has_sent
            return has_sent

        monkeypatch.setattr(AsyncOutbox, "flush", counted)

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        self._count = 0
        yield
        self.counts[what] = self._count


def report(batch: Batch, *numbers: int) -> list[Report]:
    """Return the report of a batch whose pages were fetched, and led to these pages."""
    found = tuple(map(page, numbers))
    leads = tuple(Lead(each.id, "", ()) for each in found) or (Lead(PageId(1), "", ()),)
    outcomes = tuple(
        Completed(task.id, ANSWER, leads, found, {"text": b"text"}) for task in batch.tasks
    )
    return [Report(batch.token, C, batch.host, outcomes, TurnEnd(0.0))]


@pytest.mark.parametrize("delay_ms", [0, 1])
async def test_claims_and_commits_take_few_exchanges(
    delay_ms: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = CrawlOptions(delay_ms=delay_ms, concurrency=4)
    await store.create(C, CrawlKind.CRAWL, options, page(1, depth=0))
    [root] = (await store.claim(ONE, HTTP, 1, 1)).batches
    await store.complete(ONE, 1, report(root, *range(2, 40)))
    exchanges, commit = Exchanges(monkeypatch), 2

    for _ in range(3):
        with exchanges.of("claim"):
            batches = (await store.claim(ONE, HTTP, 8, 4)).batches
        for batch in batches:
            commit += 1
            with exchanges.of("commit"):
                await store.complete(ONE, commit, report(batch, 40 + commit))
    with exchanges.of("claim of nothing"):
        await store.claim(ONE, HTTP, 8, 4, CrawlId("other"))

    print(f"exchanges with a gap of {delay_ms} ms: {exchanges.counts}")  # noqa: T201 -- a figure of the run
    assert exchanges.counts["claim"] <= 6
    assert exchanges.counts["commit"] <= 5
