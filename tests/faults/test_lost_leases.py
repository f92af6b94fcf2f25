"""A feeder that loses some of its leases, while it works on, forgets all that came of them."""

import asyncio
import random

from faults.commands import LOOK_S, Commands
from faults.exactness import EXACT
from figures import Figure
from leadline import bootstrap
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId
from leadline.services.crawling.crawls import start_crawl, summary
from leadline.services.crawling.settle import settle
from leadline.store.contract import Store
from leadline.worker.feeder.feeder import Feeder
from leadline.worker.processes.feeder_process import feeder_of
from leadline.worker.processes.orders import Orders
from leadsite import SpawnedSite

LOSSES = 12
MANY = 32
"""With so many pages in hand a feeder asks for no more."""
TREE = CrawlOptions(max_depth=20, scope="subpath", delay_ms=0, concurrency=8)
ENDED_S = 60.0


async def lose_leases(leadline: Commands, feeder: Feeder) -> None:
    """Take all leases from a feeder with more pages than it can start, and then some more."""
    while feeder.backlog.count < MANY:  # noqa: ASYNC110 -- there is no event for it
        await asyncio.sleep(LOOK_S)
    held = feeder.tokens()
    for token in held:
        leadline.backing.expire(token)
    feeder.lose(held)
    chance = random.Random(3)
    for _ in range(LOSSES):
        while len(feeder.tokens()) < 2:  # noqa: ASYNC110 -- no event tells it
            await asyncio.sleep(LOOK_S)
        token = chance.choice(feeder.tokens())
        leadline.backing.expire(token)
        feeder.lose([token])
        await asyncio.sleep(LOOK_S)


async def end_of(store: Store, crawl: CrawlId) -> Crawl:
    """Settle a crawl when it is idle."""
    while True:
        found = await store.get(crawl)
        assert found is not None
        if found.status.is_final:
            return found
        if crawl in await store.idle():
            await settle(store, found)
        await asyncio.sleep(LOOK_S)


async def check_lost_leases(leadline: Commands, site: SpawnedSite, figure: Figure) -> None:
    settings = leadline.backing.settings
    store, stop = bootstrap.open_store(settings), asyncio.Event()
    crawl = await start_crawl(store, Address(site.address("/tree/")), TREE)
    async with bootstrap.fetching(settings) as stack, asyncio.timeout(ENDED_S):
        feeder = feeder_of(Orders("one", settings, crawl), store, stack)
        working = asyncio.create_task(feeder.run(stop, 1))
        await lose_leases(leadline, feeder)
        ended = await end_of(store, crawl)
        stop.set()
        await working
    await store.aclose()

    exactness = await leadline.compare(summary(ended))

    figure(f"all leases lost, then {LOSSES} more", str(exactness))
    assert exactness == EXACT


async def test_pages_found_under_a_lost_lease_are_found_again(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await check_lost_leases(leadline, site, figure)
