"""`leadline crawls` where many are kept."""

import asyncio
import io
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from rich.console import Console

from leadline.cli.commands import crawls as command
from leadline.cli.views.tables import table
from leadline.cli.with_store import settings_of
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlStatus, PageFigures
from leadline.services.crawling.crawls import root_of
from leadline.store.sqlite.store import SqliteStore


async def keep(path: Path, names: list[str]) -> None:
    store = SqliteStore(path)
    for name in names:
        root = root_of(CrawlId(name), Address("http://x.example/"))
        await store.create(CrawlId(name), CrawlKind.CRAWL, CrawlOptions(), root)
    await store.aclose()


async def test_all_are_listed_the_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"c{n}" for n in range(7)]
    await keep(tmp_path / "many.db", names)
    monkeypatch.setattr(command, "_LISTED", 3)

    listed, _ = await command._all(f"sqlite:///{tmp_path}/many.db")

    assert [crawl.id for crawl in listed] == names[::-1]


@pytest.mark.parametrize(("names", "meant"), [(["c0"], "c0"), (["c0", "c1"], "ID")])
async def test_the_command_that_goes_on_names_the_only_crawl_and_its_store(
    tmp_path: Path, names: list[str], meant: str
) -> None:
    url = f"sqlite:///{tmp_path}/left.db"
    await keep(tmp_path / "left.db", names)
    listed, _ = await command._all(url)
    running = [replace(crawl, status=CrawlStatus.RUNNING) for crawl in listed]

    assert command._resume(running, settings_of(url)) == f"leadline resume {meant} --store {url}"


async def test_a_long_reason_does_not_widen_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await keep(tmp_path / "long.db", ["c0"])
    store = SqliteStore(tmp_path / "long.db")
    await store.set_status(CrawlId("c0"), CrawlStatus.FAILED, "no " * 200)
    await store.aclose()

    await asyncio.to_thread(command.crawls, store=f"sqlite:///{tmp_path}/long.db")

    assert max(map(len, capsys.readouterr().out.splitlines())) < 160


async def test_a_crawl_that_a_limit_cut_says_so_in_the_list(tmp_path: Path) -> None:
    await keep(tmp_path / "cut.db", ["c0"])
    [whole], _ = await command._all(f"sqlite:///{tmp_path}/cut.db")

    cut = replace(whole, status=CrawlStatus.COMPLETED, limits_reached=("max_pages", "max_time"))

    assert command._cells(cut, 8)[2] == "completed, limit reached: --max-pages, --max-time"


@pytest.mark.parametrize("width", [60, 80, 100, 200])
async def test_the_figures_of_a_crawl_add_up_at_any_width(tmp_path: Path, width: int) -> None:
    await keep(tmp_path / "sum.db", ["c0"])
    [crawl], _ = await command._all(f"sqlite:///{tmp_path}/sum.db")
    figures = PageFigures(7777, 6001, 602, 503, 404, 205, 60, 2)
    terminal = Console(file=io.StringIO(), width=width, _environ={})

    cells = command._cells(replace(crawl, figures=figures, created_at=0), 8)
    terminal.print(table(command._COLUMNS, [cells], terminal))

    assert isinstance(terminal.file, io.StringIO)
    shown = terminal.file.getvalue()
    assert all(f"{figure:,}" in shown for figure in astuple(figures))
