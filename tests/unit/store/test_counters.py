"""A change of state is one call, which counts the page everywhere."""

import pytest

from leadline.store.sqlite.codes import COMPLETED, FAILED, IN_PROGRESS, PENDING
from leadline.store.sqlite.work.counters import Counters, Queue

QUEUE = Queue(crawl=1, host=1, kind=0)
BROWSER = Queue(crawl=1, host=1, kind=2)


def in_queue(counters: Counters, queue: Queue = QUEUE) -> list[int]:
    """How many pages more are ready, and unfinished."""
    return counters._queues[queue]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (IN_PROGRESS, PENDING, [1, 0]),
        (IN_PROGRESS, COMPLETED, [0, -1]),
        (PENDING, FAILED, [-1, -1]),
        (FAILED, PENDING, [1, 1]),
    ],
)
def test_a_page_is_ready_while_it_is_pending(old: int, new: int, expected: list[int]) -> None:
    counters = Counters()

    counters.move(QUEUE, old, new)

    assert in_queue(counters) == expected


def test_a_page_that_waits_for_its_time_is_not_ready_before_it_is_woken() -> None:
    counters = Counters()

    counters.move(QUEUE, IN_PROGRESS, PENDING, is_ready=False)
    before = list(in_queue(counters))
    counters.wake(QUEUE)

    assert before == [0, 0]
    assert in_queue(counters) == [1, 0]


def test_a_page_that_changes_its_queue_is_counted_in_the_new_one() -> None:
    counters = Counters()

    counters.move(QUEUE, IN_PROGRESS, PENDING, to=BROWSER)

    assert in_queue(counters) == [0, -1]
    assert in_queue(counters, BROWSER) == [1, 1]
