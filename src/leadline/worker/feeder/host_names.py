"""DNS names of the hosts that were found: each is asked for once, in the background."""

import asyncio
import contextlib

from leadline.domain.errors import DnsFailed, StoreUnavailable
from leadline.fetch.contract import Resolved, Resolver
from leadline.store.contract import HostName, Store, Unnamed
from leadline.urls.address import hostname_of
from leadline.urls.domains import may_be_public

# A page may link to any number of hosts, and the name servers are not ours.
_AT_ONCE = 10
_EVERY_S = 1.0


async def name_hosts(store: Store, resolver: Resolver, among: Unnamed) -> None:
    """Ask DNS about new hosts until cancelled. Nothing waits for it."""
    while True:
        with contextlib.suppress(StoreUnavailable):
            await name_some(store, resolver, among)
        await asyncio.sleep(_EVERY_S)


async def name_some(store: Store, resolver: Resolver, among: Unnamed) -> None:
    """Ask DNS about a few hosts, and store the answers. Raises StoreUnavailable."""
    hosts = await store.take_unnamed(among, _AT_ONCE)
    if hosts:
        names = await asyncio.gather(*(_name(host, resolver) for host in hosts))
        await store.name_hosts(names)


async def _name(host: str, resolver: Resolver) -> HostName:
    found = await _resolve(hostname_of(f"//{host}"), resolver)
    if found is None:
        return HostName(host, None, None)
    return HostName(host, found.ips[0], found.cnames[-1] if found.cnames else None)


async def _resolve(name: str, resolver: Resolver) -> Resolved | None:
    """Return the addresses of a name. Name servers are asked only about public ones."""
    if (known := resolver.known(name)) or not may_be_public(name):
        return known
    try:
        return await resolver.resolve(name)
    except DnsFailed:
        return None
