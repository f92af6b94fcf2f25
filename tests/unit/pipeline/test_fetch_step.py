"""A page whose turn ends on the way: it returns to the queue, and continues where it was."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

import pytest

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.errors import TurnOver
from leadline.domain.outcomes import Failed, Outcome, Returned
from leadline.domain.pages import Task
from leadline.domain.web.fetching import Request, Response, Timings
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.pipeline.plan import PageWork, Plan
from leadline.pipeline.process_page import process_page
from leadline.pipeline.robots import RobotsGate
from leadline.pipeline.tools import Tools
from leadline.sandbox.contract import Sandbox
from plans import PLAN

START = Address("http://x.example/a")
AGAIN = Address("http://x.example/A")


class Redirects(Fetcher):
    """A host that redirects back and forth, for as many requests as a turn has."""

    def __init__(self, requests: int) -> None:
        self._targets: Iterator[Address] = iter([AGAIN, START] * requests)
        self._left = requests

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:  # noqa: ARG002
        if not self._left:
            raise TurnOver(request.address)
        self._left -= 1
        headers = f"HTTP/1.1 301\r\nLocation: {next(self._targets)}\r\n\r\n".encode()
        timings = Timings(0, 0, 0, 0, 0)
        return Response(request.address, 301, headers, b"", None, "", "1.1", 0, timings)

    def new_jar(self) -> CookieJar:
        raise NotImplementedError


class NoRules(RobotsGate):
    """robots.txt files that forbid nothing; one turn is too short to read that of `beyond`."""

    def __init__(self, beyond: Sequence[Address] = ()) -> None:
        self._beyond = beyond

    async def refusal(self, address: Address, plan: Plan, fetcher: Fetcher) -> None:  # noqa: ARG002
        if address in self._beyond:
            raise TurnOver(address)


async def outcome(robots: RobotsGate, requests: int, hops: int = 0) -> Outcome:
    plan = replace(PLAN, options=replace(PLAN.options, folds_path_case=True))
    work = PageWork(Task(PageId(1), START, 1, 1, hops, is_root=False), plan)
    return await process_page(work, Tools(Redirects(requests), cast("Sandbox", None), robots))


async def test_a_page_that_sent_nothing_returns_as_it_was() -> None:
    assert await outcome(NoRules(), requests=0) == Returned(PageId(1))


async def test_a_page_returns_with_the_address_that_redirects_led_to() -> None:
    assert await outcome(NoRules(), requests=1) == Returned(PageId(1), AGAIN, 1)


async def test_a_page_waits_at_its_own_address_and_not_at_that_of_robots_txt() -> None:
    assert await outcome(NoRules(beyond=[AGAIN]), requests=1) == Returned(PageId(1), AGAIN, 1)


@pytest.mark.parametrize(("requests", "hops"), [(3, 8), (11, 0)])
async def test_redirects_in_a_circle_end_over_all_turns(requests: int, hops: int) -> None:
    ended = await outcome(NoRules(), requests, hops)

    assert isinstance(ended, Failed)
    assert ended.kind == "TooManyRedirects"
