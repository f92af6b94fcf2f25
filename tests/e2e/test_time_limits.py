"""Crawls that may take so long and no longer: in the terminal, and over HTTP."""

import json
from pathlib import Path
from typing import Any

import pytest

from e2e.api import Api
from e2e.commands import leadline
from leadsite import SpawnedSite

LIMITED = "its time of 1 s was over (max_time)"


def figures(out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize("workers", ["1", "3"])
@pytest.mark.rerun(reason="the root has to be fetched within 1 s")
async def test_a_crawl_ends_when_its_time_is_over_and_goes_on_with_more_of_it(
    site: SpawnedSite, tmp_path: Path, workers: str
) -> None:
    asked = (site.address("/tree/"), "--scope", "subpath", "--delay-ms", "50", "--json")
    ended = leadline("crawl", *asked, "--max-time", "1s", "--workers", workers, folder=tmp_path)
    first = figures(ended.stdout)
    shown = leadline("show", "latest", folder=tmp_path)
    again = leadline("resume", "latest", "--max-time", "4s", "--json", folder=tmp_path)
    second = figures(again.stdout)

    assert (ended.returncode, first["status"], shown.returncode) == (0, "completed", 0)
    assert LIMITED in " ".join(shown.stdout.split())
    [cut] = [cut for cut in first["cuts"] if cut["rule"] == "max_time"]
    assert (cut["pages"], cut["lifted_by"]) == (first["skipped_by"]["limit"], "--max-time")
    assert cut["pages"] > 0
    assert first["pending"] == first["in_progress"] == 0
    assert second["fetched"] > first["fetched"]
    assert second["crawl_id"] == first["crawl_id"]


async def test_a_root_that_takes_longer_than_the_crawl_may_is_a_failure(
    site: SpawnedSite, tmp_path: Path
) -> None:
    silent = (site.address("/slow/silent"), "--timeout-ms", "3000", "--max-time", "1s")
    ended = leadline("crawl", *silent, folder=tmp_path)

    assert ended.returncode == 4
    assert leadline("crawls", folder=tmp_path).stdout.startswith("no crawls yet")


@pytest.mark.rerun(reason="the root has to be fetched within 1 s")
def test_a_crawl_over_http_ends_when_its_time_is_over_and_goes_on_with_more_of_it(
    api: Api,
) -> None:
    crawl = api.crawled("/tree/", max_time_s=1, delay_ms=50)
    before = api.got(f"/{crawl}")
    answer = api.client.patch(f"/api/v1/crawls/{crawl}", json={"max_time_s": 3})
    after = api.finished(crawl)

    assert (before["status"], before["reason"]) == ("completed", LIMITED)
    assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert answer.json()["options"]["max_time_s"] == 3
    assert after["fetched"] > before["fetched"]


@pytest.mark.rerun(reason="the root has to be fetched within 1 s")
def test_a_job_ends_when_its_time_is_over(api: Api) -> None:
    asked = {"startUrl": api.site.address("/tree/"), "delay": 50, "maxTimeS": 1}
    job = api.client.post("/api/crawl", json=asked).json()["jobId"]
    api.finished(job)

    told = api.client.get(f"/api/crawl/{job}").json()
    assert (told["status"], told["options"]["maxTimeS"]) == ("completed", 1)
    assert api.got(f"/{job}")["skipped_by"]["limit"] > 0
