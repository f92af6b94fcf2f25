"""What crawls have found, as a person and a program read it: two crawls of the demo site."""

import asyncio
import csv
import io
import json
import os
import pty
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from e2e.commands import LEADLINE, run
from leadline.demo.server import serve
from leadline.demo.site import answer

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Kept(NamedTuple):
    """Two crawls of the demo site in a folder; the second excludes the tides."""

    folder: Path
    origin: str
    first: str
    second: str

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return run(*arguments, folder=self.folder, **environment)

    def said(self, *arguments: str, **environment: str) -> str:
        ended = self.run(*arguments, **environment)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def lines(self, *arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.said(*arguments, "--json").splitlines()]

    def object(self, *arguments: str) -> dict[str, Any]:
        [found] = self.lines(*arguments)
        return found


@pytest.fixture(scope="module")
def demo() -> Iterator[str]:
    """The demo site, served by a thread."""
    ready, port, loop = threading.Event(), 0, asyncio.new_event_loop()

    async def serving() -> None:
        nonlocal port
        async with serve(answer, "127.0.0.1", 0) as server:
            port = server.port
            ready.set()
            await stop.wait()

    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(serving(),))
    thread.start()
    assert ready.wait(10)
    yield f"http://127.0.0.1:{port}"
    loop.call_soon_threadsafe(stop.set)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def kept(demo: str, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("kept")
    ids = []
    for options in ((), ("--exclude", "/tides/*", "--max-pages", "40")):
        ended = run(
            "crawl", f"{demo}/", "--delay-ms", "0", "--allow-network", "127.0.0.0/8", "--json",
            *options, folder=folder,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        ids.append(json.loads(ended.stdout)["crawl_id"])
    return Kept(folder, demo, *ids)


def in_terminal(kept: Kept, width: int, *arguments: str, **environment: str) -> str:
    """What a person sees in a terminal of this width."""
    main, terminal = pty.openpty()
    subprocess.run(["stty", "cols", str(width)], stdin=terminal, check=True)
    plain = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(
        [LEADLINE, *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        cwd=kept.folder,
        env=plain | {"TERM": "xterm-256color"} | environment,
    ):
        os.close(terminal)
        seen = b""
        while chunk := _read(main):
            seen += chunk
    os.close(main)
    return seen.decode().replace("\r\n", "\n")


def _read(main: int) -> bytes:
    try:
        return os.read(main, 65536)
    except OSError:
        return b""


def test_crawls_are_a_table_with_ids_that_can_be_typed(kept: Kept) -> None:
    head, newer, older = kept.said("crawls").splitlines()

    words = ["found", "fetched", "failed", "skipped", "too", "deep"]
    assert head.split() == ["id", "started", "status", *words, "root"]
    assert newer.split()[0] == kept.second[:8]
    assert older.split()[0] == kept.first[:8]
    assert older.split()[3] == "completed"
    found, *figures = map(int, older.split()[4:9])
    assert found == sum(figures)
    assert older.endswith(f"{kept.origin}/")


@pytest.mark.parametrize("command", ["pages", "export"])
def test_an_id_may_be_abbreviated(kept: Kept, command: str) -> None:
    assert kept.said(command, "latest") == kept.said(command, kept.second[:8])


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "x"), ("links", "x", "http://a/"), ("diff", "latest", "x"), ("export", "x"),
        ("resume", "x"), ("delete", "x"),
    ],
)  # fmt: skip
def test_an_unknown_id_is_exit_2_everywhere(kept: Kept, arguments: tuple[str, ...]) -> None:
    ended = kept.run(*arguments)

    assert ended.returncode == 2
    assert ended.stderr == "leadline: there is no crawl x here; list them with: leadline crawls\n"


def test_show_tells_options_figures_pace_and_what_was_cut(kept: Kept) -> None:
    shown = kept.said("show", kept.second)
    told = kept.object("show", kept.second)

    assert kept.second in shown
    assert "5 at once, because of --delay-ms 0" in shown
    assert told["options"]["exclude"] == ["/tides/*"]
    assert told["fetched"] == 40
    lifted = {cut["reason"]: cut["lifted_by"] for cut in told["cuts"]}
    assert lifted["limit"] == "--max-pages"
    assert [host["host"] for host in told["hosts"]] == [kept.origin.removeprefix("http://")]
    assert "--max-pages" in shown


def test_show_names_options_as_they_are_typed(kept: Kept) -> None:
    shown = kept.said("show", kept.second).partition("Options\n")[2].partition("\n\n")[0]
    helped = kept.said("check", "--help", COLUMNS="200")

    named = dict(line.split(None, 1) for line in shown.splitlines())
    assert {name for name in named if f"{name} " not in helped} == set()
    assert (named["--depth"], named["--keep"], named["--no-robots"]) == ("3", "text", "no")
    assert (named["--delay-ms"], named["--host-outage-max"]) == ("0", "86400s (default)")


def test_pages_are_filtered_and_sorted(kept: Kept) -> None:
    failed = kept.lines("pages", kept.first, "--state", "failed")
    missing = kept.lines("pages", kept.first, "--status", "4xx")
    largest = kept.lines("pages", kept.first, "--sort", "size", "--limit", "5")
    tides = kept.lines("pages", kept.first, "--search", "TIDES", "--depth", "1")

    assert failed == missing
    assert [page["status"] for page in failed] == [404]
    sizes = [page["size"] for page in largest]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == 5
    assert [page["url"] for page in tides] == [f"{kept.origin}/tides/"]
    assert kept.lines("pages", kept.first, "--state", "pending") == []


def test_pages_say_when_there_are_more(kept: Kept) -> None:
    ended = kept.run("pages", kept.first, "--limit", "3")

    assert len(ended.stdout.splitlines()) == 4
    assert "--limit" in ended.stderr


def test_why_names_the_line_of_robots_txt_and_the_way_to_the_page(kept: Kept) -> None:
    url = f"{kept.origin}/private/keepers-diary"
    told = kept.object("why", kept.first, url)

    assert (told["known"], told["crawled"], told["reason"]) == (True, False, "robots")
    assert "'Disallow: /private/'" in told["explanation"]
    assert told["lifted_by"] == "--no-robots"
    assert told["path"][0]["source"] == f"{kept.origin}/"
    assert told["path"][-1]["target"] == url
    assert told["path"][-1]["anchor"]
    shown = kept.said("why", kept.first, url)
    assert told["path"][-1]["anchor"] in shown
    assert "--no-robots" in shown


@pytest.mark.parametrize("spelling", ["/tides", "/tides/", "/tides/?utm_source=x#y"])
def test_why_knows_a_page_by_its_key(kept: Kept, spelling: str) -> None:
    told = kept.object("why", kept.first, kept.origin + spelling)

    assert (told["crawled"], told["page"]["status"]) == (True, 200)


def test_why_tells_of_what_is_not_known(kept: Kept) -> None:
    nobody = kept.object("why", kept.first, f"{kept.origin}/nobody-links-here")
    outside = kept.object("why", kept.first, "https://elsewhere.example/")

    assert (nobody["known"], nobody["rule"]) == (False, None)
    assert "no page has a link to it" in nobody["explanation"]
    assert (outside["rule"], outside["lifted_by"]) == ("domain", "--scope")
    assert "check the spelling" in kept.said("why", kept.first, "/nobody-links-here")
    assert "check the spelling" not in kept.said("why", kept.first, "https://elsewhere.example/")


def test_links_of_an_unknown_page_name_the_command_that_explains_it(kept: Kept) -> None:
    ended = kept.run("links", kept.first, "/nobody-links-here")

    assert f"leadline why {kept.first} {kept.origin}/nobody-links-here" in ended.stderr


def test_links_go_in_and_out_with_their_anchors(kept: Kept) -> None:
    url = f"{kept.origin}/tides/"
    inward = kept.lines("links", kept.first, url, "--in", "--limit", "1000")
    outward = kept.lines("links", kept.first, url, "--out", "--limit", "1000")
    exported = [
        json.loads(line) for line in kept.said("export", kept.first, "--what", "leads").splitlines()
    ]

    def ends(rows: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
        return [(row["source"], row["target"], row["anchor"]) for row in rows]

    to_it = [row for row in exported if row["target"] == url]
    assert sorted(ends(inward)) == sorted(ends(to_it))
    assert ends(outward) == ends([row for row in exported if row["source"] == url])
    shown = kept.said("links", kept.first, url)
    assert f"In: {len(inward)} links" in shown
    assert f"Out: {len(outward)} links" in shown


def test_links_to_a_page_begin_with_those_of_the_shallowest_pages(kept: Kept) -> None:
    depths = {
        page["url"]: page["depth"] for page in kept.lines("pages", kept.first, "--limit", "1000")
    }
    sources = [
        row["source"]
        for row in kept.lines("links", kept.first, f"{kept.origin}/tides/", "--in", "--limit", "20")
    ]

    assert sources == sorted(sources, key=lambda url: (depths[url], url))
    assert sources[0] == f"{kept.origin}/"


def test_links_for_programs_have_what_people_see(kept: Kept) -> None:
    url = f"{kept.origin}/tides/"
    shown = kept.said("links", kept.first, url, "--limit", "1")
    inward, outward = kept.lines("links", kept.first, url, "--limit", "1")
    missing = kept.lines("pages", kept.first, "--status", "404")[0]["url"]
    [broken] = kept.lines("links", kept.first, missing, "--in", "--limit", "1")

    assert f"In: {inward['count']} links" in shown
    assert f"Out: {outward['count']} links" in shown
    assert (inward["direction"], outward["direction"]) == ("in", "out")
    assert inward["target_title"] == outward["source_title"]
    assert inward["target_title"] in shown
    assert (outward["state"], outward["status"], outward["redirect"]) == ("COMPLETED", 200, False)
    [back] = [
        row
        for row in kept.lines("links", kept.first, broken["source"], "--out", "--limit", "1000")
        if row["target"] == missing
    ]
    assert (back["state"], back["status"], back["error"]) == ("FAILED", 404, "HttpError")


def test_links_of_a_page_that_is_not_known_point_to_why(kept: Kept) -> None:
    ended = kept.run("links", kept.first, f"{kept.origin}/nobody-links-here")

    assert ended.returncode == 2
    assert "leadline why" in ended.stderr


def test_pages_are_printed_as_csv_with_what_objects_have(kept: Kept) -> None:
    wanted = ("pages", kept.first, "--title", "HARBOURS", "--sort", "links_in")
    rows = list(csv.DictReader(io.StringIO(kept.said(*wanted, "--csv"))))
    objects = kept.lines(*wanted)

    assert rows
    for name in ("url", "title", "links_in", "links_out", "seq"):
        assert [row[name] for row in rows] == [str(each[name]) for each in objects]
    assert all("harbours" in row["title"].lower() for row in rows)
    links = [each["links_in"] for each in objects]
    assert links == sorted(links, reverse=True)


def test_no_page_that_matches_is_said(kept: Kept) -> None:
    ended = kept.run("pages", kept.first, "--title", "nothing has this title")

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "leadline: no pages match\n")


def test_an_export_of_some_pages_is_as_they_are_listed(kept: Kept) -> None:
    wanted = ("--state", "fetched", "--depth", "2")
    exported = [json.loads(line) for line in kept.said("export", kept.first, *wanted).splitlines()]
    listed = kept.lines("pages", kept.first, "--limit", "1000", *wanted)
    refused = kept.run("export", kept.first, "--what", "leads", *wanted)

    assert exported
    assert sorted(page["url"] for page in exported) == [page["url"] for page in listed]
    assert (refused.returncode, refused.stderr) == (
        2,
        "leadline: filters need pages, in jsonl, csv or parquet\n",
    )


@pytest.mark.parametrize("command", ["why", "links"])
def test_a_path_is_of_the_site_of_the_root(kept: Kept, command: str) -> None:
    by_address = kept.said(command, kept.first, f"{kept.origin}/about")

    assert kept.said(command, kept.first, "/about") == by_address


def test_stats_agree_with_the_crawl(kept: Kept) -> None:
    told = kept.object("stats", kept.first)
    shown = kept.said("stats", kept.first)
    figures = kept.object("show", kept.first)

    assert told["figures"] == figures["figures"]
    assert told["total_urls"] == figures["total"] == sum(told["by_state"].values()) - 1
    assert sum(told["by_depth"].values()) == told["figures"]["found"]
    assert told["by_reason"] == figures["skipped_by"]
    assert told["max_depth_reached"] == figures["requested_depth"]
    assert told["unique_domains"] == 2
    assert "Duplicates: none" in shown
    assert told["deepest_fetched"] == figures["max_depth"]
    assert re.search(rf"^deepest fetched +{figures['max_depth']}$", shown, re.MULTILINE)
    assert "total_urls" not in shown
    for heading in ("found", "status code", "PageRank", "Orphans", "Dead ends", "largest"):
        assert heading in shown


def test_a_crawl_that_a_limit_cut_says_so_everywhere(kept: Kept) -> None:
    listed = json.loads(kept.said("crawls", "--json"))
    [second] = [each for each in listed if each["crawl_id"] == kept.second]
    line = next(line for line in kept.said("crawls").splitlines() if kept.second[:8] in line)

    assert second["limit_reached"] == ["max_pages"]
    assert "completed, limit reached: --max-pages" in line
    assert kept.object("stats", kept.second)["limit_reached"] == ["max_pages"]
    for command in ("show", "stats"):
        shown = kept.said(command, kept.second)
        assert re.search(r"^limit reached +--max-pages$", shown, re.MULTILINE)
        assert "limit reached" not in kept.said(command, kept.first)


def test_a_state_is_written_with_either_dash(kept: Kept) -> None:
    deep = kept.lines("pages", kept.first, "--state", "too-deep")
    refused = kept.run("pages", kept.first, "--state", "deep")

    assert deep
    assert kept.lines("pages", kept.first, "--state", "too_deep") == deep
    assert kept.lines("pages", kept.first, "--state", "TOO_DEEP") == deep
    assert refused.returncode == 2
    assert "'deep' is not a state; states are: fetched, failed, skipped, too-deep" in refused.stderr


def test_one_page_is_written_as_one(kept: Kept) -> None:
    ended = kept.run("export", kept.first, "--depth", "0", "-o", "root.jsonl")

    assert ended.stderr.startswith("leadline: 1 page written to root.jsonl")


def test_stats_of_one_page_are_of_one_page(demo: str, tmp_path: Path) -> None:
    options = ("--allow-network", "127.0.0.0/8", "--json")
    assert run("crawl", f"{demo}/robots.txt", *options, folder=tmp_path).returncode == 0

    assert "the largest with 1 page\n" in run("stats", "latest", folder=tmp_path).stdout


def test_diff_tells_what_is_gone_and_what_was_not_fetched(kept: Kept) -> None:
    *changes, last = kept.lines("diff", kept.first, kept.second)
    shown = kept.said("diff", kept.first, kept.second, "--limit", "2")

    by_change = {each["change"] for each in changes}
    assert by_change == {"gone", "not_fetched"}
    gone = [each["url"] for each in changes if each["change"] == "gone"]
    assert f"{kept.origin}/tides/may" in gone
    tides = next(each for each in changes if each["url"] == f"{kept.origin}/tides/")
    assert (tides["before"]["status"], tides["after"]["reason"]) == (200, "scope")
    assert f"gone {len(gone)}".split() in [line.split() for line in shown.splitlines()]
    counted = [
        f"{name.replace('_', ' ')} {count}".split() for name, count in last["counts"].items()
    ]
    assert counted == [line.split() for line in shown.splitlines()[1:7]]
    assert [each["change"] for each in changes] == sorted(each["change"] for each in changes)
    warned = kept.run("diff", kept.first, kept.second).stderr
    assert all(f"leadline: {warning}\n" in warned for warning in last["warnings"])
    assert "The later crawl has reached a limit (max_pages)" in warned
    assert "differ in exclude: none before, /tides/* after" in warned
    assert (last["counts"]["gone"], last["change"]) == (len(gone), None)


def test_several_crawls_are_deleted_or_none(kept: Kept, tmp_path: Path) -> None:
    shutil.copytree(kept.folder, tmp_path, dirs_exist_ok=True)
    copied = kept._replace(folder=tmp_path)

    refused = copied.run("delete", kept.first, "nobody")
    still = json.loads(copied.said("crawls", "--json"))
    done = copied.said("delete", kept.first[:8], "latest", kept.first)

    assert (refused.returncode, len(still)) == (2, 2)
    assert done.splitlines() == [f"deleted {kept.first}", f"deleted {kept.second}"]
    assert json.loads(copied.said("crawls", "--json")) == []


def test_a_crawl_is_the_same_as_itself(kept: Kept) -> None:
    [last] = kept.lines("diff", kept.first, kept.first)

    assert last["counts"].pop("same") == kept.object("show", kept.first)["total"] + 1
    assert set(last["counts"].values()) == {0}


READING = [
    ("crawls",), ("show", "latest"), ("pages", "latest"), ("stats", "latest"),
]  # fmt: skip


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
@pytest.mark.parametrize("width", [60, 200])
def test_no_line_is_wider_than_the_terminal(
    kept: Kept, arguments: tuple[str, ...], width: int
) -> None:
    seen = in_terminal(kept, width, *arguments)

    assert seen.strip()
    assert max(len(line) for line in ESCAPES.sub("", seen).splitlines()) <= width


@pytest.mark.parametrize(
    "command",
    ["show", "pages", "stats", "export", "check", "resume", "pause", "cancel", "delete"],
)
def test_where_nothing_was_crawled_that_is_said_and_nothing_is_made(
    tmp_path: Path, command: str
) -> None:
    ended = run(command, "latest", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (4, "")
    assert "there is no store leadline.db yet; start one with: leadline crawl" in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("listed", ["crawls", "keys list"])
def test_where_nothing_was_crawled_lists_are_empty(tmp_path: Path, listed: str) -> None:
    ended = run(*listed.split(), "--json", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (0, "[]\n")
    assert list(tmp_path.iterdir()) == []


def completed(words: str, folder: Path) -> list[str]:
    """What bash offers after these words."""
    last = str(words.count(" "))
    given = {"COMP_WORDS": words, "COMP_CWORD": last, "_LEADLINE_COMPLETE": "complete_bash"}
    return run(folder=folder, **given).stdout.split()


@pytest.mark.parametrize("command", ["show", "diff", "diff latest", "check"])
def test_shells_complete_ids_wherever_one_is_taken(kept: Kept, command: str) -> None:
    ids = ["latest", "previous", kept.second, kept.first]

    assert completed(f"leadline {command} ", kept.folder) == ids


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("crawl http://a/ --keep ", ["text", "html", "text,html", "none"]),
        ("crawl http://a/ --keep text", ["text", "text,html"]),
        ("pages latest --state c", ["cancelled", "completed"]),
    ],
)
def test_shells_complete_values_as_they_are_written(
    tmp_path: Path, words: str, values: list[str]
) -> None:
    assert completed(f"leadline {words}", tmp_path) == values


def test_shells_complete_ids_that_begin_so(kept: Kept, tmp_path: Path) -> None:
    assert completed(f"leadline pages {kept.first[:9]}", kept.folder) == [kept.first]
    assert completed("leadline show ", tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_narrow_terminal_gets_blocks(kept: Kept) -> None:
    seen = ESCAPES.sub("", in_terminal(kept, 60, "crawls"))

    assert f"id: {kept.second[:8]}  started: " in seen
    assert f"root: {kept.origin}/\n" in seen


@pytest.mark.parametrize("columns", ["0", "1", "-5", "many"])
def test_a_width_that_is_none_hides_nothing(kept: Kept, columns: str) -> None:
    assert kept.second[:8] in kept.said("crawls", COLUMNS=columns)


def test_colours_are_for_terminals_that_want_them(kept: Kept) -> None:
    arguments = ("pages", "latest", "--limit", "3")

    assert "\x1b[32m" in in_terminal(kept, 100, *arguments)
    assert "\x1b[32m" not in in_terminal(kept, 100, *arguments, NO_COLOR="1")
    assert "\x1b" not in kept.said(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [("stats", "latest"), ("pages", "latest", "--json"), ("export", "latest"), ("--help",)],
    ids=" ".join,
)
def test_a_reader_that_goes_away_ends_the_command_quietly(
    kept: Kept, arguments: tuple[str, ...]
) -> None:
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [LEADLINE, *arguments],
        stdout=write,
        stderr=subprocess.PIPE,
        cwd=kept.folder,
        check=False,
        timeout=60,
    )
    os.close(write)

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_full_disk_is_exit_4(kept: Kept) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [LEADLINE, "pages", "latest"], stdout=full, stderr=subprocess.PIPE, cwd=kept.folder,
            check=False, timeout=60,
        )  # fmt: skip

    assert (ended.returncode, ended.stderr) == (
        4,
        b"leadline: cannot write: No space left on device\n",
    )


def test_arguments_that_are_not_text_are_refused(kept: Kept) -> None:
    for arguments in (("show", b"\xff"), ("pages", "latest", "--search", b"\xff")):
        ended = subprocess.run(
            [LEADLINE, *arguments], capture_output=True, cwd=kept.folder, check=False, timeout=60
        )
        assert (ended.returncode, ended.stderr.count(b"\n")) == (2, 1)
        assert b"is not text" in ended.stderr


def test_reading_makes_no_store(tmp_path: Path) -> None:
    ended = run("show", "latest", folder=tmp_path)

    assert ended.returncode == 4
    assert "leadline.db" in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("shell", "asked"),
    [
        ("bash", {"COMP_WORDS": "leadline cr", "COMP_CWORD": "1"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "leadline cr"}),
        (
            "fish",
            {"_TYPER_COMPLETE_ARGS": "leadline cr", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        ),
    ],
)
def test_shells_complete_commands(tmp_path: Path, shell: str, asked: dict[str, str]) -> None:
    script = run(
        "--show-completion", shell, folder=tmp_path,
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )  # fmt: skip
    completed = run(folder=tmp_path, _LEADLINE_COMPLETE=f"complete_{shell}", **asked)

    assert f"_LEADLINE_COMPLETE=complete_{shell}" in script.stdout
    words = completed.stdout.replace('"', " ").split()
    assert {"crawl", "crawls"} <= set(words)
    assert not {"scrape", "demo-site"} & set(words)


def test_bash_completes_with_the_script_that_it_is_given(tmp_path: Path) -> None:
    script = f"""
        export PATH={LEADLINE.parent}:$PATH
        eval "$(leadline --show-completion)"
        COMP_WORDS=(leadline cr) COMP_CWORD=1
        _leadline_completion leadline
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    ended = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, timeout=60, check=False,
        cwd=tmp_path,
    )  # fmt: skip

    assert ended.stdout.split() == ["crawl", "crawls"], ended.stderr
