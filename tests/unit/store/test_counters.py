"""A change of state is one call, which counts the page everywhere."""

import pytest

from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageKind, PageState
from leadline.store.rules.section.changes import Changes
from leadline.store.rules.section.rows import Queue

QUEUE = Queue(CrawlId("c"), "a.example", PageKind.PAGE)
BROWSER = Queue(CrawlId("c"), "a.example", PageKind.BROWSER)
PENDING, IN_PROGRESS, COMPLETED, FAILED, *_ = PageState


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (IN_PROGRESS, PENDING, [1, 0]),
        (IN_PROGRESS, COMPLETED, [0, -1]),
        (PENDING, FAILED, [-1, -1]),
        (FAILED, PENDING, [1, 1]),
    ],
)
def test_a_page_is_ready_while_it_is_pending(
    old: PageState, new: PageState, expected: list[int]
) -> None:
    changes = Changes()

    changes.move(QUEUE, old, new)

    assert changes.queues[QUEUE] == expected


def test_a_page_that_waits_for_its_time_is_not_ready_before_it_is_woken() -> None:
    changes = Changes()

    changes.move(QUEUE, IN_PROGRESS, PENDING, is_ready=False)
    before = list(changes.queues[QUEUE])
    changes.wake(QUEUE)

    assert before == [0, 0]
    assert changes.queues[QUEUE] == [1, 0]


def test_a_page_that_changes_its_queue_is_counted_in_the_new_one() -> None:
    changes = Changes()

    changes.move(QUEUE, IN_PROGRESS, PENDING, to=BROWSER)

    assert changes.queues[QUEUE] == [0, -1]
    assert changes.queues[BROWSER] == [1, 1]
