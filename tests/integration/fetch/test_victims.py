"""What the guard refuses gets no connection: a listening victim counts them."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from dns_server import DnsServer, a, aaaa, cname, records
from fetching import AGENT, LIMITS, open_fetcher
from fetching import request as ask
from leadline.demo.messages import Reply
from leadline.demo.server import serve
from leadline.domain.addresses import Address
from leadline.domain.errors import FetchError
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Request
from leadline.fetch.http import CurlFetcher
from leadline.pipeline.steps.fetch import Fetched, follow
from leadline.urls.address import normalize

SPELLINGS = [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "\uff11\uff12\uff17.0.0.1",
    "127\u30020\u30020\u30021",
    "0",
    "0.0.0.0",
    "localhost",
    "LOCALHOST.",
    "any.name.localhost",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "public.example@127.0.0.1",
    "public.example:80@127.0.0.1",
    "127.0.0.1\t",
    "127.0.0.1\\.public.example",
]
NAMES = {
    "inside.test": (a("127.0.0.1"),),
    "mixed.test": (a("192.88.98.1"), a("127.0.0.1")),
    "inside6.test": (aaaa("::1"),),
    "mapped.test": (aaaa("::ffff:127.0.0.1"),),
    "alias.test": (cname("hidden.test"), a("127.0.0.1")),
}


@dataclass
class Victim:
    """Listens on every loopback address of this machine, and never accepts."""

    sockets: list[socket.socket] = field(default_factory=list)
    port: int = 0

    @property
    def connections(self) -> int:
        """How many have connected: with a backlog they succeed even before they are accepted."""
        count = 0
        for listener in self.sockets:
            try:
                while True:
                    listener.accept()[0].close()
                    count += 1
            except BlockingIOError:
                continue
        return count


@pytest.fixture
def victim() -> Iterator[Victim]:
    victim = Victim()
    for family, host in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
        try:
            listener = socket.socket(family)
        except OSError:
            continue
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        try:
            listener.bind((host, victim.port))
        except OSError:
            listener.close()
            continue
        listener.listen(64)
        listener.settimeout(0)
        victim.port = listener.getsockname()[1]
        victim.sockets.append(listener)
    yield victim
    for listener in victim.sockets:
        listener.close()


def test_the_victim_counts(victim: Victim) -> None:
    socket.create_connection(("127.0.0.1", victim.port)).close()

    assert victim.connections == 1


async def refused(fetcher: CurlFetcher, url: str) -> bool:
    address = normalize(url)
    if isinstance(address, Skipped):
        return True
    return isinstance(await fetcher.fetch(Request(address, AGENT, limits=LIMITS)), Skipped)


@pytest.mark.parametrize("host", SPELLINGS)
async def test_no_spelling_of_loopback_is_connected_to(victim: Victim, host: str) -> None:
    async with open_fetcher() as fetcher:
        assert await refused(fetcher, f"http://{host}:{victim.port}/")

    assert victim.connections == 0


@pytest.mark.parametrize("name", NAMES)
async def test_no_name_that_leads_inside_is_connected_to(victim: Victim, name: str) -> None:
    async with DnsServer() as dns:
        dns.answers(name, records(*NAMES[name]))
        async with open_fetcher(servers=(dns.address,)) as fetcher:
            assert await refused(fetcher, f"http://{name}:{victim.port}/")

    assert victim.connections == 0


@pytest.mark.parametrize("host", SPELLINGS)
async def test_no_redirect_leads_inside(victim: Victim, host: str) -> None:
    def answer(_request: object) -> Reply:
        target = f"http://{host}:{victim.port}/".encode().decode("latin-1")
        return Reply(302, (("Location", target.replace("\t", "%09")),))

    async def allowed(_address: Address) -> None:
        return None

    async with serve(answer, "127.0.0.1", 0) as server:
        start = Address(f"http://127.0.0.1:{server.port}/")
        async with open_fetcher(f"127.0.0.1:{server.port}") as fetcher:
            try:
                end = await follow(start, ask, fetcher, allowed)
            except FetchError:
                end = None

    assert not isinstance(end, Fetched)
    assert victim.connections == 0


async def test_a_port_that_is_not_allowed_is_not_connected_to(victim: Victim) -> None:
    async with open_fetcher(f"127.0.0.1:{victim.port + 1}") as fetcher:
        assert await refused(fetcher, f"http://127.0.0.1:{victim.port}/")

    assert victim.connections == 0


async def test_one_connection_makes_one_look_up_though_the_answer_changes(victim: Victim) -> None:
    """Rebinding: the second answer would lead inside, but nobody asks a second time."""
    async with DnsServer() as dns:
        dns.answers("rebind.test", records(a("127.0.0.2", ttl_s=0)), records(a("127.0.0.1")))
        async with (
            serve(lambda _: Reply(body=b"fine"), "127.0.0.2", 0) as server,
            open_fetcher("127.0.0.2", servers=(dns.address,)) as fetcher,
        ):
            address = Address(f"http://rebind.test:{server.port}/")
            response = await fetcher.fetch(Request(address, AGENT, limits=LIMITS))

    assert not isinstance(response, Skipped)
    assert response.body == b"fine"
    assert dns.look_ups("rebind.test") == 1
    assert victim.connections == 0
