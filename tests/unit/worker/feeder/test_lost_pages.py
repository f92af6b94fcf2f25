"""Leases that have ended without the feeder: their requests end at once, and that is reported."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from fake_time import now
from feeding import ScriptedStore, SlowWeb, feeding
from leadline.domain.outcomes import Report
from leadline.domain.pages import Token
from leadline.domain.web.fetching import Request, Response
from leadline.fetch.contract import CookieJar
from leadline.worker.feeder.in_hand import InHand
from leadline.worker.feeder.pacing.page_fetcher import PageFetcher
from leadline.worker.feeder.running import current_task
from leased import HOST, batch, tasks

OTHER = "b.example"
LOST = Token(1)


class SlowToClose(SlowWeb):
    """A web whose requests take a second to end when they are cancelled."""

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:
        try:
            return await super().fetch(request, jar)
        except asyncio.CancelledError:
            await asyncio.sleep(1.0)
            raise


def left(store: ScriptedStore) -> list[Token]:
    """The leases that were reported as left."""
    return [report.token for report in store.all_reports() if report.is_left]


async def test_requests_of_a_lost_lease_end_as_soon_as_a_claim_names_it() -> None:
    lost = batch(tasks(3), parallel=2)
    kept = batch(tasks(4)[3:], token=Token(2), host=OTHER)
    store, web = ScriptedStore([lost, kept]), SlowWeb(answer_s=50.0)

    async with feeding(store, web) as feeder:
        await asyncio.sleep(1.0)
        assert web.open == 3
        store.lost = frozenset([LOST])
        feeder.backlog.wake()
        await asyncio.sleep(0.01)
        still_open = web.open
        await asyncio.sleep(0.1)
        reports = store.all_reports()

    assert still_open == 1
    assert reports == [Report(LOST, lost.crawl, HOST, (), None, is_left=True)]


async def test_a_lost_lease_is_left_when_its_last_request_has_ended() -> None:
    store, web = ScriptedStore([batch(tasks(2))]), SlowToClose(answer_s=50.0)

    async with feeding(store, web) as feeder:
        await asyncio.sleep(1.0)
        # A claim names a lost lease again and again.
        for _ in range(5):
            feeder.lose([LOST])
            await asyncio.sleep(0.19)
        assert left(store) == []
        await asyncio.sleep(0.16)

    assert left(store) == [LOST]


async def test_a_turn_whose_page_was_cancelled_ends() -> None:
    page = batch(tasks(1, is_root=True), gap_s=5.0)
    web = SlowWeb(redirects={f"http://{HOST}/1": f"http://{HOST}/end"})
    store = ScriptedStore([page])

    async with feeding(store, web) as feeder:
        # The redirect waits for the gap.
        await asyncio.sleep(1.0)
        feeder.lose([LOST])
        await asyncio.sleep(10.0)
        # This test, the feeder, its wait for the end and its two waits for work.
        tasks_left = len(asyncio.all_tasks())

    assert len(web.sent) == 1
    assert tasks_left == 5


async def test_a_busy_feeder_looks_for_lost_leases_once_a_second() -> None:
    store = ScriptedStore([batch(tasks(200), parallel=2)])

    async with feeding(store, web := SlowWeb(answer_s=50.0)) as feeder:
        await asyncio.sleep(0.5)
        assert not feeder.backlog.is_low
        store.lost = frozenset([LOST])
        await asyncio.sleep(0.7)

        assert (web.open, feeder.backlog.count, left(store)) == (0, 0, [LOST])


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No garbage collection: cycles of references stay."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
async def test_lost_pages_that_wait_for_a_visit_are_forgotten() -> None:
    pages = tasks(100, is_root=True)
    batches = [batch([task], token=Token(task.id + 1_000)) for task in pages]
    web = SlowWeb(redirects={task.address: f"http://{OTHER}/end" for task in pages})
    visit = batch(token=Token(2_000), host=OTHER, gap_s=0.3)
    store = ScriptedStore(batches, visited=visit, rests_until=3_600.0)

    async with feeding(store, web) as feeder:
        await asyncio.sleep(5.0)
        waiting = len(asyncio.all_tasks())
        feeder.lose(feeder.tokens())
        await asyncio.sleep(0.2)

        assert waiting > len(pages)
        assert len(asyncio.all_tasks()) == 5
        assert len(left(store)) == 2 * len(pages)
        assert not [each for each in gc.get_objects() if isinstance(each, PageFetcher)]
        assert feeder.tokens() == []
        assert now() == 5.2


async def test_a_page_whose_lease_was_lost_before_its_task_ran_does_not_start() -> None:
    in_hand = InHand()
    in_hand.reports.open(batch(tasks(2)))

    in_hand.lose([LOST])

    assert not in_hand.open_page(LOST, current_task())


async def test_the_pages_of_a_crawl_that_was_deleted_before_they_started_are_reported() -> None:
    store = ScriptedStore([batch(tasks(3), gap_s=0.2)], has_crawl=False)

    async with feeding(store, web := SlowWeb()):
        await asyncio.sleep(0.2)

        assert (web.sent, len(store.all_outcomes())) == ([], 3)
