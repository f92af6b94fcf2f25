"""When outcomes are stored: many at a time, but none that is waited for later than it could be."""

import asyncio
from typing import cast

import uvloop

from feeding import Commit, ScriptedStore, SlowWeb, feeding
from leadline.domain.errors import StoreUnavailable
from leadline.domain.pages import Token, WorkerId
from leadline.store.contract import Committed, Store
from leadline.worker.feeder.committer import Committer
from leadline.worker.feeder.in_hand import InHand
from leadline.worker.feeder.running import Running
from leased import batch, tasks


async def test_128_outcomes_are_stored_at_once() -> None:
    store = ScriptedStore([batch(tasks(250), parallel=10)])

    async with feeding(store, SlowWeb(answer_s=0.001)):
        await asyncio.sleep(0.02)

        [first] = store.commits
        assert (first.at, len(first.outcomes)) == (0.013, 128)


async def test_outcomes_wait_for_others_up_to_a_tenth_of_a_second() -> None:
    store = ScriptedStore([batch(tasks(9), parallel=1)])

    async with feeding(store, SlowWeb(answer_s=0.04)):
        await asyncio.sleep(0.16)

        [first] = store.commits
        assert (first.at, len(first.outcomes)) == (0.14, 3)


async def test_outcomes_are_stored_at_once_when_no_page_is_left_to_start() -> None:
    store = ScriptedStore([batch(tasks(5))])

    async with feeding(store, SlowWeb(answer_s=0.04)):
        await asyncio.sleep(0.05)

        [first] = store.commits
        assert (first.at, len(first.outcomes)) == (0.04, 5)


async def test_a_root_is_stored_at_once() -> None:
    root = batch(tasks(1, is_root=True), token=Token(2), host="b.example")
    store = ScriptedStore([batch(tasks(200), parallel=1), root])

    async with feeding(store, SlowWeb(answer_s=0.04)):
        await asyncio.sleep(0.05)

        [first] = store.commits
        assert first.at == 0.04
        assert Token(2) in {report.token for report in first.reports}


async def test_an_answer_that_frees_a_slot_that_others_wait_for_is_stored_at_once() -> None:
    others = batch(tasks(200), token=Token(2), host="b.example", parallel=1)
    slow = batch(tasks(1), parallel=1, gap_s=0.01, is_contended=True)
    store = ScriptedStore([others, slow])

    async with feeding(store, SlowWeb(answer_s=0.04)):
        await asyncio.sleep(0.05)

        [only] = [commit for commit in store.commits if commit.outcomes]
        assert only.at == 0.04
        assert Token(1) in {report.token for report in only.reports}


async def test_a_page_of_an_earlier_turn_makes_room_for_one_that_waits_here() -> None:
    earlier = batch(tasks(1), gap_s=0.01)
    waiting = batch(tasks(9)[1:], token=Token(2), parallel=0, gap_s=0.01)
    store, web = ScriptedStore([earlier, waiting]), SlowWeb(answer_s=0.04)
    # The end of the earlier turn is stored first, and then its page.
    store.answers = [Committed(0, 0), Committed(0, 0, parallel={Token(2): 1})]

    async with feeding(store, web):
        await asyncio.sleep(0.05)

        assert [at for at, _ in web.sent] == [0.0, 0.04]


async def test_the_end_of_a_turn_is_stored_within_a_quarter_of_the_gap() -> None:
    store = ScriptedStore([batch(tasks(1), gap_s=0.2)])

    async with feeding(store, SlowWeb(answer_s=50.0)):
        await asyncio.sleep(0.3)

        [first] = store.commits
        assert (first.at, first.outcomes) == (0.05, [])
        assert first.reports[0].turn_end is not None
        assert first.reports[0].turn_end.last_start_ago_s == 0.05


async def test_a_commit_is_tried_until_the_store_answers() -> None:
    class Locked(ScriptedStore):
        tries = 0

        async def complete(self, *rest: object) -> Committed:
            self.tries += 1
            if self.tries < 3:
                raise StoreUnavailable("locked")
            return await super().complete(*rest)  # type: ignore[arg-type]

    store = Locked([batch(tasks(2))])

    async with feeding(store, SlowWeb()):
        await asyncio.sleep(5.0)

    [only] = store.commits
    assert (only.at, len(only.outcomes)) == (2.0, 2)


async def test_pages_that_a_commit_stores_are_claimed_at_once() -> None:
    class Growing(ScriptedStore):
        async def complete(self, *rest: object) -> Committed:
            if not self.commits:
                self.batches = [batch(tasks(2)[1:], token=Token(2))]
            return await super().complete(*rest)  # type: ignore[arg-type]

    store, web = Growing([batch(tasks(1))]), SlowWeb(answer_s=0.45)

    async with feeding(store, web):
        await asyncio.sleep(1.0)

    assert [at for at, _ in web.sent] == [0.0, 0.45]


def test_a_commit_that_is_due_now_may_be_asked_for_twice() -> None:
    async def commit() -> list[Commit]:
        store = ScriptedStore([])
        in_hand, running = InHand(), Running()
        committer = Committer(WorkerId("w"), cast("Store", store), in_hand, {}, running)
        in_hand.decline(batch(tasks(1)))
        # The event loop of a feeder has no timer for less than a millisecond.
        committer.commit_within(0.0001)
        committer.commit_within(0.00005)
        await asyncio.sleep(0.01)
        await running.finish(1.0)
        return store.commits

    assert len(uvloop.run(commit())) == 1
