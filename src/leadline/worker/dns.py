"""DNS as data: what every host that was found is called, asked once and in the background."""

import asyncio
import contextlib

from leadline.domain.errors import DnsFailed, StoreUnavailable
from leadline.fetch.contract import Resolver
from leadline.store.contract import HostName, Store
from leadline.urls.address import hostname_of

_AT_ONCE = 32
_EVERY_S = 1.0


async def name_hosts(store: Store, resolver: Resolver) -> None:
    """Ask about hosts that nobody has asked about, until cancelled. Nothing waits for it."""
    while True:
        with contextlib.suppress(StoreUnavailable):
            hosts = await store.unnamed_hosts(_AT_ONCE)
            if hosts:
                names = await asyncio.gather(*(_name(host, resolver) for host in hosts))
                await store.name_hosts(names)
        await asyncio.sleep(_EVERY_S)


async def _name(host: str, resolver: Resolver) -> HostName:
    try:
        found = await resolver.resolve(hostname_of(f"//{host}"))
    except DnsFailed:
        return HostName(host, None, None)
    return HostName(host, found.ips[0], found.cnames[-1] if found.cnames else None)
