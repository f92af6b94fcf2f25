"""Redirects between hosts: the host that they lead to keeps its pace."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from backing import Backing
from e2e.serving import served
from figures import Figure
from leadsite import SpawnedSite, spawned_site
from leadsite.log import max_open
from leadsite.routes import OTHER, WWW
from leadsite.sections.robots import LED_AWAY
from polite.hosts import SENDER, Sent, gaps_ms

GAP_MS = 100
LATE_MS = 60
SLOTS = 2
SCRAPES = 12
SLOW_S = 0.5


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl", "--slow-s", str(SLOW_S)) as site:
        yield site


async def test_many_hosts_that_redirect_to_one_do_not_hurry_it(
    tmp_path: Path, backing: Backing, site: SpawnedSite, figure: Figure
) -> None:
    trace = tmp_path / "sent"
    addresses = [site.address("/slow/elsewhere", f"h{n}.site.localhost") for n in range(SCRAPES)]
    with (
        served(tmp_path, "--workers", "2", **noting(trace), **backing.environment) as server,
        server.client() as client,
    ):
        answer = client.post("/api/scrape/batch", json={"urls": addresses})
        results = answer.json()["results"]

    assert [result["ok"] for result in results] == [True] * SCRAPES
    visits = [visit for visit in site.visits() if visit.host == OTHER]
    sent = [each for each in _sent(trace) if urlsplit(each.address).hostname == OTHER]
    gap = min(gaps_ms([each.at_ns for each in sent]))
    highest = max_open(visits, LATE_MS)[f"{OTHER}:{site.port}"]
    figure(
        f"{SCRAPES} hosts that redirect to one",
        f"at most {highest} open there, {gap:.1f} ms apart",
    )
    assert len(sent) == len(visits) >= SCRAPES
    assert highest == SLOTS
    assert gap >= GAP_MS


async def test_pages_of_two_hosts_that_redirect_to_each_other_do_not_block_them(
    tmp_path: Path, backing: Backing, site: SpawnedSite
) -> None:
    # The slots of both hosts are taken by pages that are led to the other one.
    hosts = [OTHER, WWW] * 4
    addresses = [site.address(f"/slow/across?{n}", host) for n, host in enumerate(hosts)]
    with (
        served(tmp_path, "--workers", "2", **backing.environment) as server,
        server.client() as client,
    ):
        answer = client.post("/api/scrape/batch", json={"urls": addresses, "timeout": 15_000})

    assert [result["ok"] for result in answer.json()["results"]] == [True] * len(hosts)
    assert max_open(site.visits(), LATE_MS) == dict.fromkeys(
        (f"{host}:{site.port}" for host in (OTHER, WWW)), SLOTS
    )


async def test_a_robots_txt_on_another_host_keeps_the_pace_there(
    tmp_path: Path, backing: Backing, site: SpawnedSite
) -> None:
    trace = tmp_path / "sent"
    root = site.address("/robots/open", LED_AWAY)
    with (
        served(tmp_path, "--workers", "1", **noting(trace), **backing.environment) as server,
        server.client() as client,
    ):
        scrapes = client.post(
            "/api/scrape/batch", json={"urls": [root, site.address("/tree/", OTHER)]}
        )

    assert [result["ok"] for result in scrapes.json()["results"]] == [True, True]
    sent = [each for each in _sent(trace) if urlsplit(each.address).hostname == OTHER]
    assert any(each.address.endswith("/robots/moved") for each in sent)
    assert min(gaps_ms([each.at_ns for each in sent])) >= GAP_MS


def noting(trace: Path) -> dict[str, str]:
    """What makes processes note their requests in a file."""
    return {"SENT": str(trace), "PYTHONPATH": str(SENDER)}


def _sent(trace: Path) -> list[Sent]:
    lines = (line.split(" ", 1) for line in trace.read_text().splitlines())
    return [Sent(int(at), address) for at, address in lines]
