"""Decides for every request whether and whereto it may connect."""

import time
from typing import Final

import ada_url

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.fetch.contract import Approved, Guard, Resolver
from leadline.fetch.guard.policy import NetworkPolicy

_DEFAULT_PORTS: Final = {"http:": 80, "https:": 443}


class NetworkGuard(Guard):
    """Holds every network address of a host against the policy, before anyone connects.

    The host is read by the parser that also wrote the address: two parsers would have two
    opinions about where a crooked one leads.
    """

    def __init__(self, resolver: Resolver, policy: NetworkPolicy) -> None:
        self._resolver = resolver
        self._policy = policy

    async def approve(self, address: Address) -> Approved | Skipped:
        """See `Guard.approve`. Nothing is looked up for an address that is refused anyway."""
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
        return Approved(host, port, resolved.ips, resolved.cnames, dns_ms)

    def permits(self, ip: str, port: int) -> bool:
        """See `Guard.permits`."""
        return self._policy.permits(ip, port)


def _place(address: str) -> tuple[str, int] | Skipped:
    """The host and port that an address names, IPv6 in brackets."""
    try:
        url = ada_url.URL(address)
    except ValueError:
        return _refused("invalid address", f"{address!r} is not an address that can be requested")
    if url.protocol not in _DEFAULT_PORTS:
        return _refused("scheme", f"{url.protocol} cannot be fetched; use http: or https:")
    return url.hostname, int(url.port or _DEFAULT_PORTS[url.protocol])


def _refused(rule: str, detail: str) -> Skipped:
    return Skipped(SkipReason.ADDRESS, rule, detail)


def _of_host(refused: Skipped, host: str, ip: str) -> Skipped:
    if host.strip("[]") == ip:
        return refused
    return _refused(refused.rule, f"{host} is refused: {refused.detail}")
