"""Lanes: as many pages at once as are allowed."""

from leadline.domain.pages import Token
from leadline.worker.feeder.pacing.lanes import Lane, Leased
from leased import batch, leased, tasks


def lane_of(limit: int, *pages: Leased) -> tuple[Lane, list[Leased]]:
    started: list[Leased] = []
    lane = Lane("a.example", lambda page, _: started.append(page))
    lane.limit = limit
    lane.waiting.extend(pages)
    return lane, started


def test_a_lane_starts_as_many_as_its_limit_in_order() -> None:
    pages = leased(batch(tasks(5)))
    lane, started = lane_of(2, *pages)

    lane.fill()
    assert started == pages[:2]

    lane.close_one()
    assert started == pages[:3]


def test_a_lane_with_a_higher_limit_starts_more() -> None:
    pages = leased(batch(tasks(5)))
    lane, started = lane_of(1, *pages)
    lane.fill()

    lane.limit = 3
    lane.fill()

    assert started == pages[:3]


def test_an_emptied_lane_gives_back_its_waiting_pages_and_starts_nothing() -> None:
    pages = leased(batch(tasks(3)))
    lane, started = lane_of(1, *pages)
    lane.fill()

    assert lane.empty() == pages[1:]

    lane.close_one()
    assert started == pages[:1]
    assert lane.is_idle


def test_only_the_pages_of_lost_leases_are_dropped() -> None:
    lost = leased(batch(tasks(2), token=Token(7)))
    kept = leased(batch(tasks(2), token=Token(8)))
    lane, started = lane_of(4, *lost, *kept)

    assert lane.drop({Token(7), Token(9)}) == 2

    lane.fill()
    assert started == kept
