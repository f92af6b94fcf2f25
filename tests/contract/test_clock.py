"""A clock that is set back stops nothing."""

from collections.abc import Callable

import pytest

from contract.conftest import LEASE_S, ONE, World, done, page, report, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.domain.outcomes import Failed, TurnEnd
from leadline.store.contract import Store

HOUR_S = 3600
At = Callable[[float], Store]


@pytest.fixture
def at(world: World) -> At:
    """The store at times from now on, in seconds."""
    return world.later


async def crawled(store: Store) -> None:
    """A crawl with a gap, of which one page was fetched just now."""
    await store.check()
    options = CrawlOptions(delay_ms=100)
    await store.create(CrawlId("c"), CrawlKind.CRAWL, options, page(1, depth=0))
    [root] = (await take(store, ONE, 1)).batches
    await report(store, root, done(root.tasks[0], page(2), page(3)), turn_end=TurnEnd(0.0))


async def test_hosts_and_crawls_are_served_after_the_clock_was_set_back(at: At) -> None:
    await crawled(at(HOUR_S))

    stopped = await take(at(2), ONE, 9)
    await at(1).check()
    served = await take(at(2), ONE, 9)

    assert stopped.batches == ()
    assert [len(batch.tasks) for batch in served.batches] == [2]


async def test_a_page_waits_no_longer_for_its_next_attempt(at: At) -> None:
    later = at(HOUR_S)
    await crawled(later)
    [batch] = (await take(at(HOUR_S + 1), ONE, 1)).batches
    failed = Failed(batch.tasks[0].id, "TimedOut", "", retry_in_s=5)
    await report(at(HOUR_S + 1), batch, failed, turn_end=TurnEnd(0.0))
    await at(HOUR_S + 1).check()

    await at(0).check()
    [other] = (await take(at(0.5), ONE, 1)).batches
    await report(at(0.5), other, done(other.tasks[0]), turn_end=TurnEnd(0.0))
    [again] = (await take(at(6), ONE, 1)).batches

    assert [other.tasks[0].attempt, again.tasks[0].attempt] == [1, 2]


async def test_a_lease_ends_in_its_time(at: At) -> None:
    await crawled(at(HOUR_S))
    [held] = (await take(at(HOUR_S + 1), ONE, 1)).batches
    await at(HOUR_S + 1).check()
    await at(0).check()

    early = await at(0).renew(ONE, [held.token])
    await take(at(LEASE_S + 5), ONE, 1)
    late = await at(LEASE_S + 5).renew(ONE, [held.token])

    assert early == set()
    assert late == {held.token}


async def test_a_clock_that_goes_on_changes_nothing(at: At) -> None:
    await crawled(at(0))
    await at(0.05).check()

    assert (await take(at(0.05), ONE, 9)).batches == ()
