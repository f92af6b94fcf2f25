"""The commands as a person would run them: crawl, look at it meanwhile, export."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from oracle import Survey

LEADLINE = str(Path(sys.executable).with_name("leadline"))
LOOK_EVERY_S = 0.5
STATES = ("completed", "failed", "skipped", "cancelled", "pending", "in_progress")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stored:
    """A crawl as it was exported, its figures at the end, and those at every look before."""

    figures: Row
    pages: list[Row]
    leads: list[Row]
    looks: list[Row]


async def crawled(survey: Survey, folder: Path, *options: str, **settings: str) -> Stored:
    """Run a crawl to its end in a folder of its own."""
    excluded = [word for pattern in survey.exclude for word in ("--exclude", pattern)]
    looks: list[Row] = []
    async with asyncio.TaskGroup() as group:
        crawl = group.create_task(
            _run(
                folder,
                *("crawl", survey.root, "--depth", str(survey.depth), "--scope", survey.scope),
                *(*excluded, *options, "--json", "--allow-network", "127.0.0.0/8"),
                **settings,
            )
        )
        while not (await asyncio.wait([crawl], timeout=LOOK_EVERY_S))[0]:
            if settings or (folder / "leadline.db").exists():
                looks += json.loads(await _run(folder, "crawls", "--json", **settings))
    figures = json.loads(crawl.result())
    pages = await _exported(folder, figures["crawl_id"], "pages", **settings)
    leads = await _exported(folder, figures["crawl_id"], "leads", **settings)
    return Stored(figures, pages, leads, looks)


def is_accounted_for(figures: Row) -> bool:
    """Whether every page is in exactly one state."""
    total: int = figures["total"]
    parts: int = sum(figures[state] for state in STATES)
    return total == parts


async def _exported(folder: Path, crawl: str, what: str, **settings: str) -> list[Row]:
    file = folder / f"{what}.jsonl"
    options = ("--format", "jsonl", "--what", what, "-o", str(file))
    await _run(folder, "export", crawl, *options, **settings)
    # JSON Lines end with line feeds alone: other separators may stand in titles and anchors.
    return [json.loads(line) for line in file.read_text().split("\n") if line]


async def _run(folder: Path, *arguments: str, **settings: str) -> str:
    # Files, not pipes: a feeder that outlives its supervisor would keep a pipe open for ever.
    with TemporaryFile() as out, TemporaryFile() as err:
        process = await asyncio.create_subprocess_exec(
            *(LEADLINE, *arguments),
            stdout=out,
            stderr=err,
            cwd=folder,
            env=os.environ | {"LEADLINE_DNS_SERVERS": "127.0.0.1:9"} | settings,
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        assert process.returncode == 0, _read(err)[-2_000:]
        return _read(out)


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()
