"""Pages over HTTP by libcurl, driven by the event loop."""

import errno
import ipaddress
import os
import socket
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pycurl

from leadline.domain.errors import ConnectFailed, ConnectTimedOut, FetcherFailed, TooLarge
from leadline.domain.fetching import Request, Response, Timings, Truncation
from leadline.domain.outcomes import Skipped
from leadline.fetch.contract import Approved, CookieJar, Guard
from leadline.fetch.curl_errors import ERROR_OF_CODE
from leadline.fetch.transfer import Transfer

_ACCEPT = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_MAX_IDLE_HANDLES = 64
_MAX_IDLE_CONNECTIONS = 256
_HTTP_VERSIONS = {1: "1.0", 2: "1.1", 3: "2", 30: "3"}


class CurlJar:
    """Cookies of one chain of requests, kept by libcurl."""

    def __init__(self) -> None:
        self.share = pycurl.CurlShare()
        self.share.setopt(pycurl.SH_SHARE, pycurl.LOCK_DATA_COOKIE)

    def close(self) -> None:
        """Forget all cookies."""
        self.share.close()


class CurlFetcher:
    """Fetches through one guard, with one pool of connections.

    Connections are shared by name in libcurl, so a pool never serves two guards.
    """

    def __init__(self, guard: Guard, ca_file: Path) -> None:
        self._guard = guard
        self._ca_file = ca_file
        self._multi = pycurl.AsyncCurlMulti()
        self._multi.setopt(pycurl.M_MAXCONNECTS, _MAX_IDLE_CONNECTIONS)
        self._idle: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._multi.aclose()
        for handle in self._idle:
            handle.close()

    def new_jar(self) -> CookieJar:
        """An empty jar."""
        return CurlJar()

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """See the contract."""
        approved = await self._guard.approve(request.address)
        if isinstance(approved, Skipped):
            return approved
        response = await self._transfer(request, approved, jar, is_fresh=False)
        if _is_among(response.ip, approved.ips):
            return response
        # A pooled connection from before the name changed its address: not who was asked.
        response = await self._transfer(request, approved, jar, is_fresh=True)
        if not _is_among(response.ip, approved.ips):
            raise FetcherFailed(f"connected to {response.ip}, which was not approved")
        return response

    async def _transfer(
        self, request: Request, approved: Approved, jar: CookieJar | None, *, is_fresh: bool
    ) -> Response:
        handle = self._idle.pop() if self._idle else _new_handle(self._ca_file)
        transfer = Transfer(request.limits)
        truncated = None
        is_clean = False
        try:
            _prepare(handle, request, transfer, approved, self._opener(approved))
            handle.setopt(pycurl.FRESH_CONNECT, is_fresh)
            if isinstance(jar, CurlJar):
                handle.setopt(pycurl.SHARE, jar.share)
                handle.setopt(pycurl.COOKIEFILE, "")
            try:
                await self._multi.perform(handle)
                is_clean = jar is None
            except pycurl.error as exc:
                truncated = _why_truncated(handle, transfer, exc)
            return _response(handle, request, transfer, approved.dns_ms, truncated)
        finally:
            self._release(handle, is_clean=is_clean)

    def _release(self, handle: Any, *, is_clean: bool) -> None:
        # A handle that failed, was cancelled or has cookies keeps traces that no option clears.
        if is_clean and len(self._idle) < _MAX_IDLE_HANDLES:
            self._idle.append(handle)
        else:
            handle.close()

    def _opener(self, approved: Approved) -> Callable[[int, Any], Any]:
        """The last check, on the very address that is about to be connected to."""

        def open_socket(_purpose: int, address: Any) -> Any:
            family, kind, protocol, (ip, port, *_) = address
            host = ip.decode() if isinstance(ip, bytes) else ip
            if not _is_among(host, approved.ips) or not self._guard.permits(host, port):
                return pycurl.SOCKET_BAD
            return _Descriptor(family, kind, protocol)

        return open_socket


class _Descriptor:
    """A new socket for libcurl, which duplicates what `fileno` gives and drops this one."""

    def __init__(self, family: int, kind: int, protocol: int) -> None:
        self._number = socket.socket(family, kind, protocol).detach()

    def fileno(self) -> int:
        return self._number

    def __del__(self) -> None:
        os.close(self._number)


def _new_handle(ca_file: Path) -> Any:
    """A handle with all that does not change from request to request."""
    handle = pycurl.Curl()
    handle.setopt(pycurl.PROTOCOLS, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS)
    handle.setopt(pycurl.FOLLOWLOCATION, 0)
    handle.setopt(pycurl.PROXY, "")
    handle.setopt(pycurl.NOPROXY, "*")
    handle.setopt(pycurl.NETRC, 0)
    handle.setopt(pycurl.NOSIGNAL, 1)
    handle.setopt(pycurl.ACCEPT_ENCODING, "gzip, deflate, br")
    handle.setopt(pycurl.NOPROGRESS, 0)
    handle.setopt(pycurl.CAINFO, str(ca_file))
    return handle


def _prepare(
    handle: Any,
    request: Request,
    transfer: Transfer,
    approved: Approved,
    open_socket: Callable[[int, Any], Any],
) -> None:
    limits = request.limits
    handle.setopt(pycurl.URL, request.address)
    handle.setopt(pycurl.USERAGENT, request.user_agent)
    headers = [f"{name}: {value}" for name, value in request.headers]
    if not any(name.lower() == "accept" for name, _ in request.headers):
        headers.append(_ACCEPT)
    handle.setopt(pycurl.HTTPHEADER, headers)
    handle.setopt(pycurl.CONNECTTIMEOUT_MS, max(1, int(limits.connect_s * 1000)))
    handle.setopt(pycurl.TIMEOUT_MS, max(1, int(limits.total_s * 1000)))
    handle.setopt(pycurl.LOW_SPEED_LIMIT, limits.min_bytes_per_s)
    handle.setopt(pycurl.LOW_SPEED_TIME, limits.min_speed_window_s)
    handle.setopt(pycurl.WRITEFUNCTION, transfer.on_body)
    handle.setopt(pycurl.HEADERFUNCTION, transfer.on_header)
    handle.setopt(pycurl.XFERINFOFUNCTION, transfer.on_progress)
    handle.setopt(pycurl.OPENSOCKETFUNCTION, open_socket)
    # With "+" the entry ages like any other; without, it would outlive the answer it came from.
    pins = ",".join(f"[{ip}]" if ":" in ip else ip for ip in approved.ips)
    handle.setopt(pycurl.RESOLVE, [f"+{approved.host}:{approved.port}:{pins}"])


def _response(
    handle: Any, request: Request, transfer: Transfer, dns_ms: float, truncated: Truncation | None
) -> Response:
    return Response(
        address=request.address,
        status=handle.getinfo(pycurl.RESPONSE_CODE),
        headers=transfer.headers,
        body=transfer.body,
        truncated=truncated,
        ip=handle.getinfo(pycurl.PRIMARY_IP),
        http_version=_HTTP_VERSIONS.get(handle.getinfo(pycurl.INFO_HTTP_VERSION), ""),
        wire_bytes=int(handle.getinfo(pycurl.SIZE_DOWNLOAD_T)),
        timings=_timings(handle, dns_ms),
    )


def _why_truncated(handle: Any, transfer: Transfer, exc: pycurl.error) -> Truncation:
    """Why an answer is kept although its transfer failed. Raises FetchError when it is not."""
    code, message = exc.args
    if transfer.are_headers_too_large:
        raise TooLarge("the headers are larger than the limit") from exc
    truncated = transfer.truncation(code)
    if truncated is not None and handle.getinfo(pycurl.RESPONSE_CODE):
        return truncated
    error = ERROR_OF_CODE.get(code, FetcherFailed)
    if code == pycurl.E_OPERATION_TIMEDOUT and not handle.getinfo(pycurl.CONNECT_TIME):
        error = ConnectTimedOut
    if code == pycurl.E_COULDNT_CONNECT and handle.getinfo(pycurl.OS_ERRNO) != errno.ECONNREFUSED:
        error = ConnectFailed
    raise error(message or error.__doc__) from exc


def _timings(handle: Any, dns_ms: float) -> Timings:
    connect = handle.getinfo(pycurl.CONNECT_TIME)
    tls = max(connect, handle.getinfo(pycurl.APPCONNECT_TIME))
    first_byte = max(tls, handle.getinfo(pycurl.STARTTRANSFER_TIME))
    return Timings(
        dns_ms=dns_ms,
        connect_ms=connect * 1000,
        tls_ms=(tls - connect) * 1000,
        first_byte_ms=(first_byte - tls) * 1000,
        total_ms=dns_ms + handle.getinfo(pycurl.TOTAL_TIME) * 1000,
    )


def _is_among(ip: str, approved: tuple[str, ...]) -> bool:
    # Text first: one address has several spellings, but mostly both sides write the same.
    return ip in approved or any(
        ipaddress.ip_address(ip) == ipaddress.ip_address(other) for other in approved
    )
