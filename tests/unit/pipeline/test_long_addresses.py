"""Addresses that are too long to be kept whole."""

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import FoundBy, Task
from leadline.domain.skips import Skipped, SkipReason
from leadline.pipeline.plan import PageWork
from leadline.pipeline.steps.judge_links import new_page
from leadline.pipeline.steps.recheck import recheck
from plans import PLAN

LONG = Address("http://x.example/" + "a" * 5_000)


def test_a_long_address_that_is_refused_is_kept_short_and_known_by_its_own_id() -> None:
    found = new_page(PLAN.page_id(LONG), LONG, PLAN, depth=1, found_by=FoundBy.LINK)

    assert found.skipped == (SkipReason.TRAP, "max_length")
    assert found.address.endswith("…")
    assert len(found.address) < 1_100
    assert found.id == PLAN.page_id(LONG)


def test_what_is_left_of_an_address_is_never_requested() -> None:
    found = new_page(PageId(2), LONG, PLAN, depth=1, found_by=FoundBy.LINK)
    tried_again = PageWork(Task(PageId(2), found.address, 1, 1, 0, is_root=False), PLAN)

    refused = recheck(tried_again)

    assert isinstance(refused, Skipped)
    assert refused.rule == "max_length"
