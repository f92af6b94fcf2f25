"""Patterns that are as slow as they may be, on pages full of long links."""

import random
from dataclasses import replace

from figures import Figure
from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import Task
from leadline.domain.web.documents import Link
from leadline.pipeline.plan import PageWork
from leadline.pipeline.steps.judge_links import judge_links
from leadline.urls.patterns import Pattern, check_budget
from plans import ON_HOST, PLAN
from stalls import longest_stall

MAX_STALL_S = 0.5
LINKS = 20


async def test_the_loop_goes_on_between_links_that_take_long_to_match(figure: Figure) -> None:
    patterns = [f"re:[ab]*a[ab]{{35}}{number:03}" for number in range(100)]
    check_budget(patterns)
    scope = replace(ON_HOST, exclude=tuple(map(Pattern.parse, patterns)))
    job = PageWork(Task(PageId(1), ON_HOST.root, 0, 1, 0, is_root=True), replace(PLAN, scope=scope))
    chosen = random.Random(3)
    links = [
        (PageId(n), Link(Address(f"{ON_HOST.root}{''.join(chosen.choices('ab', k=1_990))}"), ""))
        for n in range(LINKS)
    ]

    stall_s, found = await longest_stall(judge_links(links, ON_HOST.root, job))

    figure("100 slow patterns on 20 long links", f"loop stopped for {stall_s:.2f} s at most")
    assert len(found) == LINKS
    assert stall_s < MAX_STALL_S
