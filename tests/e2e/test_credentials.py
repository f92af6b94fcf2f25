"""What is sent along with a crawl's requests goes to origins in scope, and is told to nobody.

The site's log is the verdict.
"""

import asyncio
import base64
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from e2e.commands import LEADLINE, ON_LOOPBACK, leadline
from leadsite import FOREIGN, OTHER, WWW, SpawnedSite, Visit
from leadsite.sections.locked import PASSWORD, SECRET, START, USER

GIVEN = (
    *("--header", "X-Key: k3y-of-tower"),
    *("--cookie", "session=c00kie-jar", "--cookie", "lang=en"),
    *("--basic-auth", f"{USER}:{PASSWORD}"),
)
TOKEN = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
SECRETS = ("k3y-of-tower", "c00kie-jar", PASSWORD, TOKEN)
SENT = {
    "x-key": "k3y-of-tower",
    "cookie": "session=c00kie-jar; lang=en",
    "authorization": f"Basic {TOKEN}",
}


def crawl(root: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return leadline("crawl", root, *GIVEN, *arguments, "--delay-ms", "0", "--json", folder=folder)


def who_was_told(visits: list[Visit]) -> dict[str, bool]:
    """Hosts that were asked for something, and whether all or none of it had the secrets."""
    told: dict[str, set[bool]] = {}
    for visit in visits:
        assert visit.extra in ({}, SENT)
        told.setdefault(visit.host, set()).add(visit.extra == SENT)
    assert all(len(each) == 1 for each in told.values()), told
    return {host: each.pop() for host, each in told.items()}


async def test_the_origins_in_scope_are_told_robots_txt_included(
    site: SpawnedSite, tmp_path: Path
) -> None:
    ended = crawl(site.address(START), folder=tmp_path)

    assert ended.returncode == 0, ended.stderr
    assert who_was_told(site.visits()) == {WWW: True, OTHER: True}
    assert {visit.host for visit in site.visits() if visit.path == "/robots.txt"} == {WWW, OTHER}
    exported = leadline("export", json.loads(ended.stdout)["crawl_id"], folder=tmp_path).stdout
    states = {page["url"]: page["state"] for page in map(json.loads, exported.splitlines())}
    assert states[site.address(SECRET)] == "COMPLETED"


async def test_a_scope_of_one_host_tells_that_host_alone(site: SpawnedSite, tmp_path: Path) -> None:
    crawl(site.address(START), "--scope", "host", folder=tmp_path)

    assert who_was_told(site.visits()) == {WWW: True}


async def test_in_a_crawl_of_everything_the_roots_own_origin_alone_is_told(
    site: SpawnedSite, tmp_path: Path
) -> None:
    crawl(site.address(START), "--scope", "all", folder=tmp_path)

    assert who_was_told(site.visits()) == {WWW: True, OTHER: False, FOREIGN: False}


@pytest.mark.parametrize("scope", ["domain", "all"])
async def test_whereto_a_root_is_redirected_is_not_told(
    site: SpawnedSite, tmp_path: Path, scope: str
) -> None:
    ended = crawl(site.address("/locked/to-foreign"), "--scope", scope, folder=tmp_path)

    told = who_was_told(site.visits())
    assert json.loads(ended.stdout)["root_url"].startswith(f"http://{FOREIGN}")
    assert (told[WWW], told[FOREIGN]) == (True, False)
    assert len([visit for visit in site.visits() if visit.host == FOREIGN]) > 2


async def test_a_scrape_tells_the_host_that_was_asked_for_and_nobody_else(
    site: SpawnedSite, tmp_path: Path
) -> None:
    ended = leadline(
        *("scrape", site.address("/locked/to-other"), "--json"),
        *("--header", "X-Key: k3y-of-tower", "--header", f"Authorization: Basic {TOKEN}"),
        *("--header", "Cookie: session=c00kie-jar; lang=en"),
        folder=tmp_path,
    )

    assert json.loads(ended.stdout)["finalUrl"] == site.address(f"{START}?redirected", OTHER)
    assert who_was_told(site.visits()) == {WWW: True, OTHER: False}


async def test_nothing_that_is_printed_or_exported_has_a_secret(
    site: SpawnedSite, tmp_path: Path
) -> None:
    ended = crawl(site.address(START), folder=tmp_path)
    crawl_id = json.loads(ended.stdout)["crawl_id"]
    outputs = [
        ended,
        leadline("crawl", site.address(START), *GIVEN, "--depth", "0", folder=tmp_path),
        leadline("crawl", site.address(SECRET + "x"), *GIVEN, folder=tmp_path),
        leadline("crawls", folder=tmp_path),
        leadline("crawls", "--json", folder=tmp_path),
        leadline("export", crawl_id, folder=tmp_path),
        leadline("export", crawl_id, "--what", "leads", folder=tmp_path),
        leadline("resume", crawl_id, folder=tmp_path),
    ]

    for output in outputs:
        assert output.stdout + output.stderr
        assert not [secret for secret in SECRETS if secret in output.stdout + output.stderr]


async def test_a_crawl_goes_on_with_what_it_was_given(site: SpawnedSite, tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", site.address(START), *GIVEN, "--delay-ms", "500"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | ON_LOOPBACK,
    )
    while len(site.visits()) < 2:  # noqa: ASYNC110 -- the site is another process
        await asyncio.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = await process.communicate()
    [paused] = json.loads(leadline("crawls", "--json", folder=tmp_path).stdout)
    before = len(site.visits())

    resumed = leadline("resume", paused["crawl_id"], folder=tmp_path)

    assert process.returncode == 130
    assert not [secret for secret in SECRETS if secret in err.decode()]
    assert resumed.returncode == 0, resumed.stderr
    later = site.visits()[before:]
    assert SECRET in {visit.path for visit in later}
    assert all(visit.extra == SENT for visit in later)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--header", "X: s3cret\r\nHost: evil"), "Name: value"),
        (("--header", "Host: s3cret"), "Host"),
        (("--header", "X:", "Bearer", "s3cret"), "quote"),
        (("--cookie", "s3cret"), "name=value"),
        (("--basic-auth", "s3cret"), "user:password"),
        (("--cookie", "a=b", "--header", "Cookie: s3cret"), "twice"),
    ],
)
def test_what_cannot_be_sent_is_exit_2_and_is_not_repeated(
    tmp_path: Path, arguments: tuple[str, ...], word: str
) -> None:
    ended = leadline("crawl", "http://127.0.0.1/", *arguments, folder=tmp_path)

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert word in ended.stderr
    assert "s3cret" not in ended.stdout + ended.stderr
    assert list(tmp_path.iterdir()) == []
