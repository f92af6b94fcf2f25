"""What is believed of what name servers say."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dns_server import (
    AAAA,
    A,
    Answer,
    DnsServer,
    a,
    aaaa,
    cname,
    garbage,
    no_such_name,
    only,
    records,
    server_failure,
    silence,
    truncated_over_udp,
    wrong_id,
    wrong_question,
)
from leadline.domain.errors import DnsFailed
from leadline.fetch.contract import Resolved
from leadline.fetch.guard.resolver import DnsResolver

HOST = "www.test"


async def failure(resolver: DnsResolver, host: str = HOST) -> str:
    with pytest.raises(DnsFailed) as raised:
        await resolver.resolve(host)
    return str(raised.value)


@pytest.mark.parametrize(
    ("host", "ip"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1.", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:DB8::1]", "2001:db8::1"),
        ("localhost", "127.0.0.1"),
        ("LocalHost.", "127.0.0.1"),
        ("any.name.localhost", "127.0.0.1"),
    ],
)
async def test_literals_and_localhost_are_known(
    resolver: DnsResolver, dns: DnsServer, host: str, ip: str
) -> None:
    assert await resolver.resolve(host) == Resolved((ip,))
    assert not dns.asked


async def test_the_hosts_file_goes_before_dns(dns: DnsServer, tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text("::2 www.test\n127.0.0.2 www.test\n192.0.2.1 localhost\n")

    async with DnsResolver((dns.address,), hosts_file=hosts) as resolver:
        assert await resolver.resolve("WWW.test.") == Resolved(("127.0.0.2", "::2"))
        assert await resolver.resolve("localhost") == Resolved(("127.0.0.1",))
    assert not dns.asked


async def test_ipv4_goes_first(resolver: DnsResolver, dns: DnsServer) -> None:
    dns.answers(HOST, records(aaaa("::2"), a("127.0.0.2"), a("127.0.0.3")))

    assert await resolver.resolve(HOST) == Resolved(("127.0.0.2", "127.0.0.3", "::2"))


@pytest.mark.parametrize("other", [records(), server_failure(), no_such_name(), silence()])
@pytest.mark.parametrize("family", [A, AAAA])
async def test_one_family_is_enough(dns: DnsServer, family: int, other: Answer) -> None:
    dns.answers(HOST, only(family, records(a("127.0.0.2"), aaaa("::2")), otherwise=other))

    async with DnsResolver((dns.address,), hosts_file=None, timeout_s=0.5) as resolver:
        [ip] = (await resolver.resolve(HOST)).ips

    assert ip == {A: "127.0.0.2", AAAA: "::2"}[family]


async def test_a_final_dot_makes_no_difference(resolver: DnsResolver, dns: DnsServer) -> None:
    dns.answers(HOST, records(a("127.0.0.2")))

    assert await resolver.resolve("www.test.") == await resolver.resolve("WWW.TEST")
    assert dns.look_ups(HOST) == 1


async def test_names_are_asked_for_as_they_are(resolver: DnsResolver, dns: DnsServer) -> None:
    assert await failure(resolver, "intranet") == "intranet does not exist"
    assert {name for name, _ in dns.asked} == {"intranet"}


async def test_a_truncated_answer_is_fetched_whole(resolver: DnsResolver, dns: DnsServer) -> None:
    dns.answers(HOST, truncated_over_udp(records(a("127.0.0.2"))))

    assert await resolver.resolve(HOST) == Resolved(("127.0.0.2",))


async def test_records_about_other_names_are_not_believed(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    dns.answers(HOST, records(a("127.0.0.9", owner="other.test"), a("127.0.0.2")))

    assert await resolver.resolve(HOST) == Resolved(("127.0.0.2",))


async def test_an_answer_with_a_wrong_number_is_not_believed(dns: DnsServer) -> None:
    dns.answers(HOST, wrong_id(records(a("127.0.0.9"))), records(a("127.0.0.2")))

    async with DnsResolver((dns.address,), hosts_file=None, timeout_s=1) as resolver:
        assert await resolver.resolve(HOST) == Resolved(("127.0.0.2",))


async def test_an_answer_to_another_question_is_not_believed(dns: DnsServer) -> None:
    forged = wrong_question(records(a("127.0.0.9")), about="other.test")
    dns.answers(HOST, forged, records(a("127.0.0.2")))

    async with DnsResolver((dns.address,), hosts_file=None, timeout_s=1) as resolver:
        assert await resolver.resolve(HOST) == Resolved(("127.0.0.2",))


async def test_a_name_with_a_thousand_addresses_is_not_resolved(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    many = [f"127.1.{number // 250}.{number % 250}" for number in range(1000)]
    dns.answers(HOST, truncated_over_udp(records(*map(a, many))))

    with pytest.raises(DnsFailed, match="more than 256 addresses"):
        await resolver.resolve(HOST)


@pytest.mark.parametrize("host", ["a..test", "www.test..", ".", "", "x" * 64 + ".test"])
async def test_a_name_that_cannot_exist_is_not_asked_for(
    resolver: DnsResolver, dns: DnsServer, host: str
) -> None:
    assert "is not a valid host name" in await failure(resolver, host)
    assert not dns.asked


@pytest.mark.parametrize("label", ["\0", "\xff\xfe", "a b", "\\", "%2e", "\n", "*", "x" * 63])
async def test_an_alias_that_is_no_host_name_leads_nowhere(
    resolver: DnsResolver, dns: DnsServer, label: str
) -> None:
    dns.answers(HOST, records(cname(f"{label}.test")))

    assert (await failure(resolver)).startswith("www.test is an alias, and ")


@given(st.binary(max_size=64))
@settings(max_examples=20, deadline=None)
async def test_garbage_is_a_failure_like_any_other(reply: bytes) -> None:
    async with DnsServer() as dns, DnsResolver((dns.address,), hosts_file=None) as resolver:
        dns.answers(HOST, garbage(reply))

        assert "www.test" in await failure(resolver)
