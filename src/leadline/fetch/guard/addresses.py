"""Network addresses that are refused, and why: values in, values out.

An IPv6 address may carry an IPv4 address inside, and some network on the way will unwrap it. So
the IPv4 address inside is judged first, in every form that has ever been standardised.
"""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from leadline.fetch.guard import special_ranges

_REMEMBERED: Final = 4096
"""Every request asks about the addresses of its host; a crawl visits few hosts at a time."""
_LOW_32: Final = 0xFFFF_FFFF
_ISATAP_MARKS: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})


@dataclass(frozen=True, slots=True)
class Range:
    """Addresses that are not public, and their name; reads `127.0.0.0/8 (loopback)`."""

    extent: str
    name: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.extent} ({self.name})"


@lru_cache(_REMEMBERED)
def refusal(ip: str) -> Range | None:
    """Return the range that makes `ip` no address of the public internet, if there is one.

    Text that is no IP address is refused, too.
    """
    try:
        parsed = parse_ip(ip)
    except ValueError:
        return _NO_IP
    if isinstance(parsed, IPv4Address):
        return _ipv4_refusal(int(parsed))
    return _ipv6_refusal(int(parsed))


@lru_cache(_REMEMBERED)
def parse_ip(ip: str) -> IPv4Address | IPv6Address:
    """Read an address as it may be connected to; raises ValueError.

    The zone (`fe80::1%eth0`) only picks an interface and is dropped. An IPv4-mapped address is its
    IPv4 address: the kernel sends plain IPv4 there.
    """
    parsed = ip_address(ip.partition("%")[0])
    if isinstance(parsed, IPv6Address) and int(parsed) >> 32 == _MAPPED:
        return IPv4Address(int(parsed) & _LOW_32)
    return parsed


def _ipv4_refusal(number: int) -> Range | None:
    return next((block for block in _IPV4 if block.first <= number <= block.last), None)


def _ipv6_refusal(number: int) -> Range | None:
    for inside in _embedded_ipv4(number):
        if refused := _ipv4_refusal(inside):
            return refused
    if number >> 32 == _NAT64:
        return None
    if number >> 32 & _LOW_32 in _ISATAP_MARKS:
        return _ISATAP
    if listed := next((block for block in _IPV6 if block.first <= number <= block.last), None):
        return listed
    return None if _GLOBAL.first <= number <= _GLOBAL.last else _NOT_ALLOCATED


def _embedded_ipv4(number: int) -> tuple[int, ...]:
    """Return the IPv4 addresses inside an IPv6 address; `::` and `::1` have none."""
    if number <= 1:
        return ()
    if number >> 32 in _IPV4_AT_THE_END or number >> 32 & _LOW_32 in _ISATAP_MARKS:
        return (number & _LOW_32,)
    if number >> 112 == _SIX_TO_FOUR:
        return (number >> 80 & _LOW_32,)
    if number >> 96 == _TEREDO:
        return (number >> 64 & _LOW_32, ~number & _LOW_32)
    return ()


def _block(cidr: str, name: str) -> Range:
    network: IPv4Network | IPv6Network = ip_network(cidr)
    return Range(cidr, name, int(network.network_address), int(network.broadcast_address))


def _prefix(cidr: str) -> int:
    network = IPv6Network(cidr)
    return int(network.network_address) >> 128 - network.prefixlen


_IPV4: Final = tuple(_block(*row) for row in special_ranges.IPV4)
_IPV6: Final = tuple(_block(*row) for row in special_ranges.IPV6)
_GLOBAL: Final = _block(special_ranges.GLOBAL_UNICAST, "global unicast")
_NOT_ALLOCATED: Final = Range("no block of 2000::/3", "not allocated", 0, 0)
_ISATAP: Final = Range("the form ::5efe:a.b.c.d", "ISATAP tunnel", 0, 0)
_NO_IP: Final = Range("no network", "not an IP address", 0, 0)

_MAPPED: Final = _prefix("::ffff:0:0/96")
_NAT64: Final = _prefix("64:ff9b::/96")
_SIX_TO_FOUR: Final = _prefix("2002::/16")
_TEREDO: Final = _prefix("2001::/32")
_IPV4_AT_THE_END: Final = frozenset({_NAT64, _prefix("::/96"), _prefix("::ffff:0:0:0/96")})
