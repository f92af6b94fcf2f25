"""Questions to name servers, through c-ares."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

import aiodns
import pycares

from leadline.domain.errors import InvalidSetting
from leadline.fetch.guard.dns_answers import NO_DATA_S, Absent, Unknown

_WRITTEN: Final = re.compile(
    r"""(?: \[ (?P<bracketed> [0-9a-f:.]+ ) \] | (?P<ipv4> [0-9.]+ ) ) (?: :(?P<port>[0-9]{1,5}) )?
      | (?P<ipv6> [0-9a-f:.]+ )""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_MAX_PORT: Final = 65535


@dataclass(slots=True, eq=False)
class _Channel:
    dns: aiodns.DNSResolver
    expires_at: float
    waiting: int = 0


class NameServers:
    """The name servers `servers`, or those of the system. Raises InvalidSetting when made.

    c-ares has a cache of its own that cannot be switched off from here, has no bound, and keeps
    "no data" for an hour. A new channel with an empty cache replaces it often enough that no answer
    is kept for longer than we keep it; it also reads the current settings of the system.
    """

    def __init__(
        self, servers: tuple[str, ...], timeout_s: float, clock: Callable[[], float]
    ) -> None:
        self._servers = tuple(_check_server(server) for server in servers)
        self._timeout_s = timeout_s
        self._clock = clock
        self._channel: _Channel | None = None

    async def ask(self, name: str, record_type: str) -> pycares.DNSResult | Absent | Unknown:
        """Ask one question. Names are used as they are: no search domains, no hosts file."""
        channel = await self._current_channel()
        channel.waiting += 1
        try:
            return await channel.dns.query_dns(name, record_type)
        except aiodns.error.DNSError as exc:
            return _translated(name, exc)
        finally:
            channel.waiting -= 1
            await self._close_if_replaced(channel)

    async def aclose(self) -> None:
        """Cancel all open questions."""
        channel, self._channel = self._channel, None
        if channel:
            await channel.dns.close()

    async def _current_channel(self) -> _Channel:
        now = self._clock()
        if self._channel is None or now >= self._channel.expires_at:
            old, self._channel = self._channel, _Channel(self._open(), now + NO_DATA_S)
            if old:
                await self._close_if_replaced(old)
        return self._channel

    async def _close_if_replaced(self, channel: _Channel) -> None:
        if channel is not self._channel and not channel.waiting:
            await channel.dns.close()

    def _open(self) -> aiodns.DNSResolver:
        # The second try waits twice as long as the first; together they stay within the limit.
        return aiodns.DNSResolver(
            self._servers, asyncio.get_running_loop(), timeout=self._timeout_s / 4, tries=2
        )


def _check_server(server: str) -> str:
    written = _WRITTEN.fullmatch(server)
    if written is None or int(written["port"] or 0) > _MAX_PORT or not _is_ip(written):
        raise InvalidSetting(
            f"{server!r} is not a name server: "
            "write IP or IP:PORT, such as 192.0.2.1 or [2001:db8::1]:5353"
        )
    return server


def _is_ip(written: re.Match[str]) -> bool:
    try:
        ip_address(written["bracketed"] or written["ipv4"] or written["ipv6"])
    except ValueError:
        return False
    return True


def _translated(name: str, error: aiodns.error.DNSError) -> Absent | Unknown:
    code, reason = error.args
    match code:
        case aiodns.error.ARES_ENOTFOUND:
            return Absent(f"{name} does not exist")
        case aiodns.error.ARES_ENODATA:
            return Absent(f"{name} has no address")
        case aiodns.error.ARES_EBADNAME:
            return Absent(f"{name} is not a valid host name")
        case aiodns.error.ARES_ETIMEOUT:
            return Unknown(f"no name server answered for {name}")
        case _:
            return Unknown(f"the name server could not answer for {name}: {reason}")
