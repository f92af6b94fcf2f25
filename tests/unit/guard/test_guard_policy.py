"""What people may allow, how they write it, and what stays refused."""

import pytest

from leadline.domain.errors import InvalidSetting
from leadline.domain.skips import Skipped, SkipReason
from leadline.fetch.guard.own_addresses import is_own_address
from leadline.fetch.guard.policy import AllowedNetwork, NetworkPolicy


def allowing(*networks: str) -> NetworkPolicy:
    return NetworkPolicy(tuple(AllowedNetwork.parse(network) for network in networks))


@pytest.mark.parametrize(
    ("rule", "inside", "outside"),
    [
        ("10.0.0.0/8", ("10.255.255.255", 8080), ("11.0.0.0", 8080)),
        ("127.0.0.1", ("127.0.0.1", 8080), ("127.0.0.2", 8080)),
        ("127.0.0.0/8:8080", ("127.9.9.9", 8080), ("127.9.9.9", 8081)),
        (" 127.0.0.1:80 ", ("127.0.0.1", 80), ("127.0.0.1", 443)),
        ("0.0.0.0/0", ("192.168.0.1", 80), ("fd00::1", 80)),
        ("::1", ("::1", 80), ("::2", 80)),
        ("fd00::/8", ("fdff::1", 80), ("fc00::1", 80)),
        ("[fd00::/8]:443", ("fd00::1", 443), ("fd00::1", 80)),
        ("[::1]:80", ("::1", 80), ("::1", 443)),
        ("[::1]", ("::1", 80), ("127.0.0.1", 80)),
        ("::ffff:127.0.0.1", ("127.0.0.1", 80), ("127.0.0.2", 80)),
        ("FE80::/10", ("fe80::1%eth0", 80), ("fec0::1", 80)),
    ],
)
def test_a_rule_covers_its_network_and_port_and_nothing_else(
    rule: str, inside: tuple[str, int], outside: tuple[str, int]
) -> None:
    [network] = allowing(rule).allowed

    assert network.covers(*inside)
    assert not network.covers(*outside)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "localhost",
        "10.0.0.0/33",
        "10.0.0/8",
        "127.1",
        "0177.0.0.1",
        "10.0.0.0/255.0.0.0",
        "127.0.0.1:",
        "127.0.0.1:http",
        "127.0.0.1:80:80",
        "[127.0.0.1",
        "::1]:80",
        "fe80::1%eth0",
        "١٢٧.0.0.1",
        "*",
    ],
)
def test_text_that_is_no_network_is_explained(text: str) -> None:
    with pytest.raises(InvalidSetting, match=r"write CIDR\[:PORT\], such as 10\.0\.0\.0/8"):
        AllowedNetwork.parse(text)


def test_a_network_that_starts_inside_itself_is_corrected() -> None:
    with pytest.raises(InvalidSetting, match=r"write 10\.0\.0\.0/8"):
        AllowedNetwork.parse("10.1.2.3/8")


@pytest.mark.parametrize("text", ["127.0.0.1:0", "127.0.0.1:65536", "[::1]:99999"])
def test_a_port_that_does_not_exist_is_explained(text: str) -> None:
    with pytest.raises(InvalidSetting, match="use 1 to 65535"):
        AllowedNetwork.parse(text)


def test_a_refusal_says_what_and_what_to_do() -> None:
    assert NetworkPolicy().refusal("127.0.0.1", 8080) == Skipped(
        SkipReason.ADDRESS,
        "loopback",
        "127.0.0.1 is in 127.0.0.0/8 (loopback); allow it with --allow-network 127.0.0.1:8080",
    )


@pytest.mark.parametrize("ip", ["127.0.0.1", "::1", "fd00::1", "64:ff9b::7f00:1", "2002:7f00:1::"])
def test_the_rule_that_a_refusal_suggests_opens_exactly_that(ip: str) -> None:
    refused = NetworkPolicy().refusal(ip, 8080)
    assert refused is not None
    policy = allowing(refused.detail.rpartition(" ")[2])

    assert policy.permits(ip, 8080)
    assert not policy.permits(ip, 8081)


def test_a_rule_for_an_ipv4_network_does_not_open_its_translations() -> None:
    assert not allowing("10.0.0.0/8").permits("64:ff9b::a00:1", 80)


def test_the_public_internet_needs_no_rule() -> None:
    assert NetworkPolicy().permits("8.8.8.8", 443)


@pytest.mark.parametrize("port", [0, 22, 25, 53, 6667, 10080])
def test_a_bad_port_is_refused_even_in_an_allowed_network(port: int) -> None:
    refused = allowing("127.0.0.0/8").refusal("127.0.0.1", port)

    assert refused is not None
    assert refused.rule == "bad port"


def test_a_bad_port_is_opened_by_a_rule_that_names_it() -> None:
    policy = allowing("127.0.0.1:6000")

    assert policy.permits("127.0.0.1", 6000)
    assert not policy.permits("127.0.0.2", 6000)
    assert not policy.permits("8.8.8.8", 6000)
    assert not policy.permits("127.0.0.1", 6566)


def test_what_is_no_address_is_never_permitted() -> None:
    assert not allowing("0.0.0.0/0", "::/0").permits("localhost", 80)


def test_an_address_of_the_machine_itself_is_refused_unless_it_is_allowed() -> None:
    rule = AllowedNetwork.parse("203.0.114.7:8080")

    def is_own(ip: str) -> bool:
        return ip == "203.0.114.7"

    refused = NetworkPolicy(is_own=is_own).refusal("203.0.114.7", 8080)
    assert refused is not None
    assert refused.rule == "own address"
    assert refused.detail.endswith("--allow-network 203.0.114.7:8080")
    assert not NetworkPolicy(is_own=is_own).permits("::ffff:203.0.114.7", 8080)
    assert NetworkPolicy((rule,), is_own).permits("203.0.114.7", 8080)
    assert NetworkPolicy(is_own=is_own).permits("203.0.114.8", 8080)


def test_the_system_knows_the_addresses_of_the_machine() -> None:
    assert is_own_address("127.0.0.1")
    assert not is_own_address("203.0.114.7")
