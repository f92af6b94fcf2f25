"""What reading the metrics costs in a store with many crawls."""

import time
from pathlib import Path

import httpx

from figures import Figure
from leadline.api.app import create_app
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageId
from leadline.domain.pages import FoundBy, NewPage
from leadline.settings import Settings
from leadline.store.sqlite.store import SqliteStore

CRAWLS = 10_000
RUNNING = 1_000
LIMIT_MS = 50


async def fill(path: Path) -> None:
    store = SqliteStore(path)
    # What is made here need not survive.
    store._db.execute("PRAGMA synchronous = OFF")
    for number in range(CRAWLS):
        crawl, host = CrawlId(str(number)), f"h{number % 500}.example"
        address = Address(f"http://{host}/")
        root = NewPage(PageId(1), address, host, "example", 0, 0, FoundBy.ROOT, is_fetched=True)
        await store.create(crawl, CrawlKind.CRAWL, CrawlOptions(), root)
        if number >= RUNNING:
            await store.set_status(crawl, CrawlStatus.CANCELLED)
    await store.aclose()


async def test_figures_of_ten_thousand_crawls_are_quick(tmp_path: Path, figure: Figure) -> None:
    await fill(tmp_path / "many.db")
    app = create_app(Settings(store=f"sqlite:///{tmp_path}/many.db"))
    took_ms = []
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as client,
    ):
        for _ in range(10):
            began = time.perf_counter()
            answer = await client.get("/metrics")
            took_ms.append((time.perf_counter() - began) * 1000)

    assert f'status="running"}} {RUNNING}.0' in answer.text
    figure(f"/metrics, {CRAWLS:,} crawls, {RUNNING:,} running", f"{sorted(took_ms)[5]:.1f} ms")
    assert min(took_ms) < LIMIT_MS
