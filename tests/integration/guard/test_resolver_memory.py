"""How long answers are remembered, and who waits for them."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest
import uvloop

from dns_server import (
    Answer,
    Clock,
    DnsServer,
    a,
    aaaa,
    cname,
    no_such_name,
    records,
    server_failure,
    silence,
    soa,
    truncated_over_udp,
)
from leadline.domain.errors import DnsFailed, InvalidSetting
from leadline.fetch.contract import Resolved
from leadline.fetch.guard.resolver import DnsResolver

HOST = "www.test"


async def failure(resolver: DnsResolver, host: str = HOST) -> str:
    with pytest.raises(DnsFailed) as raised:
        await resolver.resolve(host)
    return str(raised.value)


async def test_an_answer_is_remembered_for_its_shortest_ttl(
    resolver: DnsResolver, dns: DnsServer, clock: Clock
) -> None:
    dns.answers(
        HOST,
        records(cname("b.test", ttl_s=60), a("127.0.0.2", ttl_s=600)),
        records(a("127.0.0.3")),
    )
    first = await resolver.resolve(HOST)
    clock.pass_s(59)
    same = await resolver.resolve(HOST)
    clock.pass_s(1)

    assert same == first
    assert await resolver.resolve(HOST) == Resolved(("127.0.0.3",))


@pytest.mark.parametrize(("ttl_s", "kept_s"), [(0, 1), (2**31 - 1, 3600)])
async def test_a_ttl_is_brought_within_reason(
    resolver: DnsResolver, dns: DnsServer, clock: Clock, ttl_s: int, kept_s: int
) -> None:
    dns.answers(HOST, records(a("127.0.0.2", ttl_s)), records(a("127.0.0.3")))
    await resolver.resolve(HOST)

    clock.pass_s(kept_s - 0.1)
    kept = await resolver.resolve(HOST)
    clock.pass_s(0.1)

    assert kept.ips == ("127.0.0.2",)
    assert (await resolver.resolve(HOST)).ips == ("127.0.0.3",)


@pytest.mark.parametrize(
    ("absent", "kept_s"),
    [
        (no_such_name(minimum_s=900), 30),
        (records(authority=(soa(minimum_s=900),)), 30),
        (records(cname("b.test"), authority=(soa(minimum_s=45),)), 45),
        (records(cname("b.test"), authority=(soa(minimum_s=900),)), 300),
    ],
)
async def test_an_absence_is_remembered(
    resolver: DnsResolver, dns: DnsServer, clock: Clock, absent: Answer, kept_s: int
) -> None:
    dns.answers(HOST, absent, records(a("127.0.0.2")))
    first = await failure(resolver)

    clock.pass_s(kept_s - 0.1)
    again = await failure(resolver)
    clock.pass_s(0.1)

    assert again == first
    assert (await resolver.resolve(HOST)).ips == ("127.0.0.2",)


async def test_a_failing_server_is_asked_again_soon(
    resolver: DnsResolver, dns: DnsServer, clock: Clock
) -> None:
    dns.answers(HOST, server_failure())
    assert "could not answer for www.test" in await failure(resolver)
    before = dns.look_ups(HOST)
    await failure(resolver)
    assert dns.look_ups(HOST) == before

    dns.answers(HOST, records(a("127.0.0.2")))
    clock.pass_s(1)

    assert (await resolver.resolve(HOST)).ips == ("127.0.0.2",)


async def test_memory_is_bounded(dns: DnsServer, clock: Clock) -> None:
    for name in ("one.test", "two.test"):
        dns.answers(name, records(a("127.0.0.2", ttl_s=0)))

    async with DnsResolver((dns.address,), hosts_file=None, cache_size=1, clock=clock) as resolver:
        for name in ("one.test", "two.test", "one.test"):
            await resolver.resolve(name)

    assert dns.look_ups("one.test") == 2


async def test_a_silent_server_is_given_up(dns: DnsServer) -> None:
    dns.answers(HOST, silence())

    async with DnsResolver((dns.address,), hosts_file=None, timeout_s=0.5) as resolver:
        assert "no name server answered for www.test" in await failure(resolver)


async def test_the_limit_holds_for_the_whole_chain(dns: DnsServer) -> None:
    dns.answers(HOST, records(cname("b.test")))
    dns.answers("b.test", silence())

    async with DnsResolver((dns.address,), hosts_file=None, timeout_s=0.5) as resolver:
        assert "no name server answered for" in await failure(resolver)


async def test_many_callers_share_one_look_up(resolver: DnsResolver, dns: DnsServer) -> None:
    dns.answers(HOST, records(a("127.0.0.2", ttl_s=0)))

    answers = await asyncio.gather(*(resolver.resolve(HOST) for _ in range(50)))

    assert set(answers) == {Resolved(("127.0.0.2",))}
    assert dns.look_ups(HOST) == 1


async def test_a_caller_who_gives_up_does_not_spoil_it_for_the_others(
    resolver: DnsResolver, dns: DnsServer
) -> None:
    dns.answers(HOST, records(a("127.0.0.2")))
    dns.hold()
    impatient = asyncio.create_task(resolver.resolve(HOST))
    patient = asyncio.create_task(resolver.resolve(HOST))
    await dns.asked_for(HOST)

    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    dns.release()

    assert await patient == Resolved(("127.0.0.2",))
    assert dns.look_ups(HOST) == 1


async def test_closing_ends_what_is_under_way(resolver: DnsResolver, dns: DnsServer) -> None:
    dns.answers(HOST, silence())
    waiting = asyncio.create_task(resolver.resolve(HOST))
    await dns.asked_for(HOST)

    await resolver.aclose()

    with pytest.raises(DnsFailed, match="was given up"):
        await waiting


@pytest.mark.parametrize(
    "server", ["", "localhost", "127.0.0.1:dns", "[::1", "300.0.0.1", "127.0.0.1:99999"]
)
def test_a_server_that_cannot_be_one_is_explained(server: str) -> None:
    with pytest.raises(InvalidSetting, match="write IP or IP:PORT"):
        DnsResolver((server,))


async def test_a_look_up_under_way_survives_a_new_channel(
    resolver: DnsResolver, dns: DnsServer, clock: Clock
) -> None:
    dns.answers(HOST, records(a("127.0.0.2")))
    dns.answers("later.test", records(a("127.0.0.3")))
    dns.hold()
    first = asyncio.create_task(resolver.resolve(HOST))
    await dns.asked_for(HOST)

    clock.pass_s(3600)
    second = asyncio.create_task(resolver.resolve("later.test"))
    await dns.asked_for("later.test")
    dns.release()

    assert (await first).ips == ("127.0.0.2",)
    assert (await second).ips == ("127.0.0.3",)


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_both_event_loops_will_do(run: Callable[[Coroutine[None, None, None]], None]) -> None:
    async def look_up() -> None:
        async with DnsServer() as dns, DnsResolver((dns.address,), hosts_file=None) as resolver:
            dns.answers(HOST, truncated_over_udp(records(a("127.0.0.2"), aaaa("::2"))))
            assert (await resolver.resolve(HOST)).ips == ("127.0.0.2", "::2")

    run(look_up())
