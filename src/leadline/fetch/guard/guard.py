"""The guard of every request: whether it may connect, and to which network addresses."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import ada_url

from leadline.domain.addresses import Address
from leadline.domain.bounded import Bounded
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped
from leadline.fetch.contract import Approved, Guard, Resolver
from leadline.fetch.guard.policy import NetworkPolicy
from leadline.urls.address import origin_of

_DEFAULT_PORTS: Final = {"http:": 80, "https:": 443}
_MEMORY_S: Final = 1.0
_MAX_REMEMBERED: Final = 10_000
_NOTHING: Final = (None, 0.0)
_MAX_TRIED: Final = 32
"""Addresses of a host that are connected to; all of them are checked before."""


class NetworkGuard(Guard):
    """A guard that checks every network address of a host against the policy before a connection.

    The parser that wrote the address also reads its host: two parsers could disagree about where a
    malformed address leads.

    An approval is remembered for `memory_s`, no longer than the shortest life of a DNS answer:
    asking again for each page of a crawl would cost a third of fetching it.
    """

    def __init__(
        self,
        resolver: Resolver,
        policy: NetworkPolicy,
        *,
        memory_s: float = _MEMORY_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._resolver = resolver
        self._policy = policy
        self._memory_s = memory_s
        self._clock = clock
        self._remembered = Bounded[str, tuple[Approved, float]](_MAX_REMEMBERED)

    async def approve(self, address: Address) -> Approved | Skipped:
        """See `Guard.approve`. Nothing is looked up for an address that is refused anyway."""
        origin = origin_of(address)
        approved, until = self._remembered.get(origin, _NOTHING)
        if approved is not None and self._clock() < until:
            return approved
        verdict = await self._verdict(address)
        if isinstance(verdict, Approved):
            self._remember(origin, verdict)
        return verdict

    def _remember(self, origin: str, approved: Approved) -> None:
        until = self._clock() + self._memory_s
        self._remembered[origin] = (replace(approved, dns_ms=0.0), until)

    async def _verdict(self, address: Address) -> Approved | Skipped:
        place = _place(address)
        if isinstance(place, Skipped):
            return place
        host, port = place
        if refused := self._policy.port_refusal(port):
            return refused
        started_at = time.perf_counter()
        resolved = await self._resolver.resolve(host)
        dns_ms = (time.perf_counter() - started_at) * 1000
        for ip in resolved.ips:
            if refused := self._policy.refusal(ip, port):
                return _of_host(refused, host, ip)
        return Approved(host, port, resolved.ips[:_MAX_TRIED], resolved.cnames, dns_ms)

    def permits(self, ip: str, port: int) -> bool:
        """See `Guard.permits`."""
        return self._policy.permits(ip, port)


def _place(address: str) -> tuple[str, int] | Skipped:
    """Return the host and port of an address, IPv6 in brackets."""
    try:
        url = ada_url.URL(address)
    except ValueError:
        return Rule.INVALID_ADDRESS.skip(f"{address!r} is not an address that can be requested")
    if url.protocol not in _DEFAULT_PORTS:
        return Rule.SCHEME.skip(f"{url.protocol} cannot be fetched; use http: or https:")
    return url.hostname, int(url.port or _DEFAULT_PORTS[url.protocol])


def _of_host(refused: Skipped, host: str, ip: str) -> Skipped:
    if host.strip("[]") == ip:
        return refused
    return replace(refused, detail=f"{host} is refused: {refused.detail}")
