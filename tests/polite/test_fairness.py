"""A small crawl does not wait for a large one."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from backing import Backing
from figures import Figure
from leadline import bootstrap
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId
from leadline.services.crawling.crawls import start_crawl
from leadline.store.contract import Store
from leadsite import SpawnedSite, spawned_site
from leadsite.routes import OTHER

LARGE = 20_000
SMALL = 20
FEEDERS = 2
TESTS = Path(__file__).parents[1]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl") as site:
        yield site


@pytest.fixture
async def store(backing: Backing) -> AsyncIterator[Store]:
    """A store whose crawls two feeders work on, all of them on all."""
    store = bootstrap.open_store(backing.settings)
    paths = os.pathsep.join([str(TESTS), str(TESTS / "site")])
    workers = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "polite.all_workers", str(FEEDERS)),
        env={**os.environ, **backing.environment, "PYTHONPATH": paths},
    )
    yield store
    workers.terminate()
    await workers.wait()
    await store.aclose()


async def crawl(store: Store, address: str, delay_ms: int | None = None) -> CrawlId:
    chosen = CrawlOptions(
        max_depth=9,
        scope="host",
        max_per_shape=0,
        delay_ms=delay_ms,
        concurrency=5 if delay_ms is None else 32,
    )
    return await start_crawl(store, Address(address), chosen)


async def fetched(store: Store, crawl_id: CrawlId) -> int:
    found = await store.get(crawl_id)
    assert found is not None
    return found.figures.fetched


async def until(store: Store, crawl_id: CrawlId, count: int) -> None:
    async with asyncio.timeout(90):
        while await fetched(store, crawl_id) < count:  # noqa: ASYNC110 -- other processes
            await asyncio.sleep(0.005)


async def taken_s(store: Store, address: str) -> float:
    """How long a small crawl takes from its commit to its last page."""
    small = await crawl(store, address)
    started_at = time.monotonic()
    await until(store, small, SMALL)
    return time.monotonic() - started_at


async def test_at_full_speed_a_small_crawl_passes_a_large_one(
    site: SpawnedSite, store: Store, figure: Figure
) -> None:
    large = await crawl(store, site.address(f"/web/{LARGE}/0"), delay_ms=0)
    await until(store, large, 500)

    small = await crawl(store, site.address(f"/web/{SMALL}/0"), delay_ms=0)
    before = await fetched(store, large)
    await until(store, small, SMALL)
    further = await fetched(store, large) - before

    figure("20 pages during 20,000 at full speed", f"the large one got {further} pages further")
    assert further < 2_000
    assert await fetched(store, large) < LARGE


@pytest.mark.rerun(reason="compares durations of about 2 s with each other")
async def test_at_default_pace_a_small_crawl_takes_hardly_longer(
    site: SpawnedSite, store: Store, figure: Figure
) -> None:
    # Once before, so that the feeders are there and know robots.txt.
    for _ in range(2):
        alone = await taken_s(store, site.address(f"/web/{SMALL}/0", OTHER))
    large = await crawl(store, site.address(f"/web/{LARGE}/0"))
    await until(store, large, 10)

    elsewhere = await taken_s(store, site.address(f"/web/{SMALL}/0", OTHER))
    beside = await taken_s(store, site.address(f"/web/{SMALL}/0"))

    figure(
        "20 pages during 20,000 at default pace",
        f"{elsewhere / alone:.2f} x as long on another host, {beside / alone:.2f} x on the same",
    )
    assert elsewhere <= 1.5 * alone
    assert beside <= 2.5 * alone
