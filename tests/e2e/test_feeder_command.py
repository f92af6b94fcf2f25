"""`leadline feeder`: workers alone, and what they tell of their health."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path

import pytest

from e2e.commands import run
from e2e.serving import descendants, feed, running, wait_for
from leadline import bootstrap
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.services.crawling.crawls import get_crawl, start_crawl
from leadline.settings import Settings
from leadsite import SpawnedSite


async def test_feeders_work_on_what_others_began(site: SpawnedSite, tmp_path: Path) -> None:
    store = bootstrap.open_store(Settings(store=f"sqlite:///{tmp_path}/leadline.db"))
    options = CrawlOptions(max_depth=1, delay_ms=0)
    crawl = await start_crawl(store, Address(site.address("/tree/")), options)
    with feed(tmp_path, "--workers", "2"):
        until = time.monotonic() + 60
        while not (await get_crawl(store, crawl)).status.is_final:
            assert time.monotonic() < until
            await asyncio.sleep(0.05)

    ended = await get_crawl(store, crawl)
    await store.aclose()
    assert ended.status == "completed"
    assert ended.figures.fetched > 1


def test_feeders_leave_crawls_alone_that_were_allowed_more(
    site: SpawnedSite, tmp_path: Path
) -> None:
    crawl = ("crawl", site.address("/tree/"), "--depth", "1", "--delay-ms", "0", "--json")
    with feed(tmp_path, "--workers", "1", LEADLINE_ALLOW_NETWORK=""):
        ended = run(*crawl, "--allow-network", "127.0.0.0/8", folder=tmp_path)

    assert ended.returncode == 0, ended.stderr
    figures = json.loads(ended.stdout)
    assert figures["fetched"] > 1
    assert "address" not in figures["skipped_by"]


@pytest.mark.parametrize("command", ["crawl", "check"])
def test_who_may_go_nowhere_is_refused_also_where_feeders_may(
    site: SpawnedSite, tmp_path: Path, command: str
) -> None:
    with feed(tmp_path, "--workers", "1"):
        ended = run(command, site.address("/tree/"), "--delay-ms", "0", folder=tmp_path)

    assert ended.returncode == 3
    assert "--allow-network" in ended.stderr
    assert site.visits() == []


async def test_who_goes_on_with_what_such_feeders_refused_is_told(
    site: SpawnedSite, tmp_path: Path
) -> None:
    store = bootstrap.open_store(Settings(store=f"sqlite:///{tmp_path}/leadline.db"))
    crawl = await start_crawl(store, Address(site.address("/tree/")), CrawlOptions())
    with feed(tmp_path, "--workers", "1", LEADLINE_ALLOW_NETWORK=""):
        while not (await get_crawl(store, crawl)).status.is_final:
            await store.wait(1.0)
    await store.aclose()

    ended = run("resume", crawl, "--allow-network", "127.0.0.0/8", folder=tmp_path)

    assert ended.returncode == 3
    assert (
        "a server or feeder on this store, started without the same --allow-network, refused"
        in ended.stderr
    )


def test_health_counts_feeders_and_says_what_is_wrong(tmp_path: Path) -> None:
    with feed(tmp_path, "--workers", "1") as feeder, feeder.client() as client:
        well = client.get("/healthz")
        elsewhere = client.get("/metrics")
        os.kill(descendants(feeder.process.pid)[0], signal.SIGKILL)
        while (killed := client.get("/healthz")).status_code == 200:
            time.sleep(0.02)
        while client.get("/healthz").status_code != 200:
            time.sleep(0.02)
        (tmp_path / "leadline.db").write_text("this is not a store\n" * 1_000)
        while (broken := client.get("/healthz")).status_code == 200:
            time.sleep(0.02)

    assert (well.status_code, well.json()) == (200, {"status": "ok", "feeders": 1})
    assert elsewhere.status_code == 404
    assert (killed.status_code, killed.json()["reason"]) == (503, "no feeder is running")
    assert broken.status_code == 503
    assert "the store does not answer" in broken.json()["reason"]


def test_sigterm_ends_all_its_processes(tmp_path: Path) -> None:
    with feed(tmp_path, "--workers", "2") as feeder:
        processes = descendants(feeder.process.pid)
        feeder.process.send_signal(signal.SIGTERM)

        assert feeder.process.wait(30) == 0

    assert len(processes) == 3
    assert [pid for pid in processes if Path(f"/proc/{pid}").exists()] == []


def test_a_second_feeder_takes_a_free_port_where_none_was_asked_for(tmp_path: Path) -> None:
    with (
        running(tmp_path, "feeder", "--workers", "1", LEADLINE_DRAIN_S="0.2") as one,
        running(tmp_path, "feeder", "--workers", "1", LEADLINE_DRAIN_S="0.2") as other,
    ):
        wait_for(one, "/healthz")
        wait_for(other, "/healthz")

    assert one.url != other.url


def test_a_taken_health_port_is_told(tmp_path: Path) -> None:
    with feed(tmp_path, "--workers", "1") as feeder:
        port = feeder.url.rpartition(":")[2]
        refused = run("feeder", "--health-port", port, folder=tmp_path)

    assert refused.returncode == 2
    assert "--health-port 0" in refused.stderr
