"""One request, one answer, over the standard library's HTTP. Nothing but loopback is asked."""

import http.client
import zlib
from dataclasses import dataclass
from functools import cache

from oracle.addresses import hostname_of, parsed, split

LOOPBACK = "127.0.0.1"
LIMIT_BYTES = 10 * 1024 * 1024
GZIP_BITS = 31
REDIRECTS = {301, 302, 303, 307, 308}


class NoAnswer(Exception):
    """`may_pass` says that another attempt could help."""

    def __init__(self, why: str, *, may_pass: bool) -> None:
        super().__init__(why)
        self.may_pass = may_pass


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said about an address."""

    address: str
    status: int
    content_type: str
    body: bytes
    redirected_to: str | None
    retry_after: str | None


def asked(address: str, timeout_s: float) -> Answer:
    """Ask once. Raises NoAnswer."""
    try:
        return _asked(address, timeout_s)
    except ConnectionRefusedError as exc:
        raise NoAnswer("refused", may_pass=False) from exc
    except TimeoutError as exc:
        raise NoAnswer("timed out", may_pass=True) from exc
    except OSError as exc:
        raise NoAnswer("connection lost", may_pass=True) from exc
    except http.client.HTTPException as exc:
        is_lost = isinstance(exc, http.client.RemoteDisconnected)
        raise NoAnswer("lost or not HTTP", may_pass=is_lost) from exc


@cache
def _connection(authority: str, timeout_s: float) -> http.client.HTTPConnection:
    port = int(authority.rpartition(":")[2]) if ":" in authority else 80
    return http.client.HTTPConnection(LOOPBACK, port, timeout=timeout_s)


def _asked(address: str, timeout_s: float) -> Answer:
    scheme, authority, path, query = split(address)
    host = hostname_of(address)
    if scheme != "http" or not (host.endswith("localhost") or host.startswith("127.")):
        raise ValueError(f"{address} is not on this machine")
    connection = _connection(authority, timeout_s)
    headers = {"Host": authority, "User-Agent": "oracle", "Accept-Encoding": "identity"}
    try:
        response = _answered(connection, path + query, headers)
        redirected_to = _target(response, address)
        # The body of a redirect may never end, and says nothing.
        body = b"" if redirected_to else _body(response)
    except (OSError, http.client.HTTPException):
        connection.close()
        raise
    if redirected_to or response.will_close or not response.isclosed():
        connection.close()
    return Answer(
        address,
        response.status,
        response.headers.get("Content-Type", ""),
        _plain(body, response.headers.get("Content-Encoding", "")),
        redirected_to,
        response.headers.get("Retry-After"),
    )


def _answered(
    connection: http.client.HTTPConnection, target: str, headers: dict[str, str]
) -> http.client.HTTPResponse:
    is_reused = connection.sock is not None
    try:
        connection.request("GET", target, headers=headers)
        return connection.getresponse()
    except (ConnectionError, http.client.RemoteDisconnected):
        connection.close()
        if not is_reused:
            raise
    # The server had closed a connection that it kept: no attempt was made.
    connection.request("GET", target, headers=headers)
    return connection.getresponse()


def _body(response: http.client.HTTPResponse) -> bytes:
    try:
        return response.read(LIMIT_BYTES) if response.length is None else response.read()
    except http.client.IncompleteRead as exc:
        return exc.partial


def _target(response: http.client.HTTPResponse, address: str) -> str | None:
    location = response.headers.get("Location", "")
    if response.status not in REDIRECTS or not location:
        return None
    # Headers are read as Latin-1; who writes more than ASCII into one means UTF-8.
    return parsed(location.encode("latin-1").decode("utf-8", "replace"), address)


def _plain(body: bytes, coding: str) -> bytes:
    """The body without its coding; nothing when it has one that was not asked for."""
    if coding.lower() in {"", "identity"}:
        return body
    try:
        return zlib.decompress(body, GZIP_BITS) if coding.lower() == "gzip" else b""
    except zlib.error:
        return b""
