"""Traps end: each is crawled to its end, with the real section beside it, by the real command.

What may be fetched of a trap follows from the rules and from how its pages link; nothing here was
measured first.
"""

import asyncio
import json
import os
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from figures import Figure
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId
from leadline.domain.pages import PageState
from leadline.domain.skips import SkipReason
from leadline.pipeline.plan import page_id
from leadline.services.figures.skips import SkipGroup, skip_groups
from leadline.store.sqlite.reader import SqliteReader
from leadsite import SpawnedSite, Visit, spawned_site
from leadsite.sections import traps
from leadsite.sections.traps import real_paths

LEADLINE = str(Path(sys.executable).with_name("leadline"))
REAL = 315
DEEP = 1_000_000
DEFAULT_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Budgets:
    """What a crawl takes of what may be endless."""

    per_shape: int
    key_sets: int
    round: int
    hosts: int


DEFAULT = Budgets(per_shape=2_000, key_sets=50, round=2_000, hosts=1_000)
SMALL = Budgets(per_shape=50, key_sets=20, round=50, hosts=30)
RUN_REPEATS = 3


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap of the site: the rule that ends it, and how many pages of it may be fetched."""

    name: str
    rule: str | None
    bound: int
    depth: int = DEEP


def traps_under(budgets: Budgets) -> list[Trap]:
    menu, words = len(traps.MENU), traps.WORDS
    return [
        # Months and days have a shape each, weeks one with two query keys.
        Trap("calendar", "max_per_shape", 3 * budgets.per_shape),
        Trap("sessions", "max_per_shape", len(traps.SESSIONS) * budgets.per_shape),
        # The last repeat is one too many.
        Trap("ratchet", "max_run_repeats", RUN_REPEATS - 1),
        # The entrance does not know that its links go round; all that is below it does.
        Trap("menu", "max_going_round", menu + budgets.round),
        Trap("facets", "max_key_sets", budgets.key_sets * budgets.per_shape),
        # Words say nothing: only the depth of the crawl ends them.
        Trap("soft-404", None, words + words**2 + words**3, DEFAULT_DEPTH),
        Trap("wild", "max_hosts_per_domain", budgets.hosts * traps.PAGES_OF_SUBDOMAIN),
    ]


@dataclass(frozen=True, slots=True)
class Ended:
    """A crawl that ended by itself."""

    figures: Mapping[str, Any]
    skips: list[SkipGroup]
    real: int
    """Pages of the real section that were fetched."""
    took_s: float


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl") as site:
        yield site


@pytest.mark.parametrize("trap", traps_under(SMALL), ids=lambda trap: trap.name)
async def test_a_trap_ends_and_its_neighbour_is_covered(
    site: SpawnedSite, tmp_path: Path, figure: Figure, trap: Trap
) -> None:
    await ends(trap, SMALL, site, tmp_path, figure)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("trap", traps_under(DEFAULT), ids=lambda trap: trap.name)
async def test_a_trap_ends_by_default(
    site: SpawnedSite, tmp_path: Path, figure: Figure, trap: Trap
) -> None:
    await ends(trap, DEFAULT, site, tmp_path, figure)


async def test_words_without_end_end_with_the_page_limit(site: SpawnedSite, tmp_path: Path) -> None:
    words = Trap("soft-404", None, 400)

    ended = await crawled(words, SMALL, site, tmp_path, "--max-pages", "400")

    assert (ended.figures["status"], ended.figures["fetched"]) == ("completed", 400)
    assert [(skip.rule, skip.lifted_by) for skip in ended.skips] == [("max_pages", "--max-pages")]


async def ends(
    trap: Trap, budgets: Budgets, site: SpawnedSite, folder: Path, figure: Figure
) -> None:
    ended = await crawled(trap, budgets, site, folder)

    fetched = len([visit for visit in site.visits() if is_of_trap(visit, trap)])
    figure(
        f"trap {trap.name}",
        f"{fetched:>5,} fetched, at most {trap.bound:>7,}; real pages {ended.real}/{REAL}; "
        f"{ended.took_s:.1f} s",
    )
    assert ended.figures["status"] == "completed"
    assert 0 < fetched <= trap.bound
    assert ended.real == REAL
    by_trap = [skip for skip in ended.skips if skip.reason is SkipReason.TRAP]
    assert trap.rule in {skip.rule for skip in by_trap} if trap.rule else by_trap == []
    assert sum(skip.pages for skip in by_trap) == ended.figures["skipped_by"].get("trap", 0)


async def crawled(
    trap: Trap, budgets: Budgets, site: SpawnedSite, folder: Path, *options: str
) -> Ended:
    settings = {
        "LEADLINE_MAX_KEY_SETS": str(budgets.key_sets),
        "LEADLINE_MAX_GOING_ROUND": str(budgets.round),
        "LEADLINE_MAX_HOSTS_PER_DOMAIN": str(budgets.hosts),
        "LEADLINE_ALLOW_NETWORK": "127.0.0.0/8",
        "LEADLINE_DNS_SERVERS": "127.0.0.1:9",
    }
    root, started_at = site.address(f"/traps/{trap.name}/"), time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", root, "--depth", str(trap.depth), "--workers", "2", "--json"),
        *("--max-per-shape", str(budgets.per_shape), "--delay-ms", "0", "--concurrency", "16"),
        *options,
        stdout=PIPE,
        stderr=PIPE,
        cwd=folder,
        env=os.environ | settings,
    )
    out, err = await process.communicate()
    took_s = time.monotonic() - started_at
    assert process.returncode == 0, err.decode()
    figures = json.loads(out)
    async with aclosing(SqliteReader.open(folder / "leadline.db")) as store:
        crawl = await store.get(CrawlId(figures["crawl_id"]))
        assert crawl is not None
        ids = [page_id(crawl.id, Address(site.address(path))) for path in real_paths(trap.name)]
        pages = (await store.pages_by_id(crawl.id, ids)).values()
        real = [page for page in pages if (page.state, page.status) == (PageState.COMPLETED, 200)]
        return Ended(figures, await skip_groups(store, crawl), len(real), took_s)


def is_of_trap(visit: Visit, trap: Trap) -> bool:
    entrance = f"/traps/{trap.name}/"
    outside = visit.path in {entrance, "/robots.txt"}
    return not outside and not visit.path.startswith(f"{entrance}real/")
