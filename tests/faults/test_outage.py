"""The network goes away in the middle of a crawl, and comes back."""

import asyncio
import time
from pathlib import Path

import pytest

from faults.commands import Commands, until
from faults.exactness import EXACT
from faults.network import SITE_IP, Cable, cable, site_behind
from faults.privileges import needs_network_namespaces
from figures import Figure
from leadsite import SpawnedSite

pytestmark = needs_network_namespaces

IMPATIENT = {"LEADLINE_TIMEOUT_MS": "3000", "LEADLINE_CONNECT_TIMEOUT_MS": "1000"}


async def go_without_network(
    leadline: Commands, site: SpawnedSite, cut: Cable, end: str, for_s: float
) -> tuple[float, str]:
    """Crawl, pull one end of the cable for a while; gives how long after it the crawl was done."""
    leadline.prefix = ("ip", "netns", "exec", cut.crawler)
    leadline.allowed = f"{SITE_IP}/32"
    environment = IMPATIENT if for_s < 60 else {}
    crawl = await leadline.crawl(site.address("/tree/", host=SITE_IP), environment=environment)
    await until(lambda: len(site.visits()) > 100)
    cut.pull(end)
    await asyncio.sleep(for_s)
    assert crawl.returncode is None
    waiting = (await leadline.progress()).reason
    cut.plug(end)
    back_at = time.monotonic()
    await crawl.wait()
    done_s = time.monotonic() - back_at

    leadline.prefix = ()
    exactness = await leadline.judge(crawl)
    assert exactness == EXACT
    return done_s, f"{exactness}; said meanwhile: {waiting or 'nothing'}"


async def check_outage(
    leadline: Commands, tmp_path: Path, figure: Figure, end: str, for_s: float
) -> None:
    with cable() as cut:
        async with site_behind(cut, tmp_path / "log.jsonl", "--latency-s", "0.05") as site:
            done_s, said = await go_without_network(leadline, site, cut, end, for_s)
    figure(f"{for_s:.0f} s without network ({end}'s end)", f"done {done_s:.1f} s after it; {said}")


@pytest.mark.long
async def test_a_crawl_outlasts_a_short_outage(
    leadline: Commands, tmp_path: Path, figure: Figure
) -> None:
    await check_outage(leadline, tmp_path, figure, "crawler", 5)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("end", ["crawler", "site"])
async def test_a_crawl_outlasts_two_minutes_without_network(
    leadline: Commands, tmp_path: Path, figure: Figure, end: str
) -> None:
    await check_outage(leadline, tmp_path, figure, end, 120)
