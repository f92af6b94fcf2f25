"""The network addresses that are not the public internet, each range with its name.

The facts are those of the IANA IPv4 and IPv6 Special-Purpose Address Registries: every block whose
"Globally Reachable" is False or N/A, and what other registries reserve (multicast, site-local).
`ipaddress.is_global` answers differently from one Python to the next, so it is not asked. The few
reachable anycast addresses inside 192.0.0.0/24 and 2001::/23 serve no web pages; their blocks are
refused whole.
"""

from typing import Final

IPV4: Final = (
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "private network"),
    ("100.64.0.0/10", "shared address space"),
    ("127.0.0.0/8", "loopback"),
    ("169.254.0.0/16", "link-local"),
    ("172.16.0.0/12", "private network"),
    ("192.0.0.0/24", "protocol assignments"),
    ("192.0.2.0/24", "documentation"),
    ("192.88.99.0/24", "6to4 relay"),
    ("192.168.0.0/16", "private network"),
    ("198.18.0.0/15", "benchmarking"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("255.255.255.255/32", "broadcast"),
    ("240.0.0.0/4", "reserved"),
)
"""The first range that contains an address names it, so the narrow ones stand first."""

IPV6: Final = (
    ("::/128", "unspecified"),
    ("::1/128", "loopback"),
    ("::/96", "IPv4-compatible"),
    ("::ffff:0:0:0/96", "IPv4-translated"),
    ("64:ff9b:1::/48", "local NAT64"),
    ("100::/64", "discard-only"),
    ("100:0:0:1::/64", "dummy prefix"),
    ("2001::/32", "Teredo tunnel"),
    ("2001:2::/48", "benchmarking"),
    ("2001:10::/28", "ORCHID"),
    ("2001::/23", "protocol assignments"),
    ("2001:db8::/32", "documentation"),
    ("2002::/16", "6to4 tunnel"),
    ("3fff::/20", "documentation"),
    ("5f00::/16", "segment routing"),
    ("fc00::/7", "unique local"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local"),
    ("ff00::/8", "multicast"),
)

GLOBAL_UNICAST: Final = "2000::/3"
"""The part of IPv6 that IANA has allocated; the rest is refused as not allocated."""
