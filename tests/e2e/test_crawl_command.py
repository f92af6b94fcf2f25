"""`leadline crawl` on a web whose pages are known."""

import asyncio
import json
import os
import pty
import re
import signal
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from e2e.commands import LEADLINE, ON_LOOPBACK, leadline, run
from leadsite import SpawnedSite
from leadsite.sections.robots import host_of
from leadsite.sections.tree import TreePage, expected_leads, expected_pages


def crawl(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    permitted = ("--json", "--allow-network", "127.0.0.0/8")
    return run("crawl", *arguments, *permitted, folder=folder)


def figures(ended: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def pages_by_key() -> dict[str, TreePage]:
    """Addresses that differ by a slash are one page: the one that the redirect ends at."""
    return {
        page.path.rstrip("/"): page
        for page in sorted(expected_pages(), key=lambda page: page.redirected_to is None)
    }


@pytest.mark.parametrize("workers", ["1", "4"])
async def test_a_known_web_is_crawled_exactly(
    site: SpawnedSite, tmp_path: Path, workers: str
) -> None:
    ended = crawl(
        site.address("/tree/"), "--scope", "subpath", "--depth", "20", "--delay-ms", "0",
        "--concurrency", "16", "--workers", workers, folder=tmp_path,
    )  # fmt: skip

    result = figures(ended)
    pages = list(pages_by_key().values())
    missing = sum(page.status >= 400 for page in pages)
    assert result["status"] == "completed"
    assert (result["total"], result["failed"]) == (len(pages) - 1, missing)
    assert result["completed"] == len(pages) - 1 - missing
    assert result["fetched"] == len(pages) - missing
    leads = {(a.rstrip("/"), b.rstrip("/")) for a, b in expected_leads()}
    assert result["leads"] == len({pair for pair in leads if pair[0] != pair[1]})
    assert result["pending"] == result["in_progress"] == result["skipped"] == 0


@pytest.mark.parametrize("depth", [1, 2, 3])
async def test_a_depth_limit_is_exact_whatever_worker_was_faster(
    site: SpawnedSite, tmp_path: Path, depth: int
) -> None:
    ended = crawl(
        site.address("/tree/"), "--scope", "subpath", "--depth", str(depth), "--delay-ms", "0",
        "--concurrency", "16", "--workers", "4", folder=tmp_path,
    )  # fmt: skip

    result = figures(ended)
    by_depth = Counter(page.depth for page in pages_by_key().values())
    counted = result["figures"]
    fetched = counted["fetched"] + counted["failed"]
    assert fetched == sum(by_depth[level] for level in range(depth + 1))
    assert counted["too_deep"] == counted["found"] - fetched > 0


async def test_every_page_is_asked_for_once(site: SpawnedSite, tmp_path: Path) -> None:
    crawl(
        site.address("/tree/"), "--scope", "subpath", "--depth", "20", "--delay-ms", "0",
        "--concurrency", "16", "--workers", "4", folder=tmp_path,
    )  # fmt: skip

    asked = Counter(visit.target for visit in site.visits() if visit.path != "/robots.txt")
    assert max(asked.values()) == 1


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_where_a_root_began_that_ends_elsewhere_is_a_page_if_something_links_to_it(
    site: SpawnedSite, tmp_path: Path, workers: str
) -> None:
    ended = crawl(
        site.address("/redirects/begin"), "--scope", "subpath", "--delay-ms", "0",
        "--workers", workers, folder=tmp_path,
    )  # fmt: skip

    result = figures(ended)
    leads = run("export", "latest", "--what", "leads", folder=tmp_path)
    ends = [json.loads(line) for line in leads.stdout.splitlines()]
    assert (result["total"], result["completed"], result["fetched"]) == (2, 2, 3)
    assert {(each["source"].rsplit("/")[-1], each["target"].rsplit("/")[-1]) for each in ends} == {
        ("end", "begin"),
        ("end", "target"),
        ("begin", "end"),
    }


async def test_redirects_in_a_circle_end_also_when_each_has_to_wait_for_its_turn(
    site: SpawnedSite, tmp_path: Path
) -> None:
    ended = crawl(
        site.address("/redirects/"), "--scope", "subpath", "--depth", "1", "--delay-ms", "5",
        folder=tmp_path,
    )  # fmt: skip

    result = figures(ended)
    asked = Counter(visit.path.rstrip("/") for visit in site.visits())
    assert result["pending"] == result["in_progress"] == 0
    for page in ("/redirects/loop-self", "/redirects/slash-loop"):
        assert 10 <= asked[page] <= 13
        where = run("pages", "latest", "--search", page, "--json", folder=tmp_path)
        assert json.loads(where.stdout.splitlines()[0])["error"] == "TooManyRedirects"


async def test_a_host_that_does_not_tell_what_may_be_read_does_not_keep_a_crawl_from_ending(
    site: SpawnedSite, tmp_path: Path
) -> None:
    ended = crawl(
        site.address("/robots/hosts", "www.site.localhost"), "--depth", "1", "--delay-ms", "5",
        "--timeout-ms", "1000", folder=tmp_path,
    )  # fmt: skip

    result = figures(ended)
    unreachable = [cut for cut in result["cuts"] if cut["rule"] == "unreachable"]
    assert result["failed"] == 0, ended.stderr
    assert [cut["reason"] for cut in unreachable] == ["robots"]


async def test_a_page_limit_is_kept(site: SpawnedSite, tmp_path: Path) -> None:
    ended = crawl(
        site.address("/tree/"), "--scope", "subpath", "--max-pages", "50", "--delay-ms", "0",
        "--workers", "3", folder=tmp_path,
    )  # fmt: skip

    result = figures(ended)
    assert result["fetched"] == 50
    assert result["skipped_by"]["limit"] > 0
    [cut] = result["cuts"]
    assert (cut["reason"], cut["rule"], cut["pattern"]) == ("limit", "max_pages", "50")
    assert (cut["pages"], cut["lifted_by"]) == (result["skipped"], "--max-pages")
    assert len([v for v in site.visits() if v.path != "/robots.txt"]) == 50


async def test_no_command_fetches_more_than_the_setting_allows(
    site: SpawnedSite, tmp_path: Path
) -> None:
    asked = (site.address("/tree/"), "--scope", "subpath", "--delay-ms", "0")
    limit = {"LEADLINE_MAX_PAGES_LIMIT": "20"}

    crawled = leadline("crawl", *asked, "--json", folder=tmp_path, **limit)
    checked = leadline("check", *asked, "--json", folder=tmp_path, **limit)
    beyond = leadline("crawl", *asked, "--max-pages", "21", folder=tmp_path, **limit)

    assert figures(crawled)["fetched"] == json.loads(checked.stdout)["counts"]["checked"] == 20
    assert "limited to 20 pages (LEADLINE_MAX_PAGES_LIMIT)" in crawled.stderr
    assert (beyond.returncode, beyond.stdout) == (2, "")
    assert "max_pages is at most 20 here (LEADLINE_MAX_PAGES_LIMIT)" in beyond.stderr


async def test_going_on_keeps_to_the_page_limit_of_the_setting(
    site: SpawnedSite, tmp_path: Path
) -> None:
    await paused(site, tmp_path)

    limit = {"LEADLINE_MAX_PAGES_LIMIT": "20"}
    ended = leadline("resume", "latest", "--json", folder=tmp_path, **limit)

    assert figures(ended)["fetched"] == 20
    assert "limited to 20 pages (LEADLINE_MAX_PAGES_LIMIT)" in ended.stderr


async def test_the_summary_says_which_rules_skipped_pages(
    site: SpawnedSite, tmp_path: Path
) -> None:
    allowed = ("--allow-network", "127.0.0.0/8", "--delay-ms", "0")
    tree = ("crawl", site.address("/tree/"), "--exclude", "/tree/a0/", "--depth", "1")

    ended = run(*tree, *allowed, folder=tmp_path)

    said = " ".join(ended.stdout.split())
    assert re.search(r"not fetched \d+ pages too deep; to fetch them, crawl again with a", said)
    assert "1 page that an --exclude pattern matches: /tree/a0/; such as http://" in said
    assert said.endswith("to fetch it, crawl again with another --exclude")


def test_a_pattern_that_is_none_leaves_nothing_behind(tmp_path: Path) -> None:
    ended = crawl("http://a.example/", "--include", "re:(", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "is not a regular expression" in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_settings_that_no_worker_could_start_with_are_refused(tmp_path: Path) -> None:
    ended = run("crawl", "http://a.example/", folder=tmp_path, LEADLINE_DNS_SERVERS="mine")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("leadline: LEADLINE_DNS_SERVERS: 'mine' is not a name server")
    assert list(tmp_path.iterdir()) == []


async def test_a_root_that_cannot_be_had_fails_the_crawl(site: SpawnedSite, tmp_path: Path) -> None:
    ended = crawl(site.address("/status/404"), folder=tmp_path)

    assert ended.returncode == 4
    assert json.loads(ended.stdout)["status"] == "failed"


@pytest.mark.parametrize("command", ["crawl", "check"])
@pytest.mark.parametrize(("path", "code"), [("/status/404", 4), ("/private/page", 3)])
async def test_nothing_is_kept_of_a_crawl_without_its_root(
    site: SpawnedSite, tmp_path: Path, command: str, path: str, code: int
) -> None:
    ended = leadline(command, site.address(path), folder=tmp_path)

    assert ended.returncode == code
    assert "stored as crawl" not in ended.stdout
    assert "leadline: crawl " not in ended.stderr
    assert leadline("crawls", folder=tmp_path).stdout.startswith("no crawls yet")
    assert "there is no crawl here yet" in leadline("show", "latest", folder=tmp_path).stderr


async def test_a_crawl_that_was_interrupted_before_its_root_came_can_go_on(
    site: SpawnedSite, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", site.address("/slow/first-byte")),
        cwd=tmp_path,
        env=os.environ | ON_LOOPBACK | {"LEADLINE_DRAIN_S": "0.1"},
    )
    while not any("/slow/" in visit.path for visit in site.visits()):  # noqa: ASYNC110 -- as above
        await asyncio.sleep(0.05)
    process.send_signal(signal.SIGINT)
    await process.wait()

    [kept] = json.loads(leadline("crawls", "--json", folder=tmp_path).stdout)
    ended = leadline("resume", "latest", "--json", folder=tmp_path)
    assert (kept["status"], kept["fetched"]) == ("paused", 0)
    assert figures(ended)["crawl_id"] == kept["crawl_id"]
    assert figures(ended)["fetched"] == 2


@pytest.mark.parametrize("command", ["crawl", "check", "scrape"])
@pytest.mark.parametrize(
    ("robots", "said"), [("disallow-all", "robots.txt disallows"), ("500", "cannot be read")]
)
async def test_a_root_that_robots_txt_closes_has_a_way_out(
    site: SpawnedSite, tmp_path: Path, command: str, robots: str, said: str
) -> None:
    ended = leadline(command, site.address("/", host_of(robots)), folder=tmp_path)

    last = ended.stderr.splitlines()[-1]
    assert said in last
    assert last.endswith("; fetch it anyway with --no-robots")


async def test_ctrl_c_pauses_and_says_how_to_go_on(site: SpawnedSite, tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", site.address("/tree/"), "--allow-network", "127.0.0.0/8"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        cwd=tmp_path,
    )
    await five_visits(site)
    process.send_signal(signal.SIGINT)
    _, err = await process.communicate()

    assert process.returncode == 130
    assert "leadline resume" in err.decode()


async def paused(site: SpawnedSite, folder: Path) -> dict[str, Any]:
    """A crawl that was interrupted, as `leadline crawls` lists it."""
    process = await started(site, folder)
    process.send_signal(signal.SIGINT)
    await process.communicate()
    [crawl] = json.loads(run("crawls", "--json", folder=folder).stdout)
    return dict(crawl)


def resume_line(folder: Path) -> str:
    """Return the hint that resumes the only stored crawl."""
    [crawl] = json.loads(run("crawls", "--json", folder=folder).stdout)
    return f"resume with: leadline resume {crawl['crawl_id']} --allow-network 127.0.0.0/8"


async def test_a_crawl_that_was_killed_is_said_to_be_left_alone(
    site: SpawnedSite, tmp_path: Path
) -> None:
    process = await started(site, tmp_path)
    while_running = run("crawls", folder=tmp_path)
    process.kill()
    await process.communicate()

    told = [run(*command, folder=tmp_path) for command in (("crawls",), ("show", "latest"))]

    assert while_running.stderr == ""
    assert " running " in told[0].stdout
    assert all("no process works on running crawls" in ended.stderr for ended in told)
    assert told[0].stderr.endswith(f"{resume_line(tmp_path)}\n")


async def test_a_crawl_that_was_killed_has_said_how_to_go_on(
    site: SpawnedSite, tmp_path: Path
) -> None:
    process = await started(site, tmp_path)
    assert process.stderr is not None
    [_, said] = [(await process.stderr.readline()).decode() for _ in range(2)]
    process.kill()
    await process.communicate()

    assert said.endswith(f"{resume_line(tmp_path)}\n")


async def test_a_crawl_whose_root_is_slow_says_how_to_go_on_before_it_comes(
    site: SpawnedSite, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", site.address("/slow/silent")),
        stderr=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | ON_LOOPBACK,
    )
    assert process.stderr is not None
    [_, said] = [(await process.stderr.readline()).decode() for _ in range(2)]
    process.kill()
    await process.communicate()

    assert said.endswith(f"{resume_line(tmp_path)}\n")


async def test_a_second_interrupt_waits_for_no_page(site: SpawnedSite, tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", site.address("/slow/silent"), "--allow-network", "127.0.0.0/8"),
        *("--timeout-ms", "600000", "--json"),
        stdout=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | {"LEADLINE_DRAIN_S": "600"},
    )
    while not any(v.path == "/slow/silent" for v in site.visits()):  # noqa: ASYNC110 -- as above
        await asyncio.sleep(0.05)
    async with asyncio.timeout(30):
        while process.returncode is None:
            process.send_signal(signal.SIGINT)
            await asyncio.sleep(0.2)
    assert process.stdout is not None
    figures = json.loads(await process.stdout.read())

    assert process.returncode == 130
    assert (figures["status"], figures["in_progress"]) == ("paused", 0)


async def test_the_end_of_its_terminal_pauses_a_crawl(site: SpawnedSite, tmp_path: Path) -> None:
    ours, terminal = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        # Who runs the tests with nohup has us ignore the end of a terminal.
        *("env", "--default-signal=HUP", "setsid", "--ctty"),
        *(LEADLINE, "crawl", site.address("/tree/")),
        *("--allow-network", "127.0.0.0/8"),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=tmp_path,
    )
    os.close(terminal)
    await five_visits(site)
    os.close(ours)
    await process.wait()

    [crawl] = json.loads(run("crawls", "--json", folder=tmp_path).stdout)
    assert (crawl["status"], crawl["in_progress"]) == ("paused", 0)


async def started(site: SpawnedSite, folder: Path) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "crawl", site.address("/tree/"), "--allow-network", "127.0.0.0/8"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
    )
    await five_visits(site)
    return process


async def five_visits(site: SpawnedSite) -> None:
    while len(site.visits()) < 5:  # noqa: ASYNC110 -- the site is another process
        await asyncio.sleep(0.05)


async def test_going_on_without_the_permission_changes_nothing(
    site: SpawnedSite, tmp_path: Path
) -> None:
    before = await paused(site, tmp_path)

    ended = run("resume", before["crawl_id"], folder=tmp_path)

    [after] = json.loads(run("crawls", "--json", folder=tmp_path).stdout)
    assert ended.returncode == 3
    assert "--allow-network" in ended.stderr
    assert after | {"duration_s": 0, "pages_per_s": 0} == before | {
        "duration_s": 0,
        "pages_per_s": 0,
    }


@pytest.mark.parametrize(("command", "code"), [("pause", 130), ("cancel", 4), ("delete", 4)])
async def test_a_crawl_ends_when_another_terminal_says_so(
    site: SpawnedSite, tmp_path: Path, command: str, code: int
) -> None:
    process = await started(site, tmp_path)
    [crawl] = json.loads(run("crawls", "--json", folder=tmp_path).stdout)

    said = run(command, crawl["crawl_id"], folder=tmp_path)
    _, err = await process.communicate()

    assert said.returncode == 0
    assert process.returncode == code
    assert "Traceback" not in err.decode()


@pytest.mark.parametrize("command", [("crawls",), ("keys", "list")], ids=" ".join)
def test_a_store_in_a_folder_that_is_not_there_is_a_wrong_path(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    ended = run(*command, "--store", "sqlite:///nowhere/x.db", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (4, "")
    assert "there is no folder nowhere for the store x.db" in ended.stderr


def test_listing_makes_no_store(tmp_path: Path) -> None:
    ended = run("crawls", folder=tmp_path)

    assert ended.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_no_resume_is_offered_for_a_root_that_failed_and_is_not_kept(
    site: SpawnedSite, tmp_path: Path
) -> None:
    ended = leadline("crawl", site.address("/status/404"), folder=tmp_path)

    assert ended.returncode == 4
    assert "leadline resume" not in ended.stderr
