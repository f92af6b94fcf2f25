"""Chains of CNAMEs: followed, but not for ever."""

from itertools import pairwise

import pytest

from dns_server import (
    Answer,
    DnsServer,
    a,
    cname,
    records,
    soa,
    truncated_over_udp,
)
from leadline.domain.errors import DnsFailed
from leadline.fetch.contract import Resolved
from leadline.fetch.guard.resolver import DnsResolver

HOST = "www.test"


async def failure(resolver: DnsResolver, host: str = HOST) -> str:
    with pytest.raises(DnsFailed) as raised:
        await resolver.resolve(host)
    return str(raised.value)


async def test_a_chain_in_one_answer_is_followed(resolver: DnsResolver, dns: DnsServer) -> None:
    dns.answers(HOST, records(cname("b.test"), cname("c.test"), a("127.0.0.2")))

    assert await resolver.resolve(HOST) == Resolved(("127.0.0.2",), ("b.test", "c.test"))


async def test_a_chain_over_several_answers_is_followed(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    dns.answers(HOST, records(cname("b.test")))
    dns.answers("b.test", records(cname("c.test")))
    dns.answers("c.test", records(a("127.0.0.2")))

    assert await resolver.resolve(HOST) == Resolved(("127.0.0.2",), ("b.test", "c.test"))


async def test_an_alias_without_addresses_is_not_asked_for_again(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    dns.answers(HOST, records(cname("b.test"), authority=(soa(minimum_s=5),)))

    assert await failure(resolver) == "www.test has no address"
    assert dns.look_ups("b.test") == 0


@pytest.mark.parametrize("length", [8, 9])
async def test_the_chain_has_a_greatest_length(
    resolver: DnsResolver, dns: DnsServer, length: int
) -> None:
    names = [HOST, *(f"{number}.test" for number in range(length))]
    for name, target in pairwise(names):
        dns.answers(name, records(cname(target)))
    dns.answers(names[-1], records(a("127.0.0.2")))

    if length <= 8:
        assert len((await resolver.resolve(HOST)).cnames) == length
    else:
        assert await failure(resolver) == "www.test has more than 8 aliases in a row"


async def test_a_long_chain_in_one_answer_is_refused_too(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    chain = (cname(f"{number}.test") for number in range(100))
    dns.answers(HOST, truncated_over_udp(records(*chain, a("127.0.0.2"))))

    assert await failure(resolver) == "www.test has more than 8 aliases in a row"


@pytest.mark.parametrize(
    "circle",
    [
        records(cname(HOST)),
        records(cname("b.test"), cname(HOST)),
        records(cname("b.test"), cname("b.test")),
    ],
)
async def test_a_circle_is_refused(resolver: DnsResolver, dns: DnsServer, circle: Answer) -> None:
    dns.answers(HOST, circle)

    assert await failure(resolver) == "the aliases of www.test go in a circle"


async def test_a_circle_over_several_answers_is_refused(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    dns.answers(HOST, records(cname("b.test")))
    dns.answers("b.test", records(cname("c.test")))
    dns.answers("c.test", records(cname("b.test")))

    assert await failure(resolver) == "the aliases of www.test go in a circle"


async def test_the_end_of_a_chain_that_does_not_exist_is_named(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    dns.answers(HOST, records(cname("b.test")))

    assert await failure(resolver) == "www.test is an alias, and b.test does not exist"
