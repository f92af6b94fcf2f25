"""Redirects to another host with a gap: the page visits it, in a turn of that host."""

import asyncio
from dataclasses import replace

import pytest

from feeding import ScriptedStore, SlowWeb, feeding
from leadline.domain.errors import LeaseLost
from leadline.domain.outcomes import Completed, Returned
from leadline.domain.pages import Batch, Token, WorkerId
from leadline.store.contract import Retaken
from leased import HOST, batch, tasks

OTHER = "b.example"
OWN_RULES = f"http://{HOST}/robots.txt"
OTHER_RULES = f"http://{OTHER}/robots.txt"
VISIT = batch(token=Token(9), host=OTHER, gap_s=0.3)


def root(*, gap_s: float) -> list[Batch]:
    return [batch(tasks(1, is_root=True), gap_s=gap_s)]


def redirected(to: str = OTHER) -> SlowWeb:
    return SlowWeb(answer_s=0.05, redirects={f"http://{HOST}/1": f"http://{to}/end"})


@pytest.mark.parametrize("gap_s", [0.0, 0.2])
async def test_a_redirect_of_a_root_takes_the_turn_of_its_host_and_leaves_it(gap_s: float) -> None:
    store, web = ScriptedStore(root(gap_s=gap_s), visited=VISIT, free_at=2.0), redirected()

    async with feeding(store, web):
        await asyncio.sleep(5.0)
        held = [report for report in store.all_reports() if report.token == VISIT.token]

    assert [address for _, address in web.sent] == [f"http://{HOST}/1", f"http://{OTHER}/end"]
    assert 2.0 <= web.sent[1][0] <= 2.02
    assert store.retaken == [VISIT.token]
    assert [report.is_left for report in held] == [True]
    assert held[0].turn_end is not None
    assert any(isinstance(each, Completed) for each in store.all_outcomes())


async def test_a_page_that_visits_gives_its_own_slot_to_the_next() -> None:
    pages = [batch(tasks(2, is_root=True), parallel=1, gap_s=0.2)]
    store, web = ScriptedStore(pages, visited=VISIT, free_at=2.0), redirected()

    async with feeding(store, web):
        await asyncio.sleep(5.0)

    assert web.sent[1] == (0.2, f"http://{HOST}/2")


async def test_a_host_without_a_gap_is_asked_at_once() -> None:
    store, web = ScriptedStore(root(gap_s=0.2), visited=None), redirected()

    async with feeding(store, web):
        await asyncio.sleep(1.0)

    assert web.sent[1] == (0.05, f"http://{OTHER}/end")
    assert store.retaken == []


async def test_a_root_waits_for_its_visit_as_long_as_it_takes() -> None:
    store, web = ScriptedStore(root(gap_s=0.2), visited=VISIT, free_at=60.0), redirected()

    async with feeding(store, web):
        await asyncio.sleep(70.0)

    assert 60.0 <= web.sent[1][0] <= 60.02


async def test_many_pages_that_wait_for_one_host_ask_one_at_a_time() -> None:
    pages = tasks(100, is_root=True)
    batches = [batch([task], token=Token(task.id + 1_000)) for task in pages]
    web = SlowWeb(redirects={task.address: f"http://{OTHER}/end" for task in pages})
    store = ScriptedStore(batches, visited=VISIT, free_at=1.0)

    async with feeding(store, web):
        await asyncio.sleep(0.99)
        sent, asked = len(web.sent), store.asked

    assert sent == len(pages)
    assert asked <= 101


async def test_a_host_that_asked_for_patience_is_asked_for_once_a_second() -> None:
    store, web = ScriptedStore(root(gap_s=0.2), visited=VISIT, rests_until=60.0), redirected()

    async with feeding(store, web):
        await asyncio.sleep(70.0)

    assert 60.0 <= web.sent[1][0] <= 61.0
    # It is asked for more often only in the last second.
    assert store.asked <= 60 + 101


async def test_a_robots_txt_elsewhere_is_a_visit_also_from_a_host_without_a_gap() -> None:
    store = ScriptedStore([batch(tasks(1))], respects_robots=True, visited=VISIT, free_at=2.0)
    web = SlowWeb(answer_s=0.05, redirects={OWN_RULES: OTHER_RULES})

    async with feeding(store, web):
        await asyncio.sleep(5.0)

    assert [address for _, address in web.sent] == [OWN_RULES, OTHER_RULES]
    assert web.sent[1][0] >= 2.0


async def test_a_root_that_was_led_away_in_an_earlier_turn_visits_where_it_was_led() -> None:
    [led] = tasks(1, is_root=True, host=OTHER)
    store, web = ScriptedStore([batch([led])], visited=VISIT, free_at=2.0), SlowWeb()

    async with feeding(store, web):
        await asyncio.sleep(5.0)

    assert store.retaken == [VISIT.token]
    assert web.sent[0][0] >= 2.0


async def run_with_rules_elsewhere(
    free_at: float,
) -> tuple[ScriptedStore, SlowWeb]:
    """Work on a page whose robots.txt is on another host."""
    store = ScriptedStore(
        [batch(tasks(1), gap_s=0.2)], respects_robots=True, visited=VISIT, free_at=free_at
    )
    web = SlowWeb(answer_s=0.05, redirects={OWN_RULES: OTHER_RULES})
    async with feeding(store, web):
        await asyncio.sleep(20.0)
    return store, web


async def test_a_page_that_waits_too_long_for_the_host_of_its_robots_txt_goes_back() -> None:
    store, web = await run_with_rules_elsewhere(free_at=15.0)

    assert [address for _, address in web.sent] == [OWN_RULES]
    [commit] = [commit for commit in store.commits if commit.outcomes]
    assert commit.outcomes == [Returned(tasks(1)[0].id)]
    assert 10.05 <= commit.at <= 10.15


async def test_a_page_back_from_its_robots_txt_waits_for_another_turn_of_its_host() -> None:
    store, web = await run_with_rules_elsewhere(free_at=0.0)

    assert [address for _, address in web.sent] == [OWN_RULES, OTHER_RULES]
    assert store.all_outcomes() == [Returned(tasks(1)[0].id)]


async def test_a_page_whose_lease_was_lost_visits_nothing() -> None:
    store, web = ScriptedStore(root(gap_s=0.2), visit_error=LeaseLost("gone")), redirected()

    async with feeding(store, web):
        await asyncio.sleep(1.0)

    assert [address for _, address in web.sent] == [f"http://{HOST}/1"]
    [outcome] = store.all_outcomes()
    assert isinstance(outcome, Returned)
    assert outcome.address == f"http://{OTHER}/end"


async def test_a_root_takes_its_turn_again_for_a_late_redirect() -> None:
    store, web = ScriptedStore(root(gap_s=0.2), free_at=2.0), redirected(to=HOST)
    web.answer_s = 1.0

    async with feeding(store, web):
        await asyncio.sleep(5.0)

    assert 2.0 <= web.sent[1][0] <= 2.02
    assert store.retaken == [Token(1)]
    assert [report.turn_end is not None for report in store.all_reports()].count(True) == 2


class WaitedFor(ScriptedStore):
    """A store in which a client waits for one page; it notes which visits ask for their turn."""

    awaited = Token(1_009)

    def __init__(self, batches: list[Batch]) -> None:
        super().__init__(batches, visited=VISIT, free_at=60.0)
        self.asking: set[Token] = set()
        self.of_client = Token(0)

    async def visit(self, *asked: object) -> Batch | None:
        visit = await super().visit(*asked)
        if visit is None or self.awaited not in asked:
            return visit
        self.of_client = visit.token
        return replace(visit, is_awaited=True)

    async def retake_turn(self, worker: WorkerId, token: Token) -> Retaken:
        self.asking.add(token)
        return await super().retake_turn(worker, token)


async def test_a_page_that_a_client_waits_for_asks_beside_the_others() -> None:
    pages = tasks(9, is_root=True)
    batches = [batch([task], token=Token(task.id + 1_000)) for task in pages]
    web = SlowWeb(redirects={task.address: f"http://{OTHER}/end" for task in pages})
    store = WaitedFor(batches)

    async with feeding(store, web):
        await asyncio.sleep(5.0)
        asking = set(store.asking)

    assert len(asking) == 2
    assert store.of_client in asking
