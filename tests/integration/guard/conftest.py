from collections.abc import AsyncIterator

import pytest

from dns_server import Clock, DnsServer
from leadline.fetch.guard.resolver import DnsResolver


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def dns() -> AsyncIterator[DnsServer]:
    async with DnsServer() as server:
        yield server


@pytest.fixture
async def resolver(dns: DnsServer, clock: Clock) -> AsyncIterator[DnsResolver]:
    async with DnsResolver((dns.address,), hosts_file=None, clock=clock) as made:
        yield made
