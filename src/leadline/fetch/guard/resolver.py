"""Host names to network addresses: each name is asked for once, and remembered for its TTL."""

import asyncio
import time
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from types import TracebackType
from typing import Final, Self, assert_never

from leadline.domain.errors import DnsFailed
from leadline.fetch.contract import Resolved, Resolver
from leadline.fetch.guard.dns_answers import Absent, Found, Outcome, Unknown, combine, follow
from leadline.fetch.guard.hosts_file import HostsFile
from leadline.fetch.guard.name_servers import NameServers
from leadline.fetch.guard.ttl_cache import TtlCache

_LOCALHOST: Final = "127.0.0.1"
_FOUND_S: Final = (1.0, 3600.0)
_ABSENT_S: Final = (1.0, 300.0)
_UNKNOWN_S: Final = 1.0


class DnsResolver(Resolver):
    """A resolver by IP literal, RFC 6761's `localhost`, the hosts file and DNS, in this order.

    `timeout_s` bounds one look-up with all its retries and aliases. `servers` are `IP` or
    `IP:PORT`; without any, the system's are asked. Must be closed.
    """

    def __init__(
        self,
        servers: tuple[str, ...] = (),
        *,
        timeout_s: float = 5.0,
        max_depth: int = 8,
        hosts_file: Path | None = Path("/etc/hosts"),
        cache_size: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._timeout_s = timeout_s
        self._max_depth = max_depth
        self._hosts = HostsFile(hosts_file)
        self._cache: TtlCache[Outcome] = TtlCache(cache_size, clock)
        self._name_servers = NameServers(servers, timeout_s, clock)
        self._running: dict[str, asyncio.Task[Outcome]] = {}

    async def resolve(self, host: str) -> Resolved:
        """See `Resolver.resolve`. Search domains are never applied."""
        name = _plain(host)
        outcome = self._cache.get(name)
        if outcome is None:
            if known := self._known(name):
                return Resolved(known)
            outcome = await self._shared_look_up(name)
        if isinstance(outcome, Found):
            return Resolved(outcome.ips, outcome.cnames)
        raise DnsFailed(outcome.message)

    def known(self, host: str) -> Resolved | None:
        """See `Resolver.known`."""
        name = _plain(host)
        outcome = self._cache.get(name)
        if isinstance(outcome, Found):
            return Resolved(outcome.ips, outcome.cnames)
        known = self._known(name)
        return Resolved(known) if known else None

    async def aclose(self) -> None:
        """Cancel open look-ups; calls that wait for one raise DnsFailed."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._name_servers.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def _known(self, name: str) -> tuple[str, ...]:
        """Return the addresses of a name that no name server is asked for."""
        if _is_ip(name):
            return (name,)
        if name == "localhost" or name.endswith(".localhost"):
            return (_LOCALHOST,)
        return tuple(sorted(self._hosts.ips(name), key=lambda ip: ":" in ip))

    async def _shared_look_up(self, name: str) -> Outcome:
        """Join the look-up under way, or start it. It continues when one caller is cancelled."""
        task = self._running.get(name)
        if task is None:
            task = self._running[name] = asyncio.create_task(self._look_up(name))
            task.add_done_callback(lambda _: self._running.pop(name, None))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if not task.cancelled() or (caller and caller.cancelling()):
                raise
            raise DnsFailed(f"the look-up of {name} was given up") from None

    async def _look_up(self, name: str) -> Outcome:
        if "" in name.split("."):
            return Absent(f"{name} is not a valid host name")
        async with asyncio.TaskGroup() as both:
            ipv4 = both.create_task(self._follow(name, "A"))
            ipv6 = both.create_task(self._follow(name, "AAAA"))
        outcome = combine(ipv4.result(), ipv6.result())
        self._cache.put(name, outcome, _lifetime_s(outcome))
        return outcome

    async def _follow(self, name: str, record_type: str) -> Outcome:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await follow(self._name_servers.ask, name, record_type, self._max_depth)
        except TimeoutError:
            return Unknown(f"no name server answered for {name} within {self._timeout_s:g} s")


def _plain(host: str) -> str:
    return host.lower().removeprefix("[").removesuffix("]").removesuffix(".")


def _lifetime_s(outcome: Outcome) -> float:
    match outcome:
        case Found(ttl_s=ttl_s):
            return min(max(ttl_s, _FOUND_S[0]), _FOUND_S[1])
        case Absent(ttl_s=ttl_s):
            return min(max(ttl_s, _ABSENT_S[0]), _ABSENT_S[1])
        case Unknown():
            return _UNKNOWN_S
        case _:
            assert_never(outcome)


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
