"""Step 2: from an address to a response, over redirects, each hop checked anew."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.errors import TooManyRedirects, TurnOver
from leadline.domain.fetching import Ask, Request, Response
from leadline.domain.outcomes import Skipped
from leadline.fetch.contract import Fetcher
from leadline.fetch.redirects import redirect_of
from leadline.pipeline.plan import Job, Plan
from leadline.pipeline.tools import Tools

Get = Callable[[Request], Awaitable[Response | Skipped]]
Check = Callable[[Address], Awaitable[Skipped | None]]
Wanted = Callable[[Response, Address], bool]


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect that was followed."""

    address: Address
    status: int
    target: Address


class Fetched(NamedTuple):
    """The last response of a chain, and the redirects that led to it.

    When that response is itself a redirect, `redirected_to` is where it leads and `refused` why
    it leads nowhere.
    """

    response: Response
    hops: tuple[Hop, ...]
    redirected_to: Address | None = None
    refused: Skipped | None = None


async def fetch(job: Job, address: Address, tools: Tools) -> Fetched | Skipped:
    """Fetch a page of a crawl. The root is followed to its end; of any other page only redirects
    to the page's own key are followed, since every other one is a link.

    Raises FetchError.
    """
    may_fetch = partial(tools.robots.refusal, plan=job.plan, fetcher=tools.fetcher)
    if job.plan.is_scrape:
        return await follow(address, job.request, tools.fetcher, may_fetch)
    is_followed = _always if job.task.is_root else partial(_is_same_page, job.plan)
    get, before = tools.fetcher.fetch, job.task.hops
    return await _follow(address, job.request, get, may_fetch, is_followed, hops_before=before)


def _always(_response: Response, _target: Address) -> bool:
    return True


def _is_same_page(plan: Plan, response: Response, target: Address) -> bool:
    return plan.key_of(target) == plan.key_of(response.address)


async def follow(
    address: Address, ask: Ask, fetcher: Fetcher, may_fetch: Check
) -> Fetched | Skipped:
    """Fetch an address to its end: up to `max_redirects` hops, cookies kept along the way.

    `may_fetch` is asked before every request, the guard by the fetcher. Raises FetchError.
    """
    with closing(fetcher.new_jar()) as jar:
        get = partial(fetcher.fetch, jar=jar)
        end = await _follow(address, ask, get, may_fetch, _always)
    return end.refused or end if isinstance(end, Fetched) else end


async def _follow(
    address: Address,
    ask: Ask,
    get: Get,
    may_fetch: Check,
    is_followed: Wanted,
    *,
    hops_before: int = 0,
) -> Fetched | Skipped:
    hops: list[Hop] = []
    while True:
        request = ask(address)
        try:
            response = await may_fetch(address) or await get(request)
        except TurnOver as over:
            raise TurnOver(over.address, len(hops)) from None
        if isinstance(response, Skipped):
            return response
        target = redirect_of(response)
        if target is None:
            return Fetched(response, tuple(hops))
        if isinstance(target, Skipped):
            return Fetched(response, tuple(hops), refused=target)
        if not is_followed(response, target):
            return Fetched(response, tuple(hops), target)
        hops.append(Hop(response.address, response.status, target))
        if hops_before + len(hops) > request.limits.max_redirects:
            raise TooManyRedirects(f"more than {request.limits.max_redirects} redirects")
        address = target
