"""The policy of connections: the public internet, and the networks that a person allowed."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Network, ip_address, ip_network
from typing import Final, Self

from leadline.domain.errors import InvalidSetting
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped, SkipReason
from leadline.fetch.guard.addresses import parse_ip, refusal
from leadline.fetch.guard.bad_ports import BAD_PORTS
from leadline.fetch.guard.own_addresses import is_own_address

_WRITTEN: Final = re.compile(
    r"""(?: \[ (?P<bracketed> [0-9a-f:.]+ (?:/[0-9]+)? ) \]   # [fd00::/8]
          | (?P<ipv4> [0-9.]+ (?:/[0-9]+)? )                  # 10.0.0.0/8
        ) (?: : (?P<port> [0-9]{1,5} ) )?
      | (?P<ipv6> [0-9a-f:.]+ (?:/[0-9]+)? )                  # fd00::/8
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_EXAMPLES: Final = "such as 10.0.0.0/8, 127.0.0.1:8080, fd00::/8 or [::1]:8080"
_IPV4_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_MAX_PORT: Final = 65535


@dataclass(frozen=True, slots=True)
class AllowedNetwork:
    """A block of addresses that may be connected to although it is not public."""

    version: int
    first: int
    last: int
    port: int | None = None
    """The only port that is allowed; None allows every port."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `CIDR[:PORT]`, IPv6 in brackets when a port follows. Raises InvalidSetting."""
        written = _WRITTEN.fullmatch(text.strip())
        if written is None:
            raise InvalidSetting(f"{text!r} is not a network: write CIDR[:PORT], {_EXAMPLES}")
        cidr = written["bracketed"] or written["ipv4"] or written["ipv6"]
        version, first, last = _bounds(cidr)
        port = int(written["port"]) if written["port"] else None
        if port is not None and not 0 < port <= _MAX_PORT:
            raise InvalidSetting(f"{text!r} has a port that does not exist: use 1 to {_MAX_PORT}")
        return cls(version, first, last, port)

    def covers(self, ip: str, port: int) -> bool:
        """Return whether this rule allows a connection to `ip` and `port`."""
        if self.port not in {None, port}:
            return False
        try:
            parsed = parse_ip(ip)
        except ValueError:
            return False
        return parsed.version == self.version and self.first <= int(parsed) <= self.last


@dataclass(frozen=True, slots=True)
class NetworkPolicy:
    """The public internet on harmless ports, and the networks in `allowed`."""

    allowed: tuple[AllowedNetwork, ...] = ()
    is_own: Callable[[str], bool] = is_own_address
    """The check for addresses of this machine: its services may trust requests from itself."""

    def permits(self, ip: str, port: int) -> bool:
        """Return whether a connection to exactly this address and port may be opened."""
        return self.refusal(ip, port) is None

    def refusal(self, ip: str, port: int) -> Skipped | None:
        """Return why a connection to this address and port is refused, if it is.

        A bad port needs a rule that names it; a rule for a whole network does not open it.
        """
        rules = [rule for rule in self.allowed if rule.covers(ip, port)]
        if port in BAD_PORTS and not any(rule.port == port for rule in rules):
            return _bad_port(port, ip)
        if rules:
            return None
        if refused := refusal(ip):
            return _refusal(refused.name, f"{ip} is in {refused}", ip, port)
        if self.is_own(str(parse_ip(ip))):
            return _refusal(Rule.OWN_ADDRESS, f"{ip} is an address of this machine", ip, port)
        return None

    def port_refusal(self, port: int) -> Skipped | None:
        """Return why connections to this port are refused on every address, if they are."""
        if port not in BAD_PORTS or any(rule.port == port for rule in self.allowed):
            return None
        return _bad_port(port, None)


def _bounds(cidr: str) -> tuple[int, int, int]:
    try:
        network = ip_network(cidr, strict=False)
    except ValueError as exc:
        raise InvalidSetting(f"{cidr!r} is not a network: write CIDR[:PORT], {_EXAMPLES}") from exc
    if network.network_address != ip_address(cidr.partition("/")[0]):
        raise InvalidSetting(f"{cidr!r} starts inside its network: write {network}")
    first, last = int(network.network_address), int(network.broadcast_address)
    if isinstance(network, IPv6Network) and network.subnet_of(_IPV4_MAPPED):
        return 4, first & 0xFFFF_FFFF, last & 0xFFFF_FFFF
    return network.version, first, last


def _refusal(rule: str, why: str, ip: str, port: int) -> Skipped:
    way_out = f"allow it with --allow-network {_written(ip, port)}"
    return Skipped(SkipReason.ADDRESS, rule, f"{why}; {way_out}")


def _bad_port(port: int, ip: str | None) -> Skipped:
    rule = _written(ip, port) if ip else f"CIDR:{port}"
    return Rule.BAD_PORT.skip(
        f"port {port} belongs to a service that is not the web; "
        f"allow it with --allow-network {rule}"
    )


def _written(ip: str, port: int) -> str:
    return f"[{ip}]:{port}" if ":" in ip else f"{ip}:{port}"
