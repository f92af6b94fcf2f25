"""The guard on top of real look-ups. `127.0.0.2` plays the public internet, `127.0.0.1` ours."""

import pytest

from dns_server import Answer, Clock, DnsServer, a, aaaa, cname, records
from leadline.domain.addresses import Address
from leadline.domain.errors import DnsFailed
from leadline.domain.skips import Skipped, SkipReason
from leadline.fetch.contract import Approved
from leadline.fetch.guard.guard import NetworkGuard
from leadline.fetch.guard.policy import AllowedNetwork, NetworkPolicy
from leadline.fetch.guard.resolver import DnsResolver

HOST = "www.test"
PAGE = Address("http://www.test/page")


def policy(*networks: str) -> NetworkPolicy:
    return NetworkPolicy(tuple(map(AllowedNetwork.parse, networks)))


def allowing(resolver: DnsResolver, *networks: str) -> NetworkGuard:
    return NetworkGuard(resolver, policy(*networks))


@pytest.fixture
def guard(resolver: DnsResolver, clock: Clock) -> NetworkGuard:
    return NetworkGuard(resolver, policy("127.0.0.2", "::2"), clock=clock)


async def test_all_addresses_of_a_host_are_approved_together(
    guard: NetworkGuard, dns: DnsServer
) -> None:
    dns.answers(HOST, records(cname("web.test"), a("127.0.0.2"), aaaa("::2")))

    approved = await guard.approve(Address("https://www.test:8443/page"))

    assert isinstance(approved, Approved)
    assert approved.ips == ("127.0.0.2", "::2")
    assert approved.cnames == ("web.test",)
    assert (approved.host, approved.port) == (HOST, 8443)
    assert approved.dns_ms > 0


@pytest.mark.parametrize(
    "answer",
    [
        records(a("127.0.0.1")),
        records(a("127.0.0.2"), a("127.0.0.1")),
        records(a("127.0.0.2"), aaaa("::2"), aaaa("::1")),
        records(a("127.0.0.2"), aaaa("::ffff:127.0.0.1")),
        records(a("127.0.0.2"), aaaa("64:ff9b::7f00:1")),
        records(cname("web.test"), a("127.0.0.2"), a("127.0.0.1")),
    ],
)
async def test_one_refused_address_refuses_the_host(
    guard: NetworkGuard, dns: DnsServer, answer: Answer
) -> None:
    dns.answers(HOST, answer)

    refused = await guard.approve(PAGE)

    assert isinstance(refused, Skipped)
    assert (refused.reason, refused.rule) == (SkipReason.ADDRESS, "loopback")


async def test_the_last_of_many_addresses_is_checked_though_few_are_connected_to(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    guard = allowing(resolver, "127.0.0.0/16")
    many = [a(f"127.0.0.{number}") for number in range(1, 41)]
    dns.answers(HOST, records(*many))
    dns.answers("inside.test", records(*many, a("127.9.9.9")))

    approved = await guard.approve(PAGE)
    refused = await guard.approve(Address("http://inside.test/"))

    assert isinstance(approved, Approved)
    assert len(approved.ips) == 32
    assert isinstance(refused, Skipped)


async def test_a_refusal_names_the_host_and_its_address(
    guard: NetworkGuard, dns: DnsServer
) -> None:
    dns.answers(HOST, records(a("10.0.0.5")))

    assert await guard.approve(PAGE) == Skipped(
        SkipReason.ADDRESS,
        "private network",
        "www.test is refused: 10.0.0.5 is in 10.0.0.0/8 (private network); "
        "allow it with --allow-network 10.0.0.5:80",
    )


async def test_one_approval_is_one_look_up(guard: NetworkGuard, dns: DnsServer) -> None:
    dns.answers(HOST, records(a("127.0.0.2", ttl_s=0)), records(a("127.0.0.1", ttl_s=0)))

    approved = await guard.approve(PAGE)

    assert isinstance(approved, Approved)
    assert approved.ips == ("127.0.0.2",)
    assert dns.look_ups(HOST) == 1


async def test_a_name_that_turns_inward_is_refused_when_asked_for_again(
    guard: NetworkGuard, dns: DnsServer, clock: Clock
) -> None:
    dns.answers(HOST, records(a("127.0.0.2", ttl_s=0)), records(a("127.0.0.1", ttl_s=0)))
    await guard.approve(PAGE)

    clock.pass_s(1)

    assert isinstance(await guard.approve(PAGE), Skipped)


async def test_permission_to_connect_follows_the_policy(guard: NetworkGuard) -> None:
    assert guard.permits("127.0.0.2", 80)
    assert guard.permits("::2", 443)
    assert not guard.permits("127.0.0.1", 80)
    assert not guard.permits("127.0.0.2", 25)


async def test_a_bad_port_is_refused_without_a_look_up(guard: NetworkGuard, dns: DnsServer) -> None:
    refused = await guard.approve(Address("http://www.test:6000/"))

    assert isinstance(refused, Skipped)
    assert refused.rule == "bad port"
    assert not dns.asked


@pytest.mark.parametrize(("ip", "is_approved"), [("127.0.0.2", True), ("127.0.0.1", False)])
async def test_a_bad_port_is_opened_only_where_a_rule_names_it(
    resolver: DnsResolver, dns: DnsServer, ip: str, *, is_approved: bool
) -> None:
    dns.answers(HOST, records(a(ip)))
    guard = allowing(resolver, "127.0.0.2:6000", "127.0.0.0/8")

    answer = await guard.approve(Address("http://www.test:6000/"))

    assert isinstance(answer, Approved) is is_approved


async def test_a_name_without_addresses_is_an_error_not_a_refusal(guard: NetworkGuard) -> None:
    with pytest.raises(DnsFailed, match=r"nowhere\.test does not exist"):
        await guard.approve(Address("http://nowhere.test/"))
