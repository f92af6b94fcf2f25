"""The ranges that are refused, held against what the IANA registries say."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.fetch.guard.addresses import refusal

RANGES = [
    # first, last, name, the public addresses before and after
    ("0.0.0.0", "0.255.255.255", "this network", None, "1.0.0.0"),
    ("10.0.0.0", "10.255.255.255", "private network", "9.255.255.255", "11.0.0.0"),
    ("100.64.0.0", "100.127.255.255", "shared address space", "100.63.255.255", "100.128.0.0"),
    ("127.0.0.0", "127.255.255.255", "loopback", "126.255.255.255", "128.0.0.0"),
    ("169.254.0.0", "169.254.255.255", "link-local", "169.253.255.255", "169.255.0.0"),
    ("172.16.0.0", "172.31.255.255", "private network", "172.15.255.255", "172.32.0.0"),
    ("192.0.0.0", "192.0.0.255", "protocol assignments", "191.255.255.255", "192.0.1.0"),
    ("192.0.2.0", "192.0.2.255", "documentation", "192.0.1.255", "192.0.3.0"),
    ("192.88.99.0", "192.88.99.255", "6to4 relay", "192.88.98.255", "192.88.100.0"),
    ("192.168.0.0", "192.168.255.255", "private network", "192.167.255.255", "192.169.0.0"),
    ("198.18.0.0", "198.19.255.255", "benchmarking", "198.17.255.255", "198.20.0.0"),
    ("198.51.100.0", "198.51.100.255", "documentation", "198.51.99.255", "198.51.101.0"),
    ("203.0.113.0", "203.0.113.255", "documentation", "203.0.112.255", "203.0.114.0"),
    ("224.0.0.0", "239.255.255.255", "multicast", "223.255.255.255", None),
    ("240.0.0.0", "255.255.255.254", "reserved", None, None),
    ("255.255.255.255", "255.255.255.255", "broadcast", None, None),
    ("::", "::", "unspecified", None, None),
    ("::1", "::1", "loopback", None, None),
    ("::8.8.8.8", "::8.8.8.8", "IPv4-compatible", None, None),
    ("::ffff:0:8.8.8.8", "::ffff:0:8.8.8.8", "IPv4-translated", None, None),
    ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "local NAT64", None, None),
    ("100::", "100::ffff:ffff:ffff:ffff", "discard-only", None, None),
    ("100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff", "dummy prefix", None, None),
    ("2001:0:808:808::f7f7:f7f7", "2001:0:808:808::f7f7:f7f7", "Teredo tunnel", None, None),
    ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "benchmarking", None, None),
    ("2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", "ORCHID", None, None),
    ("2001:1::", "2001:1:ffff:ffff:ffff:ffff:ffff:ffff", "protocol assignments", None, None),
    (
        "2001:20::",
        "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
        "protocol assignments",
        None,
        "2001:200::",
    ),
    (
        "2001:db8::",
        "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "documentation",
        "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db9::",
    ),
    (
        "2002:808:808::",
        "2002:808:808:ffff:ffff:ffff:ffff:ffff",
        "6to4 tunnel",
        "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2003::",
    ),
    (
        "3fff::",
        "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
        "documentation",
        "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "3fff:1000::",
    ),
    ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "segment routing", None, None),
    ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unique local", None, None),
    ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local", None, None),
    ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "site-local", None, None),
    ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast", None, None),
    ("4000::", "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "not allocated", "3fff:ffff::", None),
    ("101::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "not allocated", None, "2000::"),
    ("64:ff9a::", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", "not allocated", None, None),
]

ipv4_numbers = st.integers(0, 2**32 - 1)
denied_ipv4 = st.sampled_from(["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1"]).map(
    lambda ip: int(IPv4Address(ip))
)


def name_of(ip: str) -> str | None:
    refused = refusal(ip)
    return refused.name if refused else None


def middle(first: str, last: str) -> str:
    start = ip_address(first)
    return str(type(start)((int(start) + int(ip_address(last))) // 2))


@pytest.mark.parametrize(("first", "last", "name", "before", "after"), RANGES)
def test_a_range_is_refused_from_its_first_address_to_its_last(
    first: str, last: str, name: str, before: str | None, after: str | None
) -> None:
    assert [name_of(ip) for ip in (first, middle(first, last), last)] == [name] * 3
    assert {name_of(ip) for ip in (before, after) if ip} <= {None}


@pytest.mark.parametrize(
    "ip",
    [
        "1.1.1.1",
        "8.8.8.8",
        "192.31.196.1",
        "192.175.48.1",
        "2606:4700:4700::1111",
        "2620:4f:8000::1",
    ],
)
def test_the_public_internet_is_not_refused(ip: str) -> None:
    assert refusal(ip) is None


@pytest.mark.parametrize(
    ("ip", "name"),
    [
        ("::ffff:127.0.0.1", "loopback"),
        ("::ffff:7f00:1", "loopback"),
        ("::ffff:0:127.0.0.1", "loopback"),
        ("::127.0.0.1", "loopback"),
        ("64:ff9b::10.0.0.1", "private network"),
        ("64:ff9b:1::10.0.0.1", "local NAT64"),
        ("2002:a9fe:a9fe::1", "link-local"),
        ("2001:0:a00:1::", "private network"),
        ("2001:0:808:808:0:0:80ff:fffe", "loopback"),
        ("2606:4700::5efe:127.0.0.1", "loopback"),
        ("2606:4700::200:5efe:192.168.0.1", "private network"),
        ("2606:4700::5efe:8.8.8.8", "ISATAP tunnel"),
        ("fe80::1%eth0", "link-local"),
        ("::1%lo", "loopback"),
    ],
)
def test_what_an_address_carries_inside_is_judged(ip: str, name: str) -> None:
    assert name_of(ip) == name


@pytest.mark.parametrize("ip", ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
def test_a_public_address_inside_a_form_that_is_in_use_is_public(ip: str) -> None:
    assert refusal(ip) is None


@pytest.mark.parametrize("text", ["", "example.com", "127.1", "0x7f.0.0.1", "[::1]", "1.2.3.4:80"])
def test_text_that_is_no_address_is_refused(text: str) -> None:
    assert name_of(text) == "not an IP address"


@given(denied_ipv4 | ipv4_numbers, st.integers(0, 2**64 - 1), st.integers(0, 2**16 - 1))
def test_no_form_of_embedding_makes_a_refused_address_public(
    ipv4: int, filler: int, subnet: int
) -> None:
    embeddings = {
        "mapped": 0xFFFF << 32 | ipv4,
        "compatible": ipv4,
        "translated": 0xFFFF << 48 | ipv4,
        "NAT64": 0x64FF9B << 96 | ipv4,
        "local NAT64": 0x64FF9B0001 << 80 | ipv4,
        "6to4": 0x2002 << 112 | ipv4 << 80 | filler,
        "Teredo server": 0x20010000 << 96 | ipv4 << 64 | filler,
        "Teredo client": 0x20010000 << 96 | filler >> 32 << 64 | (ipv4 ^ 0xFFFFFFFF),
        "ISATAP": 0x26064700 << 96 | subnet << 64 | 0x5EFE << 32 | ipv4,
        "global ISATAP": 0x26064700 << 96 | subnet << 64 | 0x02005EFE << 32 | ipv4,
    }
    if refusal(str(IPv4Address(ipv4))):
        public = [
            form for form, number in embeddings.items() if not refusal(str(IPv6Address(number)))
        ]
        assert public == []


@given(st.integers(0, 2**128 - 1).map(IPv6Address))
def test_only_global_unicast_and_embedded_public_addresses_pass(ip: IPv6Address) -> None:
    if refusal(str(ip)) is None:
        assert int(ip) >> 125 == 1 or int(ip) >> 32 in {0xFFFF, 0x64FF9B << 64}
