"""Step 2: from an address to a response, over redirects, each hop checked anew."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.errors import TooManyRedirects
from leadline.domain.fetching import Request, Response
from leadline.domain.outcomes import Skipped
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.fetch.redirects import next_request, redirect_of

Check = Callable[[Address], Awaitable[Skipped | None]]


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect that was followed."""

    address: Address
    status: int
    target: Address


@dataclass(frozen=True, slots=True)
class Fetched:
    """The last response of a chain, and the redirects that led to it."""

    response: Response
    hops: tuple[Hop, ...]


async def follow(request: Request, fetcher: Fetcher, may_fetch: Check) -> Fetched | Skipped:
    """Fetch an address to its end: up to `max_redirects` hops, cookies kept along the way.

    `may_fetch` is asked before every request, the guard by the fetcher. Raises FetchError.
    """
    jar = fetcher.new_jar()
    try:
        return await _follow(request, fetcher, may_fetch, jar)
    finally:
        jar.close()


async def _follow(
    request: Request, fetcher: Fetcher, may_fetch: Check, jar: CookieJar
) -> Fetched | Skipped:
    hops: list[Hop] = []
    while True:
        if refused := await may_fetch(request.address):
            return refused
        response = await fetcher.fetch(request, jar)
        if isinstance(response, Skipped):
            return response
        target = redirect_of(response)
        if target is None:
            return Fetched(response, tuple(hops))
        if isinstance(target, Skipped):
            return target
        hops.append(Hop(response.address, response.status, target))
        if len(hops) > request.limits.max_redirects:
            raise TooManyRedirects(f"more than {request.limits.max_redirects} redirects")
        request = next_request(request, target)
