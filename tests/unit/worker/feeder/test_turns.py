"""Turns on hosts with a gap: which requests are written when, and when a turn ends."""

import asyncio

from fake_time import now
from leadline.domain.pages import Batch
from leadline.worker.feeder.pacing.lanes import Leased
from leadline.worker.feeder.pacing.turns import Slot, Turn
from leased import PacedHost, batch, leased, tasks

GAP_S = 0.2


class Retakes:
    """The store's answers to a turn that wants to be taken again."""

    def __init__(self, in_s: float | None = None) -> None:
        self.asked: list[float] = []
        self._in_s = in_s

    async def __call__(self, turn: Turn) -> bool:
        self.asked.append(now())
        if self._in_s is None:
            return False
        turn.reopen(self._in_s)
        return True


def turn_of(of: Batch, retake: Retakes | None = None) -> Turn:
    return Turn(leased(of), of, retake or Retakes(), asyncio.get_running_loop().time)


async def run(turn: Turn, host: PacedHost) -> tuple[list[Leased], float]:
    """Run a turn; return the pages that are left, and when it ended."""
    left = await turn.run(host.start)
    return left, now()


async def after(seconds: float) -> None:
    """Wait, and then a little longer than all that happens at that time."""
    await asyncio.sleep(seconds + 0.0001)


async def test_requests_are_written_a_gap_apart() -> None:
    host = PacedHost()

    left, _ = await run(turn_of(batch(tasks(4), gap_s=GAP_S)), host)

    assert host.written == [0.0, 0.2, 0.4, 0.6]
    assert left == []


async def test_the_first_request_waits_for_the_gap_of_the_turn_before() -> None:
    host = PacedHost()

    await run(turn_of(batch(tasks(2), gap_s=GAP_S, start_in_s=0.15)), host)

    assert host.written == [0.15, 0.35]


async def test_a_slow_connection_does_not_let_the_next_request_follow_closely() -> None:
    host = PacedHost(connect_s=[0.5])

    await run(turn_of(batch(tasks(3), gap_s=GAP_S)), host)

    assert host.written == [0.5, 0.7, 0.9]


async def test_the_next_page_does_not_wait_for_a_request_that_is_never_written() -> None:
    host, turn = PacedHost(connect_s=[99.0, 0.0]), turn_of(batch(tasks(2), gap_s=GAP_S))
    ending = asyncio.create_task(run(turn, host))
    await after(0.3)

    host.slots[0].close_one()
    await ending

    assert host.written == [0.3001]


async def test_pages_that_do_not_fit_go_back() -> None:
    of = batch(tasks(5), gap_s=0.4)
    host = PacedHost()

    left, _ = await run(turn_of(of), host)

    assert host.written == [0.0, 0.4, 0.8]
    assert left == leased(of)[3:]


async def test_a_turn_has_one_start_however_late() -> None:
    host = PacedHost()

    left, _ = await run(turn_of(batch(tasks(2), gap_s=GAP_S, start_in_s=3.0)), host)

    assert host.written == [3.0]
    assert len(left) == 1


async def test_a_turn_ends_when_its_last_request_is_written_and_not_when_it_is_answered() -> None:
    host = PacedHost(answer_s=50.0)

    _, ended_at = await run(turn_of(batch(tasks(2), gap_s=GAP_S)), host)

    assert ended_at == 0.2


async def test_a_turn_does_not_end_while_a_promise_is_open() -> None:
    host = PacedHost(connect_s=[7.0])

    _, ended_at = await run(turn_of(batch(tasks(1), gap_s=GAP_S)), host)

    assert ended_at == 7.0


async def test_a_page_may_send_nothing_more_after_its_turn() -> None:
    host, retakes = PacedHost(answer_s=50.0), Retakes()
    await run(turn_of(batch(tasks(1), gap_s=GAP_S), retakes), host)

    assert not await host.slots[0].may_send()
    assert retakes.asked == []


async def test_a_redirect_within_the_turn_is_paced_with_the_other_pages() -> None:
    host = PacedHost(answer_s=50.0)
    ending = asyncio.create_task(run(turn_of(batch(tasks(3), gap_s=GAP_S)), host))
    await after(0.1)

    assert await host.slots[0].may_send()
    host.write(host.slots[0])
    await ending

    assert host.written == [0.0, 0.2, 0.4, 0.6]


async def test_a_root_keeps_its_turn_for_the_gap() -> None:
    host = PacedHost(answer_s=50.0)

    _, ended_at = await run(turn_of(batch(tasks(1, is_root=True), gap_s=0.5)), host)

    assert ended_at == 0.5


async def test_the_turn_of_a_root_that_is_answered_ends_at_once() -> None:
    host = PacedHost(answer_s=0.1)

    _, ended_at = await run(turn_of(batch(tasks(1, is_root=True), gap_s=0.5)), host)

    assert ended_at == 0.1


async def test_a_redirect_of_a_root_within_the_gap_is_sent_in_the_same_turn() -> None:
    host, retakes = PacedHost(answer_s=50.0), Retakes()
    turn = turn_of(batch(tasks(1, is_root=True), gap_s=0.5), retakes)
    ending = asyncio.create_task(run(turn, host))
    await after(0.1)

    assert await host.slots[0].may_send()
    host.write(host.slots[0])

    assert (await ending)[1] == 1.0
    assert host.written == [0.0, 0.5]
    assert retakes.asked == []


async def test_a_redirect_of_a_root_after_the_gap_takes_the_turn_again() -> None:
    host, retakes = PacedHost(answer_s=50.0), Retakes(in_s=0.3)
    turn = turn_of(batch(tasks(1, is_root=True), gap_s=0.5), retakes)
    await run(turn, host)
    await asyncio.sleep(4.5)

    assert await host.slots[0].may_send()
    host.write(host.slots[0])

    assert retakes.asked == [5.0]
    assert host.written == [0.0, 5.3]


async def test_a_root_whose_lease_was_lost_sends_nothing_more() -> None:
    host, retakes = PacedHost(answer_s=50.0), Retakes()
    await run(turn_of(batch(tasks(1, is_root=True), gap_s=0.5), retakes), host)

    assert not await host.slots[0].may_send()
    assert retakes.asked == [0.5]


async def read_rules(host: PacedHost, until_s: float, connect_s: float = 0.0) -> Slot:
    """Have robots.txt answered at a time, and send its page."""
    await asyncio.sleep(0)
    [slot] = host.slots
    slot.is_reading_rules = True
    await asyncio.sleep(until_s)
    assert await slot.may_send()
    slot.is_reading_rules = False
    await asyncio.sleep(connect_s)
    host.write(slot)
    return slot


async def test_a_turn_that_reads_robots_txt_is_kept_until_its_page_is_sent() -> None:
    host = PacedHost(answer_s=50.0)
    turn = turn_of(batch(tasks(1), gap_s=GAP_S))

    (_, ended_at), _ = await asyncio.gather(run(turn, host), read_rules(host, 0.6))

    assert ended_at == 0.6
    assert host.written == [0.0, 0.6]


async def test_a_root_keeps_its_turn_only_for_the_gap_after_its_page_was_sent() -> None:
    host = PacedHost(answer_s=50.0)
    turn = turn_of(batch(tasks(1, is_root=True), gap_s=GAP_S))

    (_, ended_at), _ = await asyncio.gather(run(turn, host), read_rules(host, 0.6, 0.05))

    assert host.written == [0.0, 0.65]
    assert ended_at == 0.85


async def test_a_turn_is_kept_for_robots_txt_up_to_a_second() -> None:
    host, turn = PacedHost(answer_s=50.0), turn_of(batch(tasks(1), gap_s=GAP_S))
    ending = asyncio.create_task(run(turn, host))
    await asyncio.sleep(0)
    [slot] = host.slots
    slot.is_reading_rules = True

    assert (await ending)[1] == 1.0
    assert not await slot.may_send()


async def test_pages_wait_for_a_slot_and_are_allowed_more() -> None:
    host, turn = PacedHost(answer_s=50.0), turn_of(batch(tasks(3), parallel=1, gap_s=0.1))
    ending = asyncio.create_task(run(turn, host))
    await after(0.5)
    assert host.written == [0.0]
    assert turn.is_blocked

    turn.allow(2)
    left, _ = await ending

    assert host.written == [0.0, 0.5001]
    assert len(left) == 1


async def test_a_request_that_ends_makes_room_for_the_next() -> None:
    host = PacedHost(answer_s=0.3)

    await run(turn_of(batch(tasks(3), parallel=1, gap_s=0.1)), host)

    assert host.written == [0.0, 0.3, 0.6]


async def test_a_turn_that_is_stopped_starts_nothing_more() -> None:
    host, turn = PacedHost(answer_s=50.0), turn_of(batch(tasks(5), parallel=2, gap_s=0.1))
    ending = asyncio.create_task(run(turn, host))
    await asyncio.sleep(0.5)

    turn.stop()
    left, ended_at = await ending

    assert host.written == [0.0, 0.1]
    assert (len(left), ended_at) == (3, 0.5)


async def test_a_page_that_waits_for_the_gap_when_its_turn_is_stopped_is_not_started() -> None:
    host, turn = PacedHost(), turn_of(batch(tasks(3), gap_s=GAP_S))
    ending = asyncio.create_task(run(turn, host))
    await asyncio.sleep(0.1)

    turn.stop()
    left, _ = await ending

    assert host.written == [0.0]
    assert len(left) == 2


async def test_a_slot_is_wanted_when_all_are_in_use_and_more_pages_wait() -> None:
    contended = turn_of(batch(tasks(2), parallel=2, gap_s=GAP_S, is_contended=True))
    alone = turn_of(batch(tasks(2), parallel=2, gap_s=GAP_S))
    busy, idle = PacedHost(answer_s=50.0), PacedHost(answer_s=50.0)
    ending = [asyncio.create_task(run(*each)) for each in [(contended, busy), (alone, idle)]]
    await after(0.1)
    at_first = busy.slots[0].is_wanted

    await after(0.1)

    assert (at_first, busy.slots[0].is_wanted, idle.slots[0].is_wanted) == (False, True, False)
    await asyncio.gather(*ending)


async def test_a_visit_takes_the_turn_first_and_says_when_it_is_left() -> None:
    retakes, left = Retakes(in_s=0.4), list[float]()
    slot = turn_of(batch(gap_s=GAP_S), retakes).visit(lambda: left.append(now()))

    assert await slot.may_send()
    assert (retakes.asked, now()) == ([0.0], 0.4)

    slot.close_one()
    assert left == [0.4]
