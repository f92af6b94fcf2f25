"""A real fetcher for tests: loopback allowed, and no name server outside of the test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import certifi

from leadline.domain.addresses import Address
from leadline.domain.web.fetching import Limits, Request, Response
from leadline.fetch.guard.guard import NetworkGuard
from leadline.fetch.guard.policy import AllowedNetwork, NetworkPolicy
from leadline.fetch.guard.resolver import DnsResolver
from leadline.fetch.http import CurlFetcher

AGENT = "Leadline-test/1"
NO_NAME_SERVER = ("127.0.0.1:9",)
LIMITS = Limits(connect_s=5, total_s=5)


@asynccontextmanager
async def open_fetcher(
    *allowed: str,
    servers: tuple[str, ...] = NO_NAME_SERVER,
    ca_file: Path | None = None,
    memory_s: float = 1.0,
) -> AsyncIterator[CurlFetcher]:
    policy = NetworkPolicy(tuple(AllowedNetwork.parse(text) for text in allowed))
    async with (
        DnsResolver(servers, hosts_file=None) as resolver,
        CurlFetcher(
            NetworkGuard(resolver, policy, memory_s=memory_s), ca_file or Path(certifi.where())
        ) as fetcher,
    ):
        yield fetcher


def request(
    address: str, limits: Limits = LIMITS, headers: tuple[tuple[str, str], ...] = ()
) -> Request:
    return Request(Address(address), AGENT, headers, limits)


async def get(fetcher: CurlFetcher, address: str, limits: Limits = LIMITS) -> Response:
    response = await fetcher.fetch(request(address, limits))
    assert isinstance(response, Response), response
    return response
