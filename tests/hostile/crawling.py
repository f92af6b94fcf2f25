"""The real command on a hostile site, and what the system says that it cost."""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import measured
from e2e.commands import LEADLINE, ON_LOOPBACK


@dataclass(frozen=True, slots=True)
class Crawled:
    """A crawl that is over."""

    result: dict[str, Any]
    peak_mib: float
    """Of the largest of its processes."""
    store_mib: float
    cpu_s: float


async def crawl(*arguments: str, folder: Path, **environment: str) -> Crawled:
    """Crawl with one worker; the site is served by this process meanwhile."""
    return await asyncio.to_thread(_crawl, arguments, folder, environment)


def _crawl(arguments: tuple[str, ...], folder: Path, environment: dict[str, str]) -> Crawled:
    said, report = folder / "said.json", folder / "report.json"
    with said.open("w") as out, (folder / "errors.txt").open("w") as errors:
        subprocess.run(
            [sys.executable, "-S", measured.__file__, report,
             LEADLINE, "crawl", *arguments, "--json", "--workers", "1"],
            stdout=out, stderr=errors, cwd=folder, env=os.environ | ON_LOOPBACK | environment,
            check=True,
        )  # fmt: skip
    used = json.loads(report.read_text())
    assert used["exit_code"] == 0, (folder / "errors.txt").read_text()
    stored = sum(path.stat().st_size for path in folder.glob("leadline.db*"))
    return Crawled(json.loads(said.read_text()), used["peak_mib"], stored / 2**20, used["cpu_s"])
