"""A fetcher for one page: each request in a turn of the host that it is sent to."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from leadline.domain.addresses import Address
from leadline.domain.errors import TurnOver
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Request, Response
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.urls.address import host_of, origin_of
from leadline.worker.feeder.pacing.turns import Slot

Visit = Callable[[Address], Awaitable[Slot | None]]


class PageFetcher(Fetcher):
    """A fetcher for one page: every request waits for its time, robots.txt included.

    A redirect may lead to another host: the page leaves its own and visits that one, which has a
    pace of its own. `slot` is None where the host has no gap.
    """

    def __init__(self, fetcher: Fetcher, host: str, slot: Slot | None, visit: Visit) -> None:
        self._fetcher = fetcher
        self._host = host
        self._slot = slot
        self._visit = visit

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """See the contract. Raises TurnOver."""
        host = host_of(request.address)
        if host != self._host:
            self.leave()
            self._slot = await self._visit(request.address)
            self._host = host
        if self._slot is None:
            return await self._fetcher.fetch(request, jar)
        if not await self._slot.may_send():
            raise TurnOver(request.address)
        self._slot.is_reading_rules = request.address == f"{origin_of(request.address)}/robots.txt"
        return await self._fetcher.fetch(replace(request, on_sent=self._slot.on_sent), jar)

    def leave(self) -> None:
        """Leave the slot of the host that was asked last."""
        if self._slot is not None:
            self._slot.close_one()
            self._slot = None

    def new_jar(self) -> CookieJar:
        """See the contract."""
        return self._fetcher.new_jar()
