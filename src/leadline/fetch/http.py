"""Pages over HTTP by libcurl."""

import ipaddress
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pycurl

from leadline.domain.bounded import Bounded
from leadline.domain.errors import FetcherFailed
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Request, Response
from leadline.fetch.channel import Channel
from leadline.fetch.contract import Approved, CookieJar, Guard
from leadline.fetch.curl_loop import CurlLoop

_MAX_IDLE_CHANNELS = 64
# libcurl forgets an address after 60 s.
_PIN_S = 30.0
_MAX_PINS = 10_000


class CurlJar:
    """The cookies of one chain of requests, kept by libcurl."""

    def __init__(self) -> None:
        self.share = pycurl.CurlShare()
        self.share.setopt(pycurl.SH_SHARE, pycurl.LOCK_DATA_COOKIE)

    def close(self) -> None:
        """Forget all cookies."""
        self.share.close()


class CurlFetcher:
    """A fetcher with one guard and one pool of connections.

    libcurl shares connections by host name, so a pool never serves two guards. Made and closed
    inside a running event loop.
    """

    def __init__(self, guard: Guard, ca_file: Path) -> None:
        self._guard = guard
        self._ca_file = ca_file
        self._loop = CurlLoop()
        self._idle: list[Channel] = []
        self._pins = Bounded[tuple[str, int], tuple[tuple[str, ...], float]](_MAX_PINS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._loop.close()
        for channel in self._idle:
            channel.handle.close()

    def new_jar(self) -> CookieJar:
        """Return an empty jar."""
        return CurlJar()

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """See the contract."""
        approved = await self._guard.approve(request.address)
        if isinstance(approved, Skipped):
            return approved
        response = await self._transfer(request, approved, jar, is_fresh=False)
        if _is_among(response.ip, approved.ips):
            return response
        # A pooled connection from before the name changed its address leads to another server.
        response = await self._transfer(request, approved, jar, is_fresh=True)
        if not _is_among(response.ip, approved.ips):
            raise FetcherFailed(f"connected to {response.ip}, which was not approved")
        return response

    async def _transfer(
        self, request: Request, approved: Approved, jar: CookieJar | None, *, is_fresh: bool
    ) -> Response:
        channel = self._idle.pop() if self._idle else Channel(self._ca_file, self._may_connect)
        is_clean = False
        try:
            channel.prepare(request, approved, is_fresh=is_fresh)
            self._pin(channel, approved)
            _attach(channel.handle, jar)
            try:
                await self._loop.perform(channel.handle, channel.may_go_on)
            except pycurl.error as failure:
                return channel.response(request, failure)
            is_clean = jar is None
            return channel.response(request, None)
        finally:
            self._release(channel, is_clean=is_clean)

    def _pin(self, channel: Channel, approved: Approved) -> None:
        place, now = (approved.host, approved.port), time.monotonic()
        ips, until = self._pins.get(place, ((), 0.0))
        if ips == approved.ips and now < until:
            return
        self._pins[place] = (approved.ips, now + _PIN_S)
        channel.pin(approved)

    def _release(self, channel: Channel, *, is_clean: bool) -> None:
        # A handle that failed, was cancelled or has cookies keeps state that no option clears.
        if is_clean and len(self._idle) < _MAX_IDLE_CHANNELS:
            self._idle.append(channel)
        else:
            channel.handle.close()

    def _may_connect(self, ip: str, port: int, approved: Approved) -> bool:
        return _is_among(ip, approved.ips) and self._guard.permits(ip, port)


def _attach(handle: Any, jar: CookieJar | None) -> None:
    if isinstance(jar, CurlJar):
        handle.setopt(pycurl.SHARE, jar.share)
        handle.setopt(pycurl.COOKIEFILE, "")


def _is_among(ip: str, approved: tuple[str, ...]) -> bool:
    # Texts are compared first: an address has several spellings, but mostly both are the same.
    return ip in approved or any(
        ipaddress.ip_address(ip) == ipaddress.ip_address(other) for other in approved
    )
