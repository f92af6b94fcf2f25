"""The meaning of answers of name servers: the aliases of a name, and the addresses at their end.

Only records about the name that was asked for, and about its aliases, are believed; all others are
ignored.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

import pycares

_DATA: Final[dict[str, type[pycares.ARecordData | pycares.AAAARecordData]]] = {
    "A": pycares.ARecordData,
    "AAAA": pycares.AAAARecordData,
}
NO_DATA_S: Final = 30.0
"""How long an absence is believed when the server does not say; pycares mostly hides it."""
_MAX_IPS: Final = 256
"""Addresses of one type that a name may have: all are checked, and an answer may hold thousands."""


@dataclass(frozen=True, slots=True)
class Found:
    """The name has these addresses."""

    ips: tuple[str, ...]
    cnames: tuple[str, ...]
    ttl_s: float


@dataclass(frozen=True, slots=True)
class Absent:
    """The name has no address: this is certain for a while. The message is for people."""

    message: str
    ttl_s: float = NO_DATA_S


@dataclass(frozen=True, slots=True)
class Unknown:
    """No server knew; asking again may help. The message is for people."""

    message: str


Outcome = Found | Absent | Unknown
Ask = Callable[[str, str], Awaitable[pycares.DNSResult | Absent | Unknown]]
"""Sends one question, a name and `A` or `AAAA`, to a name server."""


async def follow(ask: Ask, host: str, record_type: str, max_depth: int) -> Outcome:
    """Ask for the addresses of `host`, and of its alias if the answer ends at one."""
    name, ttl_s = host, float("inf")
    cnames: tuple[str, ...] = ()
    while True:
        answer = await ask(name, record_type)
        if isinstance(answer, Absent | Unknown):
            return _of_alias(answer, host) if cnames else answer
        step = _read(answer, name, record_type, max_depth)
        cnames += step.cnames
        ttl_s = min(ttl_s, step.ttl_s)
        if trouble := _trouble(host, cnames, max_depth):
            return Absent(trouble)
        if len(step.ips) > _MAX_IPS:
            return Absent(f"{host} has more than {_MAX_IPS} addresses")
        if step.ips:
            return Found(step.ips, cnames, ttl_s)
        if step.absent_s is not None:
            return Absent(f"{host} has no address", step.absent_s)
        if not step.cnames:
            return Absent(f"{host} has no address")
        name = cnames[-1]


def combine(ipv4: Outcome, ipv6: Outcome) -> Outcome:
    """Return one outcome of both families, IPv4 first: many machines have no IPv6 route."""
    found = [outcome for outcome in (ipv4, ipv6) if isinstance(outcome, Found)]
    if found:
        ips = tuple(ip for family in found for ip in family.ips)
        return Found(ips, found[0].cnames, min(family.ttl_s for family in found))
    return next((out for out in (ipv4, ipv6) if isinstance(out, Unknown)), ipv4)


@dataclass(frozen=True, slots=True)
class _Step:
    """The content of one answer; `absent_s` is set if it says that there are no addresses."""

    ips: tuple[str, ...]
    cnames: tuple[str, ...]
    ttl_s: float
    absent_s: float | None


def _read(answer: pycares.DNSResult, asked: str, record_type: str, max_depth: int) -> _Step:
    name, cnames, ttls_s = asked, list[str](), list[float]()
    aliases = _aliases(answer)
    while name in aliases and len(cnames) <= max_depth:
        name, ttl_s = aliases[name]
        cnames.append(name)
        ttls_s.append(ttl_s)
    ips = list[str]()
    for record in answer.answer:
        data = record.data
        if isinstance(data, _DATA[record_type]) and _plain(record.name) == name:
            ips.append(data.addr)
            ttls_s.append(record.ttl)
    return _Step(
        tuple(dict.fromkeys(ips)), tuple(cnames), min(ttls_s, default=NO_DATA_S), _absent_s(answer)
    )


def _aliases(answer: pycares.DNSResult) -> dict[str, tuple[str, float]]:
    return {
        _plain(record.name): (_plain(record.data.cname), record.ttl)
        for record in answer.answer
        if isinstance(record.data, pycares.CNAMERecordData)
    }


def _absent_s(answer: pycares.DNSResult) -> float | None:
    """Return for how long there is no address, by the SOA of an empty answer (RFC 2308)."""
    return next(
        (
            min(record.ttl, record.data.minimum)
            for record in answer.authority
            if isinstance(record.data, pycares.SOARecordData)
        ),
        None,
    )


def _trouble(host: str, cnames: tuple[str, ...], max_depth: int) -> str | None:
    if len({host, *cnames}) <= len(cnames):
        return f"the aliases of {host} go in a circle"
    if len(cnames) > max_depth:
        return f"{host} has more than {max_depth} aliases in a row"
    return None


def _of_alias(outcome: Absent | Unknown, host: str) -> Absent | Unknown:
    return replace(outcome, message=f"{host} is an alias, and {outcome.message}")


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")
