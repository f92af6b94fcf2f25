"""`leadline check` finds exactly the links that are broken; the site's own list is the verdict."""

import asyncio
import json
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from e2e.commands import LEADLINE, ON_LOOPBACK, leadline
from leadline.cli.views.terminal import safe
from leadline.demo.pages import BROKEN_LINKS, PRIVATE_PATH
from leadsite import FOREIGN, WWW, SpawnedSite, Visit, smallest_gap_ns, spawned_site
from leadsite.sections.planted import (
    BROKEN,
    BROKEN_ABROAD,
    BUSY,
    BUSY_PAGES,
    CLOSED,
    START,
    TOO_DEEP,
    Broken,
    filled,
)
from leadsite.sections.status import CODES

FAST = ("--delay-ms", "0", "--max-attempts", "1")
SECRET = ("--header", "X-Key: k3y-of-tower", "--basic-auth", "keeper:s3cret")

Links = set[tuple[str, str, str | None]]


class Asked(NamedTuple):
    """What one command said, and what the site was asked meanwhile."""

    ended: subprocess.CompletedProcess[str]
    site: SpawnedSite
    visits: list[Visit]
    folder: Path

    @property
    def report(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ended.stdout)
        return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SpawnedSite]:
    log_path = tmp_path_factory.mktemp("site") / "log.jsonl"
    async with spawned_site(log_path, "--slow-s", "0.5") as site:
        yield site


def checked(site: SpawnedSite, folder: Path, *arguments: str, path: str = START) -> Asked:
    before = len(site.visits())
    ended = leadline("check", site.address(path), *FAST, *arguments, folder=folder)
    return Asked(ended, site, site.visits()[before:], folder)


@pytest.fixture(scope="module")
def inside(site: SpawnedSite, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """The site alone, for a program."""
    return checked(site, tmp_path_factory.mktemp("inside"), "--json", "--slow-ms", "400")


@pytest.fixture(scope="module")
def abroad(site: SpawnedSite, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """The site and all that it links to, for a program and for a CI system."""
    options = ("--external", "--json", "--junit", "report.xml", *SECRET)
    return checked(site, tmp_path_factory.mktemp("abroad"), *options)


def planted(site: SpawnedSite, *listed: Mapping[str, Broken]) -> dict[str, tuple[str, Links]]:
    """What the site says of itself: target, why, and the links to it."""

    def fill(template: str) -> str:
        return filled(template, site.port, site.refused_port)

    return {
        fill(target): (
            str(each.why),
            {(fill(page), text, via and fill(via)) for page, text, via in each.links},
        )
        for part in listed
        for target, each in part.items()
    }


def found(report: dict[str, Any]) -> dict[str, tuple[str, Links]]:
    """The same, as the command said it."""
    assert len(report["broken"]) == report["counts"]["broken"]
    return {each["url"]: (why(each), links(each)) for each in report["broken"]}


def why(item: dict[str, Any]) -> str:
    return str(item["status"] or item["error"])


def links(item: dict[str, Any]) -> Links:
    assert len(item["linked_from"]) == item["links"]
    return {(each["url"], each["anchor"], each["via"]) for each in item["linked_from"]}


def test_exactly_the_planted_links_are_broken(inside: Asked) -> None:
    assert found(inside.report) == planted(inside.site, BROKEN)
    assert inside.ended.returncode == 1


def test_other_sites_are_asked_when_asked_for_and_exactly_their_broken_pages_are_found(
    abroad: Asked,
) -> None:
    assert found(abroad.report) == planted(abroad.site, BROKEN, BROKEN_ABROAD, TOO_DEEP)
    external = {each["url"] for each in abroad.report["broken"] if each["external"]}
    assert external == set(planted(abroad.site, BROKEN_ABROAD, TOO_DEEP))


def test_who_does_not_ask_for_other_sites_leaves_them_alone(inside: Asked) -> None:
    assert {visit.host for visit in inside.visits} == {WWW}


def test_each_external_page_is_asked_for_once_and_what_it_links_to_is_not(abroad: Asked) -> None:
    elsewhere = Counter((visit.host, visit.target) for visit in abroad.visits if visit.host != WWW)

    paths = ("fine", "shy", "gone", "gone-too", "moved", "moved/again", "moved/away")
    own = {(FOREIGN, f"/{path}") for path in paths}
    robots = {(host, "/robots.txt") for host in (FOREIGN, CLOSED, BUSY)}
    busy = {key for key in elsewhere if key[0] == BUSY and key[1] != "/robots.txt"}
    assert set(elsewhere) == own | robots | busy
    assert set(elsewhere.values()) == {1}
    # After it has asked for patience, nothing more is asked; one more was perhaps under way.
    assert len(busy) < BUSY_PAGES


def test_external_pages_are_asked_at_a_pace_and_told_no_secret(abroad: Asked) -> None:
    gaps = smallest_gap_ns(abroad.visits)
    told = {visit.host: bool(visit.extra) for visit in abroad.visits}

    # Requests arrive a little later than they were written, not all of them by as much.
    assert gaps[f"{FOREIGN}:{abroad.site.port}"] > 50_000_000
    assert gaps[f"{WWW}:{abroad.site.port}"] < 50_000_000
    assert told == {WWW: True, FOREIGN: False, CLOSED: False, BUSY: False}


def test_sites_that_refuse_robots_could_not_be_checked(abroad: Asked) -> None:
    unsure = {each["url"]: why(each) for each in abroad.report["unsure"]}

    busy = {url: status for url, status in unsure.items() if f"//{BUSY}:" in url}
    assert unsure == {abroad.site.address("/shy", FOREIGN): "403", **busy}
    assert set(busy.values()) == {"429"}
    assert len(busy) + abroad.report["not_checked"]["rests"] == BUSY_PAGES


def test_what_is_not_checked_is_counted_by_reason(inside: Asked, abroad: Asked) -> None:
    assert inside.report["not_checked"] == {"scope": 10, "robots": 1}
    assert set(abroad.report["not_checked"]) == {"robots", "rests"}
    assert abroad.report["not_checked"]["robots"] == len(["private", "closed"])
    for asked in (inside, abroad):
        report = asked.report
        [crawl] = json.loads(leadline("crawls", "--json", folder=asked.folder).stdout)
        counts = report["counts"]
        all_pages = counts["checked"] + counts["unsure"] + sum(report["not_checked"].values())
        assert all_pages == crawl["total"] + 1


def test_a_depth_limit_holds_for_the_pages_that_link_out(site: SpawnedSite, tmp_path: Path) -> None:
    shallow = checked(site, tmp_path, "--external", "--json", "--depth", "2")

    assert found(shallow.report) == planted(site, BROKEN, BROKEN_ABROAD)
    assert shallow.report["not_checked"]["too_deep"] == 1


def test_a_page_limit_is_for_the_site(site: SpawnedSite, tmp_path: Path) -> None:
    limited = checked(site, tmp_path, "--external", "--json", "--max-pages", "2")

    hosts = Counter(visit.host for visit in limited.visits if visit.path != "/robots.txt")
    assert hosts[WWW] == 2
    assert hosts[FOREIGN] > 1
    assert limited.report["not_checked"]["limit"] > 0


def test_excluded_pages_of_other_sites_are_not_asked_for(site: SpawnedSite, tmp_path: Path) -> None:
    options = ("--external", "--json", "--exclude", f"http://{FOREIGN}:*", "--depth", "1")
    some = checked(site, tmp_path, *options)

    assert FOREIGN not in {visit.host for visit in some.visits}
    assert some.report["not_checked"]["exclude"] > 0
    assert "scope" not in some.report["not_checked"]


def test_redirects_are_told_hop_by_hop(abroad: Asked) -> None:
    def paths(hops: list[dict[str, Any]]) -> list[tuple[str, int]]:
        return [(re.sub(r"^http://[^/]*", "", hop["url"]), hop["status"]) for hop in hops]

    told = {each["url"]: each for each in abroad.report["redirects"]}
    hops = told[abroad.site.address("/planted/hop-1")]
    moved = told[abroad.site.address("/planted/moved")]
    away = told[abroad.site.address("/moved", FOREIGN)]
    assert paths(hops["hops"]) == [
        ("/planted/hop-1", 301),
        ("/planted/hop-2", 302),
        ("/planted/hop-3", 308),
    ]
    assert paths([hops["end"]]) == [("/planted/two", 200)]
    assert hops["update_to"] == abroad.site.address("/planted/hop-2")
    assert links(hops) == {(abroad.site.address("/planted/one"), "Three hops", None)}
    assert moved["update_to"] == abroad.site.address("/planted/three")
    assert paths(away["hops"]) == [("/moved", 301), ("/moved/again", 302)]
    assert away["end"]["status"] == 404
    assert set(told) == {
        *(abroad.site.address(f"/planted/{name}") for name in ("hop-1", "moved")),
        abroad.site.address("/redirects/chain/12"),
        abroad.site.address("/moved", FOREIGN),
    }
    counts = abroad.report["counts"]
    assert (counts["chains"], counts["permanent"], counts["loops"]) == (3, 3, 1)


def test_loops_are_told_with_their_way(inside: Asked) -> None:
    [loop] = [each for each in inside.report["broken"] if each["error"] == "RedirectLoop"]

    ways = [(hop["url"], hop["status"]) for hop in loop["loop"]]
    names = ("around-a", "around-b")
    assert ways == [(inside.site.address(f"/planted/{name}"), 302) for name in names]


def test_slow_pages_of_the_site_are_told(inside: Asked, abroad: Asked) -> None:
    [slow] = inside.report["slow"]

    assert slow["url"] == inside.site.address("/planted/slow")
    assert 500 <= slow["total_ms"] < 5_000
    assert abroad.report["slow"] == []


def test_the_junit_report_has_a_failure_for_each(abroad: Asked) -> None:
    suites = ET.parse(abroad.folder / "report.xml").getroot()

    [suite] = suites
    cases = list(suite)
    failures = {case.get("name"): case for case in cases if case.find("failure") is not None}
    skipped = [case.get("name") for case in cases if case.find("skipped") is not None]
    assert (suites.tag, suite.tag) == ("testsuites", "testsuite")
    assert suite.get("tests") == suites.get("tests") == str(len(cases))
    assert suite.get("failures") == str(len(failures))
    assert suite.get("skipped") == str(len(skipped))
    assert suite.get("errors") == "0"
    assert set(failures) == {each["url"] for each in abroad.report["broken"]}
    assert set(skipped) == {each["url"] for each in abroad.report["unsure"]}
    gone = failures[abroad.site.address("/planted/gone")].find("failure")
    assert gone is not None
    assert gone.get("message") == "HTTP 404"
    assert f'{abroad.site.address("/planted/one")} "Gone as well"\n' in f"{gone.text}\n"


def test_the_junit_report_names_the_redirect_that_a_link_leads_through(abroad: Asked) -> None:
    said = (abroad.folder / "report.xml").read_text()

    through = abroad.site.address("/planted/to-gone")
    assert f"&quot;By a detour&quot; through {through}</failure>" in said


def test_the_junit_report_does_nothing_to_a_terminal(abroad: Asked) -> None:
    said = (abroad.folder / "report.xml").read_text()

    assert "&lt;b&gt;&quot;red&quot;" in said
    assert safe(said) == said


def test_a_site_in_order_is_exit_0(site: SpawnedSite, tmp_path: Path) -> None:
    asked = checked(site, tmp_path, "--junit", "report.xml", path="/web/40/0")

    assert asked.ended.returncode == 0, asked.ended.stderr
    assert "nothing broken, 40 checked" in asked.ended.stdout
    [suite] = ET.parse(tmp_path / "report.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")


def test_where_the_root_is_refused_nothing_could_be_checked(
    site: SpawnedSite, tmp_path: Path
) -> None:
    asked = checked(site, tmp_path, path="/private/page")

    assert asked.ended.returncode == 3
    assert re.search(r"1 +robots +.*--no-robots", asked.ended.stdout)
    assert "\nnothing could be checked\n" in asked.ended.stdout
    assert "nothing broken" not in asked.ended.stdout


def test_every_status_that_says_no_is_broken(site: SpawnedSite, tmp_path: Path) -> None:
    later = ("--exclude", "re:/status/(429|503-)", "--exclude", "re:/status/[a-z]")
    asked = checked(site, tmp_path, "--json", *later, path="/status/")

    said_no = {site.address(f"/status/{code}"): str(code) for code in CODES if code >= 400}
    del said_no[site.address("/status/429")]
    assert {target: why for target, (why, _) in found(asked.report).items()} == said_no


@contextmanager
def demo_site() -> Iterator[str]:
    process = subprocess.Popen(
        [LEADLINE, "demo-site", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert said is not None
        yield said[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def test_the_demo_site_has_exactly_the_broken_link_it_says(tmp_path: Path) -> None:
    with demo_site() as origin:
        ended = leadline("check", f"{origin}/", *FAST, "--json", "--depth", "9", folder=tmp_path)

    report = json.loads(ended.stdout)
    assert found(report) == {
        origin + path: ("404", {(origin + page, text, None) for page, text in sources})
        for path, sources in BROKEN_LINKS.items()
    }
    assert report["not_checked"]["robots"] == len([PRIVATE_PATH])
    [crawl] = json.loads(leadline("crawls", "--json", folder=tmp_path).stdout)
    assert report["root_url"] == crawl["root_url"] == origin
    assert ended.returncode == 1


def test_a_report_can_be_had_again(inside: Asked) -> None:
    crawl_id = inside.report["crawl_id"]

    again = leadline("check", "latest", "--json", "--slow-ms", "400", folder=inside.folder)
    person = leadline("check", crawl_id[:6], folder=inside.folder)

    assert again.returncode == person.returncode == 1
    assert json.loads(again.stdout) == inside.report
    assert f"leadline check {crawl_id}" in person.stdout


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_who_does_not_read_it_is_told_by_the_exit_code(inside: Asked, how: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [LEADLINE, "check", "latest", *how],
        cwd=inside.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()

        assert process.wait(timeout=60) == 1
        assert process.stderr.read() == b""


def test_a_kept_crawl_is_not_crawled_again(inside: Asked) -> None:
    crawl_id = inside.report["crawl_id"]

    for option in (("--external",), ("--depth", "2")):
        ended = leadline("check", crawl_id, *option, folder=inside.folder)

        assert ended.returncode == 2
        assert f"a stored crawl is not crawled again: omit {option[0]}\n" in ended.stderr


def test_a_person_sees_what_is_broken_and_where_it_is_linked_from(inside: Asked) -> None:
    out = leadline("check", inside.report["crawl_id"], folder=inside.folder).stdout

    gone, one = inside.site.address("/planted/gone"), inside.site.address("/planted/one")
    assert re.search(
        rf"404 +{re.escape(gone)}\n +linked from .*\n +linked from {one} “Gone as", out
    )
    assert "6 broken, 28 checked" in out
    assert re.search(r"10 +scope +.*--external", out)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", out)


@pytest.mark.parametrize("columns", [60, 200])
def test_it_fits_the_terminal(inside: Asked, columns: int) -> None:
    out = in_terminal("check", inside.report["crawl_id"], columns=columns, folder=inside.folder)

    lines = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line) for line in out.splitlines()]
    last = "stored as crawl"
    assert max(len(line) for line in lines if last not in line) <= columns
    assert "\x1b[1;31m404" in out
    whole = "".join(line.strip() for line in lines)
    assert inside.site.address("/planted/gone-for-good") in whole


def test_colours_can_be_refused(inside: Asked) -> None:
    arguments = ("check", inside.report["crawl_id"])
    out = in_terminal(*arguments, columns=80, folder=inside.folder, NO_COLOR="1")

    assert "6 broken" in out
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", out)


def in_terminal(*arguments: str, columns: int, folder: Path, **environment: str) -> str:
    """What a terminal of that width is shown."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    env |= ON_LOOPBACK | {"TERM": "xterm-256color"} | environment
    process = subprocess.Popen([LEADLINE, *arguments], stdout=theirs, cwd=folder, env=env)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:
        # The other side has gone.
        pass
    os.close(ours)
    process.wait(timeout=60)
    return shown.decode()


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("check", "nonsense"), 2, "http"),
        (("check", "nonsense"), 2, "latest"),
        (("check", "http://127.0.0.1:9/", "--slow-ms", "-1"), 2, "slow-ms"),
        (("check", "00000000-0000-0000-0000-000000000000"), 4, "leadline.db"),
        (("check", "ftp://example.com/"), 3, "refused"),
        (("check", "http://10.0.0.1/"), 3, "refused"),
        (("check", "http://127.0.0.1:9/", "--junit", "nowhere/report.xml"), 4, "create it"),
        (("check", "previous"), 4, "there is no store leadline.db yet"),
        (("check", "http://127.0.0.1:9/", "--junit", "."), 2, "folder"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_a_code(
    tmp_path: Path, arguments: tuple[str, ...], code: int, word: str
) -> None:
    ended = leadline(*arguments, folder=tmp_path)

    assert ended.returncode == code, ended.stderr
    [said] = ended.stderr.splitlines()
    assert word in said
    assert list(tmp_path.glob("*.xml")) == list(tmp_path.glob(".*part")) == []


def test_a_root_that_cannot_be_had_is_exit_4(site: SpawnedSite, tmp_path: Path) -> None:
    asked = checked(site, tmp_path, "--json", "--junit", "report.xml", path="/status/404")

    assert asked.ended.returncode == 4
    assert asked.report["status"] == "failed"
    [suite] = ET.parse(tmp_path / "report.xml").getroot()
    assert suite.get("errors") == suite.get("failures") == "1"


async def test_ctrl_c_pauses_the_crawl_and_reports_what_is_known(
    site: SpawnedSite, tmp_path: Path
) -> None:
    before = len(site.visits())
    process = await asyncio.create_subprocess_exec(
        *(LEADLINE, "check", site.address("/tree/"), "--json", "--junit", "report.xml"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | ON_LOOPBACK,
    )
    while len(site.visits()) < before + 5:  # noqa: ASYNC110 -- the site is another process
        await asyncio.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = await process.communicate()

    report = json.loads(out)
    assert process.returncode == 130
    assert (report["status"], report["not_checked"]["queued"] > 0) == ("paused", True)
    assert f"leadline resume {report['crawl_id']}" in err.decode()
    [suite] = ET.parse(tmp_path / "report.xml").getroot()
    assert suite.get("errors") == "1"
    assert leadline("check", report["crawl_id"], folder=tmp_path).returncode == 130
