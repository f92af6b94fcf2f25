import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from peers.crawlers import CRAWLERS, PROJECT, CannotInstall
from peers.measuring import Cost, measure
from peers.report import Entry, Run, report
from peers.stored import Stored, in_one_file

LEADLINE, SPIDER, *_ = CRAWLERS
SPEND = "import time\nwhile time.process_time() < 0.5: pass"
HOLD = "held = bytearray(100_000_000); import time; time.sleep(0.5)"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def in_a_child(code: str) -> list[str]:
    return python(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])")


def a_run(pages: int, rows: int | None = None) -> Run:
    stored = Stored(frozenset(map(str, range(pages))), rows or pages, 700, 30, 5_000)
    return Run(Cost(2.0, 1.0, 50_000_000), stored, 0.1, 0.5)


def figures_of(name: str, text: str) -> list[str]:
    row = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_the_cpu_of_a_command_is_that_of_its_children_too(tmp_path: Path) -> None:
    assert measure(in_a_child(SPEND), tmp_path / "log").cpu_s >= 0.5


def test_the_memory_of_a_command_is_that_of_its_children_too(tmp_path: Path) -> None:
    assert measure(in_a_child(HOLD), tmp_path / "log").peak_rss_bytes >= 100_000_000


def test_a_command_that_fails_has_no_cost(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        measure(python("import sys; sys.exit('no')"), tmp_path / "log")

    assert (tmp_path / "log").read_text() == "no\n"


def test_a_page_that_is_stored_twice_is_one_page(tmp_path: Path) -> None:
    page = {"url": "http://127.0.0.1:1/a/", "title": "A", "text": "four", "links": ["x", "y"]}
    (tmp_path / "pages.jsonl").write_bytes((msgspec.json.encode(page) + b"\n") * 2)

    stored = in_one_file(tmp_path)

    assert stored.pages == {"/a/index.html"}
    assert (stored.rows, stored.text_chars, stored.links) == (2, 8, 4)


def test_figures_are_medians_by_pages() -> None:
    text = report([Entry(LEADLINE, runs=[a_run(100), a_run(50), a_run(80)])], "a site", 3, 2)

    assert figures_of("Leadline", text)[1:3] == ["40", "12.50"]


def test_who_found_too_little_is_flagged() -> None:
    text = report(
        [Entry(LEADLINE, runs=[a_run(1000)]), Entry(SPIDER, runs=[a_run(980)])], "a site", 1, 2
    )

    assert figures_of("Leadline", text)[0] == "1,000"
    assert figures_of("spider-rs", text)[0] == "980, **only 98.0%**"


def test_pages_fetched_again_are_counted() -> None:
    text = report([Entry(LEADLINE, runs=[a_run(10, rows=13)])], "a site", 1, 2)

    assert figures_of("Leadline", text)[0] == "10, and 3 again"


def test_who_cannot_be_installed_is_named_with_the_reason() -> None:
    missing = Entry(SPIDER, problem="not installed: no cargo on this machine")
    text = report([Entry(LEADLINE, runs=[a_run(10)]), missing], "a site", 1, 2)

    assert figures_of("spider-rs", text)[0] == "not installed: no cargo on this machine"


def test_without_its_tools_a_peer_cannot_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("peers.crawlers.BUILD", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(CannotInstall, match="no cargo on this machine"):
        SPIDER.install()


@pytest.mark.parametrize(
    "pins",
    [
        *PROJECT.glob("requirements/peer-*.txt"),
        PROJECT / "benchmarks/peers/spider_rs/Cargo.lock.in",
        PROJECT / "benchmarks/peers/colly/go.sum",
    ],
    ids=lambda pins: pins.name,
)
def test_pins_name_no_registry(pins: Path) -> None:
    assert "://" not in pins.read_text()
