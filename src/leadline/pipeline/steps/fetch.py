"""Step 2: from an address to a response, over redirects, with every hop checked."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.errors import FetchError, TooManyRedirects, TurnOver
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Ask, Request, Response
from leadline.fetch.contract import Fetcher
from leadline.fetch.redirects import redirect_of
from leadline.pipeline.plan import PageWork, Plan
from leadline.pipeline.tools import Tools

Get = Callable[[Request], Awaitable[Response | Skipped]]
Check = Callable[[Address], Awaitable[Skipped | None]]
IsFollowed = Callable[[Response, Address], bool]


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect that was followed."""

    address: Address
    status: int
    target: Address


class Fetched(NamedTuple):
    """The last response of a chain, and the redirects that led to it.

    When that response is itself a redirect, `redirected_to` is its target, or `refused` says why it
    has none.
    """

    response: Response
    hops: tuple[Hop, ...]
    redirected_to: Address | None = None
    refused: Skipped | None = None


class Postponed(NamedTuple):
    """The turn of the host is over: the page continues in another one, at this address.

    `hops` redirects have led to it from where the page began.
    """

    address: Address
    hops: int


async def fetch(work: PageWork, address: Address, tools: Tools) -> Fetched | Skipped | Postponed:
    """Fetch a page of a crawl.

    A root is followed to its end. Of any other page only redirects to the page's own URL key are
    followed: every other redirect is a link. Raises FetchError.
    """
    may_fetch = partial(tools.robots.refusal, plan=work.plan, fetcher=tools.fetcher)
    if work.plan.is_scrape:
        return await follow(address, work.request, tools.fetcher, may_fetch)
    is_followed = _always if work.task.is_root else partial(_is_same_page, work.plan)
    get, before = tools.fetcher.fetch, work.task.hops
    return await _follow(address, work.request, get, may_fetch, is_followed, hops_before=before)


def _always(_response: Response, _target: Address) -> bool:
    return True


def _is_same_page(plan: Plan, response: Response, target: Address) -> bool:
    return plan.key_of(target) == plan.key_of(response.address)


async def follow(
    address: Address, ask: Ask, fetcher: Fetcher, may_fetch: Check
) -> Fetched | Skipped | Postponed:
    """Fetch an address to its end: up to `max_redirects` hops, with cookies kept along the way.

    `may_fetch` is asked before every request; the fetcher asks the guard. Raises FetchError.
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
    is_followed: IsFollowed,
    *,
    hops_before: int = 0,
) -> Fetched | Skipped | Postponed:
    hops: list[Hop] = []
    while True:
        request = ask(address)
        try:
            response = await may_fetch(address) or await get(request)
        except TurnOver:
            return Postponed(address, len(hops))
        except FetchError as error:
            error.at = address if hops else None
            raise
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
