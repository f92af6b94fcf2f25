"""One libcurl handle: its options for a request, and the answer that it collects."""

import errno
import os
import socket
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pycurl

from leadline.domain.errors import ConnectFailed, ConnectTimedOut, FetcherFailed, TooLarge
from leadline.domain.web.fetching import (
    Limits,
    Request,
    Response,
    Timings,
    Truncation,
    header_value,
)
from leadline.fetch import codings
from leadline.fetch.contract import Approved
from leadline.fetch.curl_errors import ERROR_OF_CODE

MayConnect = Callable[[str, int, Approved], bool]

_TAKE_NOTHING = 0
"""Returned for a chunk of data, this ends the transfer."""
_HEADERS = (
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    ("Accept-Encoding", codings.ACCEPTED),
)
_HTTP_VERSIONS = {1: "1.0", 2: "1.1", 3: "2", 30: "3"}
_HTTP_1 = frozenset([1, 2])
_PARTIAL_FILE = 18
# libcurl reads up to this much at once; a large page costs mostly system calls.
_BUFFER_BYTES = 128 * 1024
# The bytes on the wire for each byte of a body: TLS and chunks together do not double it.
_WIRE_TIMES = 2
_NO_SOCKET = -1
# The offset of tcpi_bytes_received in `struct tcp_info` of Linux.
_TCP_INFO_BYTES, _BYTES_RECEIVED = 136, 128


def _keep_from_children(descriptor: int, _purpose: int) -> int:
    """Close a socket in processes that we start: they would keep it open."""
    os.set_inheritable(descriptor, False)  # noqa: FBT003 -- as it is called
    return int(pycurl.SOCKOPT_OK)


class Channel:
    """A handle and its answer so far. Options are set only when they change: each takes time."""

    def __init__(self, ca_file: Path, may_connect: MayConnect) -> None:
        self._may_connect = may_connect
        self._approved: Approved | None = None
        self._profile: tuple[Any, ...] = ()
        self._limits = Limits()
        self._on_sent: Callable[[float], None] | None = None
        self._body = BytesIO()
        self._header_lines: list[bytes] = []
        self._room = 0
        self._is_truncated = False
        self._received_before: int | None = None
        self.handle = self._new_handle(ca_file)

    def prepare(self, request: Request, approved: Approved, *, is_fresh: bool) -> None:
        """Set the handle up for one request."""
        self._approved = approved
        self._limits = request.limits
        self._on_sent = request.on_sent
        self._body = BytesIO()
        self._header_lines.clear()
        self._room = request.limits.max_body_bytes
        self._is_truncated = False
        self._received_before = None
        self.handle.setopt(pycurl.URL, request.address)
        profile = (request.user_agent, request.headers, request.limits, is_fresh)
        if profile != self._profile:
            self._profile = profile
            self._set_profile(request, is_fresh=is_fresh)

    def pin(self, approved: Approved) -> None:
        """Pin the addresses of the host, so that libcurl never asks DNS."""
        # With "+" the entry expires like any other; without it, it would outlive its DNS answer.
        addresses = ",".join(f"[{ip}]" if ":" in ip else ip for ip in approved.ips)
        self.handle.setopt(pycurl.RESOLVE, [f"+{approved.host}:{approved.port}:{addresses}"])

    def may_go_on(self) -> bool:
        """Return whether the connection has received less than the limit.

        Sizes and extensions of chunks are no part of a body, but they are read as well. HTTP/2 has
        no chunks, and shares its connections.
        """
        if self.handle.getinfo(pycurl.INFO_HTTP_VERSION) not in _HTTP_1:
            return True
        received = _bytes_received(self.handle.getinfo(pycurl.ACTIVESOCKET))
        if self._received_before is None:
            # A connection may have served other requests before.
            self._received_before = received
        most = _WIRE_TIMES * self._limits.max_body_bytes + self._limits.max_header_bytes
        self._is_truncated = self._is_truncated or received - self._received_before > most
        return not self._is_truncated

    def response(self, request: Request, failure: pycurl.error | None) -> Response:
        """Return the answer, whole or truncated. Raises FetchError."""
        truncated = self._why_truncated(failure) if failure else None
        headers = self._headers()
        body = sent = self._body.getvalue()
        if coding := header_value(headers, "content-encoding"):
            body, cut = codings.decoded(sent, coding, request.limits.max_body_bytes)
            truncated = truncated or cut
        info = self.handle.getinfo
        return Response(
            address=request.address,
            status=info(pycurl.RESPONSE_CODE),
            raw_headers=headers,
            body=body,
            truncated=truncated,
            ip=info(pycurl.PRIMARY_IP),
            http_version=_HTTP_VERSIONS.get(info(pycurl.INFO_HTTP_VERSION), ""),
            wire_bytes=len(sent),
            timings=self._timings(),
        )

    def _new_handle(self, ca_file: Path) -> Any:
        """Return a handle with the options that never change."""
        handle = pycurl.Curl()
        handle.setopt(pycurl.PROTOCOLS, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS)
        handle.setopt(pycurl.FOLLOWLOCATION, 0)
        handle.setopt(pycurl.PROXY, "")
        handle.setopt(pycurl.NOPROXY, "*")
        handle.setopt(pycurl.NETRC, 0)
        handle.setopt(pycurl.NOSIGNAL, 1)
        handle.setopt(pycurl.SOCKOPTFUNCTION, _keep_from_children)
        handle.setopt(pycurl.CAINFO, str(ca_file))
        handle.setopt(pycurl.BUFFERSIZE, _BUFFER_BYTES)
        handle.setopt(pycurl.HEADERFUNCTION, self._header_lines.append)
        handle.setopt(pycurl.WRITEFUNCTION, self._on_body)
        handle.setopt(pycurl.OPENSOCKETFUNCTION, self._on_open_socket)
        handle.setopt(pycurl.PREREQFUNCTION, self._on_connected)
        return handle

    def _set_profile(self, request: Request, *, is_fresh: bool) -> None:
        handle, limits = self.handle, request.limits
        given = {name.lower() for name, _ in request.headers}
        ours = [(name, value) for name, value in _HEADERS if name.lower() not in given]
        headers = [f"{name}: {value}" for name, value in (*ours, *request.headers)]
        handle.setopt(pycurl.HTTPHEADER, headers)
        handle.setopt(pycurl.USERAGENT, request.user_agent)
        handle.setopt(pycurl.CONNECTTIMEOUT_MS, max(1, int(limits.connect_s * 1000)))
        handle.setopt(pycurl.TIMEOUT_MS, max(1, int(limits.total_s * 1000)))
        handle.setopt(pycurl.LOW_SPEED_LIMIT, limits.min_bytes_per_s)
        handle.setopt(pycurl.LOW_SPEED_TIME, limits.min_speed_window_s)
        handle.setopt(pycurl.FRESH_CONNECT, is_fresh)

    def _on_body(self, chunk: bytes) -> int | None:
        """Keep a chunk, or the part of it that fits."""
        room = self._room
        self._room = room - len(chunk)
        if self._room < 0:
            self._body.write(chunk[:room])
            self._is_truncated = True
            return _TAKE_NOTHING
        self._body.write(chunk)
        return None

    def _on_connected(self, *_: object) -> int:
        if self._on_sent is not None:
            self._on_sent(time.monotonic())
        return int(pycurl.PREREQFUNC_OK)

    def _on_open_socket(self, _purpose: int, address: Any) -> Any:
        """Ask the guard about the very address that libcurl is about to connect to."""
        family, kind, protocol, (ip, port, *_) = address
        host = ip.decode() if isinstance(ip, bytes) else ip
        if self._approved is None or not self._may_connect(host, port, self._approved):
            return pycurl.SOCKET_BAD
        try:
            return _Descriptor(family, kind, protocol)
        except OSError:
            return pycurl.SOCKET_BAD

    def _headers(self) -> bytes:
        """Return the headers of the last answer: those of 1xx come before it."""
        lines, start = self._header_lines, 0
        for number in range(len(lines) - 1, 0, -1):
            if lines[number].startswith(b"HTTP/") and not lines[number - 1].strip():
                start = number
                break
        raw = b"".join(lines[start:])
        if len(raw) > self._limits.max_header_bytes:
            raise TooLarge(f"more than {self._limits.max_header_bytes} bytes of headers")
        return raw

    def _why_truncated(self, failure: pycurl.error) -> Truncation:
        """Return why a failed transfer truncates the answer. Raises FetchError if none is kept."""
        code, message = failure.args
        if self._is_truncated:
            return Truncation.SIZE
        if sum(map(len, self._header_lines)) > self._limits.max_header_bytes:
            raise TooLarge(
                f"more than {self._limits.max_header_bytes} bytes of headers"
            ) from failure
        if code == _PARTIAL_FILE and self.handle.getinfo(pycurl.RESPONSE_CODE):
            return Truncation.CLOSED_EARLY
        error = ERROR_OF_CODE.get(code, FetcherFailed)
        info = self.handle.getinfo
        # On a connection that was open already, no time was spent on connecting.
        was_connecting = info(pycurl.NUM_CONNECTS) and not info(pycurl.CONNECT_TIME)
        if code == pycurl.E_OPERATION_TIMEDOUT and was_connecting:
            error = ConnectTimedOut
        if code == pycurl.E_COULDNT_CONNECT and info(pycurl.OS_ERRNO) != errno.ECONNREFUSED:
            error = ConnectFailed
        raise error(message or error.__doc__) from failure

    def _timings(self) -> Timings:
        info = self.handle.getinfo
        connect = info(pycurl.CONNECT_TIME)
        tls = max(connect, info(pycurl.APPCONNECT_TIME))
        first_byte = max(tls, info(pycurl.STARTTRANSFER_TIME))
        dns_ms = self._approved.dns_ms if self._approved else 0.0
        return Timings(
            dns_ms,
            connect * 1000,
            (tls - connect) * 1000,
            (first_byte - tls) * 1000,
            dns_ms + info(pycurl.TOTAL_TIME) * 1000,
        )


def _bytes_received(descriptor: int) -> int:
    """Return how many bytes a connection has received, as the kernel counts them."""
    if descriptor == _NO_SOCKET:
        return 0
    try:
        with socket.socket(fileno=os.dup(descriptor)) as connection:
            info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
    except OSError:
        return 0
    return int.from_bytes(info[_BYTES_RECEIVED:_TCP_INFO_BYTES], sys.byteorder)


class _Descriptor:
    """A new socket for libcurl, which duplicates the result of `fileno` and drops this object."""

    _number: int | None = None

    def __init__(self, family: int, kind: int, protocol: int) -> None:
        self._number = socket.socket(family, kind, protocol).detach()

    def fileno(self) -> int | None:
        return self._number

    def __del__(self) -> None:
        if self._number is not None:
            os.close(self._number)
