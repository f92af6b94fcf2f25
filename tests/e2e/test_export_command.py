"""`leadline export`: every format of one crawl, and files that are complete or not there."""

import asyncio
import csv
import fcntl
import gzip
import io
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import termios
import time
from array import array
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from pyarrow import parquet as pq

from faults.privileges import needs_root
from leadline.store.sqlite.store import SqliteStore
from leadsite import spawned_site
from synthetic_crawl import SyntheticCrawl

LEADLINE = str(Path(sys.executable).with_name("leadline"))
USAGE, FAILED, INTERRUPTED = 2, 4, 130
NOWHERE = ("6a727249-237f-4426-98b7-1600fcd710e0", "--store", "sqlite:///nothing-here.db")


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [LEADLINE, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=100,
        check=False,
        cwd=folder,
        env=os.environ | {"LEADLINE_DNS_SERVERS": "127.0.0.1:9"},
    )


def one_line(ended: subprocess.CompletedProcess[bytes]) -> str:
    """What it said, which has to be one line for people."""
    said = ended.stderr.decode()
    assert said.startswith("leadline: ")
    assert said.count("\n") == 1
    return said


@pytest.fixture(scope="module")
def synthetic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a crawl `c` of 3,000 pages and 90,000 leads: a second of work."""

    async def fill() -> None:
        store = SqliteStore(folder / "leadline.db")
        crawl = SyntheticCrawl("c", 3_000)
        await crawl.create(store)
        await crawl.fill(store)
        await store.aclose()

    folder = tmp_path_factory.mktemp("synthetic")
    asyncio.run(fill())
    return folder


@pytest.fixture
def target(synthetic: Path) -> Path:
    """A file that is there already, in a folder of its own."""
    folder = synthetic / f"out-{time.monotonic_ns()}"
    folder.mkdir()
    file = folder / "kept"
    file.write_text("before")
    return file


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a crawl of pages that were made to hurt, and of some that were not."""

    async def crawl() -> None:
        parts = ("--include", "/hostile/*", "--include", "/tree/*", "--depth", "2")
        pace = ("--delay-ms", "0", "--allow-network", "127.0.0.0/8")
        async with spawned_site(folder / "log.jsonl") as site:
            command = ("crawl", site.address("/"), *parts, *pace, "--keep", "text,html")
            ended = await asyncio.to_thread(run, *command, folder=folder)
        assert ended.returncode == 0, ended.stderr

    folder = tmp_path_factory.mktemp("crawled")
    asyncio.run(crawl())
    return folder


def figures_of(folder: Path) -> dict[str, Any]:
    """The one crawl in a folder."""
    [figures] = json.loads(run("crawls", "--json", folder=folder).stdout)
    return dict(figures)


def test_every_format_has_the_pages_and_leads_of_a_crawl(crawled: Path) -> None:
    figures = figures_of(crawled)

    def exported(*options: str) -> bytes:
        ended = run("export", figures["crawl_id"], *options, folder=crawled)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    pages = [json.loads(line) for line in exported().splitlines()]
    leads = [json.loads(line) for line in exported("--what", "leads").splitlines()]
    assert (len(pages), len(leads)) == (figures["total"] + 1, figures["leads"])
    assert_same_tables(pages, exported("--format", "csv"), exported("--format", "parquet"))
    of_leads = ("--what", "leads", "--format")
    assert_same_tables(leads, exported(*of_leads, "csv"), exported(*of_leads, "parquet"))
    assert_same_graph(pages, leads, nx.read_graphml(io.BytesIO(exported("--format", "graphml"))))
    assert_same_graph(pages, leads, nx.read_gexf(io.BytesIO(exported("--format", "gexf"))))
    for piece in ("text", "html"):
        kept = [json.loads(line)[piece] for line in exported(f"--{piece}").splitlines()]
        assert len(kept) == len(pages)
        assert any(kept)


def assert_same_tables(rows: list[dict[str, Any]], as_csv: bytes, as_parquet: bytes) -> None:
    cells = list(csv.DictReader(io.StringIO(as_csv.decode(), newline="")))
    assert pq.read_table(io.BytesIO(as_parquet)).to_pylist() == rows
    assert cells == [{name: cell(value) for name, value in row.items()} for row in rows]


def cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            return " ".join(value)
        case str() if value.startswith(("=", "+", "-", "@")):
            return f"'{value}"
    return str(value)


def assert_same_graph(pages: list[dict[str, Any]], leads: list[dict[str, Any]], graph: Any) -> None:
    nodes = {
        id_: (data["url"], data["depth"], data.get("status"), data.get("title") or "")
        for id_, data in graph.nodes(data=True)
    }
    assert nodes == {
        page["id"]: (page["url"], page["depth"], page["status"], in_xml(page["title"] or ""))
        for page in pages
    }
    edges = {
        (nodes[a][0], nodes[b][0], data["anchor"] or "") for a, b, data in graph.edges(data=True)
    }
    assert edges == {(lead["source"], lead["target"], in_xml(lead["anchor"])) for lead in leads}
    assert graph.number_of_edges() == len(leads)


def in_xml(text: str) -> str:
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)


def test_a_file_and_stdout_get_the_same(synthetic: Path, target: Path) -> None:
    written = run("export", "c", "-o", str(target), folder=synthetic)
    default = run("export", "c", folder=synthetic)
    dash = run("export", "c", "-o", "-", folder=synthetic)
    packed = run("export", "c", "--gzip", folder=synthetic)

    assert target.read_bytes() == default.stdout == dash.stdout == gzip.decompress(packed.stdout)
    assert f"3,000 pages written to {target} in " in one_line(written)
    assert "3,000 pages written to stdout in " in one_line(dash)
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_export_leaves_what_was_there(
    synthetic: Path, target: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [LEADLINE, "export", "c", "--what", "leads", "-o", target],
        cwd=synthetic,
        stderr=subprocess.PIPE,
    )
    while not any(file.stat().st_size for file in target.parent.glob(".leadline-*")):
        assert process.poll() is None
    process.send_signal(number)
    _, err = process.communicate(timeout=60)

    assert process.returncode == INTERRUPTED
    assert err.decode() == f"leadline: interrupted before all was written to {target}\n"
    assert target.read_text() == "before"
    assert list(target.parent.iterdir()) == [target]


def test_an_export_that_nobody_reads_can_be_interrupted(synthetic: Path) -> None:
    with subprocess.Popen(
        [LEADLINE, "export", "c"], cwd=synthetic, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.read(1)
        until_it_is_full(process.stdout.fileno())
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=20)

        assert (first, code) == (b"{", INTERRUPTED)
        assert process.stderr.read() == b"leadline: interrupted before all was written to stdout\n"


def until_it_is_full(pipe: int) -> None:
    # What is written next may need a page of its own.
    size = fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) - 2 * resource.getpagesize()
    waiting = array("i", [0])
    while waiting[0] < size:
        time.sleep(0.01)
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)


def test_who_reads_only_the_beginning_is_not_complained_to(synthetic: Path) -> None:
    with subprocess.Popen(
        [LEADLINE, "export", "c"], cwd=synthetic, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(1)
        process.stdout.close()

        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""


@needs_root
def test_a_full_disk_leaves_what_was_there(synthetic: Path, target: Path) -> None:
    # On a disk that exists for this command alone.
    script = (
        f'mount -t tmpfs -o size=256k tmpfs "{target.parent}" && echo before > "{target}" && "$@";'
        f'code=$?; ls -A "{target.parent}"; cat "{target}"; exit $code'
    )
    command = [LEADLINE, "export", "c", "-o", str(target)]
    ended = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "sh", *command],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=synthetic,
    )

    assert ended.returncode == FAILED
    assert one_line(ended) == f"leadline: cannot write {target}: No space left on device\n"
    assert ended.stdout.decode() == "kept\nbefore\n"


@pytest.mark.parametrize("format_", ["jsonl", "parquet"])
def test_a_device_that_is_full_is_said(synthetic: Path, format_: str) -> None:
    ended = run("export", "c", "--format", format_, "-o", "/dev/full", folder=synthetic)

    assert ended.returncode == FAILED
    assert one_line(ended) == "leadline: cannot write /dev/full: No space left on device\n"


@pytest.mark.parametrize(
    ("output", "code", "reason"),
    [
        (".", USAGE, ". is a folder"),
        ("nothing/pages.csv", FAILED, "there is no folder nothing; create it, or name another"),
        ("file/pages.csv", FAILED, "cannot write file/pages.csv: Not a directory"),
        ("x" * 256, FAILED, "File name too long"),
    ],
)
def test_where_nothing_can_be_written_is_said_before_anything_is_read(
    tmp_path: Path, output: str, code: int, reason: str
) -> None:
    (tmp_path / "file").touch()

    ended = run("export", *NOWHERE, "-o", output, folder=tmp_path)

    assert ended.returncode == code
    assert reason in one_line(ended)


def test_of_a_crawl_that_is_not_there_no_file_is_written(synthetic: Path, target: Path) -> None:
    ended = run("export", "other", "-o", str(target), folder=synthetic)

    assert ended.returncode == USAGE
    assert "there is no crawl other" in one_line(ended)
    assert target.read_text() == "before"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize(
    "options",
    [
        ("--format", "gexf", "--what", "pages"),
        ("--what", "graph"),
        ("--format", "graphml", "--text"),
        ("--format", "parquet", "--gzip"),
        ("--format", "xlsx"),
    ],
)
def test_what_does_not_go_together_is_refused(
    synthetic: Path, target: Path, options: tuple[str, ...]
) -> None:
    ended = run("export", "c", *options, "-o", str(target), folder=synthetic)

    assert ended.returncode == USAGE
    assert one_line(ended)
    assert target.read_text() == "before"


def test_without_pyarrow_the_command_that_installs_it_is_named(synthetic: Path) -> None:
    without = (
        "import sys; sys.modules['pyarrow'] = None; "
        "from leadline.cli.main import commands, run; sys.argv[0] = 'leadline'; run(commands())"
    )
    ended = subprocess.run(
        [sys.executable, "-c", without, "export", "c", "--format", "parquet"],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=synthetic,
    )

    assert ended.returncode == USAGE
    assert "pip install '.[parquet]' in the folder of Leadline" in one_line(ended)


def in_terminal(*arguments: str, folder: Path, streams: tuple[str, ...]) -> tuple[int, str]:
    """Run a command with some of its streams in a terminal; gives its code and what was shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [LEADLINE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs if "stdout" in streams else subprocess.DEVNULL,
        stderr=theirs if "stderr" in streams else subprocess.DEVNULL,
        cwd=folder,
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        pass  # How Linux says that a terminal has been closed.
    os.close(ours)
    return process.wait(timeout=60), shown.decode()


def test_a_terminal_is_shown_how_far_it_is(synthetic: Path, target: Path) -> None:
    code, shown = in_terminal(
        "export", "c", "--format", "gexf", "-o", str(target), folder=synthetic, streams=("stderr",)
    )

    first, *_, last = shown.split("\r\x1b[K")
    assert (code, first) == (0, "")
    assert " of 92," in shown
    assert " %, " in shown
    assert " rows/s" in shown
    assert last.startswith("leadline: 3,000 pages and 89,")


def test_a_terminal_gets_no_bytes_that_are_not_text(synthetic: Path) -> None:
    for options in (("--format", "parquet"), ("--gzip",)):
        code, shown = in_terminal(
            "export", "c", *options, folder=synthetic, streams=("stdout", "stderr")
        )

        assert code == USAGE
        assert "name a file with -o" in shown


def test_no_page_commands_a_terminal(crawled: Path) -> None:
    crawl = figures_of(crawled)["crawl_id"]

    for form in ("jsonl", "csv", "graphml", "gexf"):
        code, shown = in_terminal(
            "export", crawl, "--format", form, folder=crawled, streams=("stdout",)
        )

        assert code == 0
        assert "owned" in shown
        assert not {"\x1b", "\x07", "\u202e"} & set(shown)
