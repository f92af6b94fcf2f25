"""A feeder: pages that it starts, gives back and forgets."""

import asyncio

from fake_time import now
from feeding import ScriptedStore, SlowWeb, feeding
from leadline.domain.outcomes import Completed, Outcome, Returned
from leadline.domain.pages import Token
from leadline.store.contract import Committed
from leased import HOST, batch, tasks


def returned(outcomes: list[Outcome]) -> list[int]:
    return sorted(each.page for each in outcomes if isinstance(each, Returned))


def completed(outcomes: list[Outcome]) -> list[int]:
    return sorted(each.page for each in outcomes if isinstance(each, Completed))


async def test_draining_gives_back_unstarted_pages_at_once_and_finishes_the_others() -> None:
    store = ScriptedStore([batch(tasks(5), parallel=2)])

    async with feeding(store, SlowWeb(answer_s=0.5)):
        await asyncio.sleep(0.1)

    first, last = store.commits
    assert (first.at, returned(first.outcomes)) == (0.1, [3, 4, 5])
    assert (last.at, completed(last.outcomes)) == (0.5, [1, 2])


async def test_draining_gives_back_unstarted_pages_of_turns() -> None:
    store = ScriptedStore([batch(tasks(5), gap_s=0.2)])

    async with feeding(store, SlowWeb(answer_s=0.5)):
        await asyncio.sleep(0.3)

    assert returned(store.all_outcomes()) == [3, 4, 5]
    assert completed(store.all_outcomes()) == [1, 2]


async def test_pages_that_take_longer_than_draining_may_are_given_back() -> None:
    store = ScriptedStore([batch(tasks(2))])

    async with feeding(store, SlowWeb(answer_s=50.0), drain_s=3.0):
        await asyncio.sleep(0.1)

    assert now() == 3.1
    assert returned(store.all_outcomes()) == [1, 2]


async def test_a_lost_lease_stops_pages_that_are_not_started() -> None:
    lost = batch(tasks(4), parallel=2)
    kept = batch(tasks(8)[4:], token=Token(2), parallel=2)
    store, web = ScriptedStore([lost, kept]), SlowWeb(answer_s=0.5)

    async with feeding(store, web) as feeder:
        await asyncio.sleep(0.1)
        feeder.lose([Token(1)])
        assert feeder.tokens() == [Token(2)]
        assert feeder.backlog.count == 4
        await asyncio.sleep(2.0)

    assert sorted(int(address[-1]) for _, address in web.sent) == [1, 2, 5, 6, 7, 8]
    assert completed(store.all_outcomes()) == [5, 6, 7, 8]
    assert returned(store.all_outcomes()) == []


async def test_a_lost_lease_stops_its_turn() -> None:
    store, web = ScriptedStore([batch(tasks(5), gap_s=0.2)]), SlowWeb(answer_s=0.5)

    async with feeding(store, web) as feeder:
        await asyncio.sleep(0.1)
        feeder.lose([Token(1)])
        await asyncio.sleep(2.0)
        assert feeder.backlog.count == 0

    assert len(web.sent) == 1
    assert store.all_outcomes() == []


async def test_pages_of_a_host_that_rests_are_given_back() -> None:
    store, web = ScriptedStore([batch(tasks(9), parallel=1)]), SlowWeb(answer_s=0.04)
    store.answers = [Committed(0, 0, resting=frozenset([HOST]))]

    async with feeding(store, web):
        await asyncio.sleep(2.0)

    # The first commit comes 0.1 s after the first answer, while the fourth page is open.
    assert completed(store.all_outcomes()) == [1, 2, 3, 4]
    assert returned(store.all_outcomes()) == [5, 6, 7, 8, 9]


async def test_the_page_after_its_robots_txt_is_sent_in_the_same_turn() -> None:
    store = ScriptedStore([batch(tasks(1), gap_s=0.1)], respects_robots=True)
    web = SlowWeb(answer_s=0.4)

    async with feeding(store, web):
        await asyncio.sleep(2.0)

    assert web.sent == [(0.0, f"http://{HOST}/robots.txt"), (0.4, f"http://{HOST}/1")]
    assert completed(store.all_outcomes()) == [1]


async def test_a_page_whose_robots_txt_takes_longer_than_a_second_goes_back() -> None:
    store = ScriptedStore([batch(tasks(1), gap_s=0.1)], respects_robots=True)
    web = SlowWeb(answer_s=1.5)

    async with feeding(store, web):
        await asyncio.sleep(3.0)

    assert len(web.sent) == 1
    assert returned(store.all_outcomes()) == [1]


async def test_more_pages_are_claimed_when_few_are_left() -> None:
    store, web = ScriptedStore([batch(tasks(100), parallel=1)]), SlowWeb(answer_s=1.0)

    async with feeding(store, web) as feeder:
        await asyncio.sleep(2.5)
        store.batches = [batch(tasks(101)[100:], token=Token(2), host="b.example")]
        assert feeder.backlog.count == 97

        await asyncio.sleep(2.0)

        assert [at for at, address in web.sent if address.endswith("/101")] == [4.0]
