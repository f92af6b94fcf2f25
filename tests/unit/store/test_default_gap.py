"""A default without a gap: hosts keep their limit of requests at once."""

from pathlib import Path

from contract.conftest import ONE, TWO, page, take
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.store.contract import HostPolicy
from leadline.store.sqlite.store import SqliteStore

LIMIT = 3


async def parallel(path: Path, options: CrawlOptions) -> int:
    """Claim the pages of one host by two workers; returns how many requests they may have open."""
    store = SqliteStore(path, HostPolicy(gap_s=0.0, host_limit=LIMIT))
    for name in ("a", "b", "c", "d", "e"):
        await store.create(CrawlId(name), CrawlKind.CRAWL, options, page(1, depth=0))
    claims = [await take(store, worker, 64) for worker in (ONE, TWO)]
    await store.aclose()
    return sum(batch.parallel for claim in claims for batch in claim.batches)


async def test_without_a_gap_the_limit_of_a_host_stays(tmp_path: Path) -> None:
    assert 0 < await parallel(tmp_path / "s.db", CrawlOptions()) <= LIMIT


async def test_only_a_crawl_that_says_so_lifts_it(tmp_path: Path) -> None:
    assert await parallel(tmp_path / "s.db", CrawlOptions(delay_ms=0)) > LIMIT
