"""Connections to a server: its address, the API key, and requests of httpx."""

import os
from dataclasses import dataclass
from typing import Any

import httpx

from leadline import __version__
from leadline.client.transport.effects import Broken, Call

DEFAULT_URL = "http://127.0.0.1:8080"
_LOOPBACK = frozenset(["localhost", "127.0.0.1", "::1"])
_CONNECT_S = 10.0
# Less than servers keep idle connections, so that no request is sent into a closing one.
_KEPT_S = 2.0


@dataclass(frozen=True, slots=True)
class Connection:
    """A server, and the API key for it."""

    url: str
    key: str | None
    timeout_s: float

    @classmethod
    def of(cls, url: str | None, key: str | None, timeout_s: float) -> "Connection":
        """Return a connection; the defaults are LEADLINE_URL and LEADLINE_API_KEY."""
        url = url or os.environ.get("LEADLINE_URL") or DEFAULT_URL
        return cls(url, key or os.environ.get("LEADLINE_API_KEY") or None, timeout_s)

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of an httpx client."""
        headers = {"User-Agent": f"leadline-client/{__version__}"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        return {
            "base_url": self.url,
            "headers": headers,
            "timeout": httpx.Timeout(self.timeout_s, connect=_CONNECT_S),
            "limits": httpx.Limits(keepalive_expiry=_KEPT_S),
            # A proxy from the environment could not reach this machine.
            "trust_env": httpx.URL(self.url).host not in _LOOPBACK,
        }


def request_of(call: Call, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
    """Return a call as a request of httpx."""
    query = {name: value for name, value in call.query.items() if value is not None}
    headers, body = dict(call.headers), call.body
    return http.build_request(call.method, call.path, params=query, json=body, headers=headers)


def broken_by(error: httpx.RequestError, http: httpx.Client | httpx.AsyncClient) -> Broken:
    """Return the reason for a broken connection in words, and its server."""
    is_unconnected = isinstance(error, httpx.ConnectError)
    return Broken(str(error) or type(error).__name__, server_of(http), is_unconnected)


def server_of(http: httpx.Client | httpx.AsyncClient) -> str:
    """Return the address of the server that a client sends requests to."""
    return str(http.base_url).rstrip("/")
