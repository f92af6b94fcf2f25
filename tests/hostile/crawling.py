"""The real command on a hostile site, and what the system says that it cost."""

import asyncio
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    said = folder / "said.json"
    with said.open("w") as out, (folder / "errors.txt").open("w") as errors:
        process = subprocess.Popen(
            [LEADLINE, "crawl", *arguments, "--json", "--workers", "1"],
            stdout=out,
            stderr=errors,
            cwd=folder,
            env=os.environ | ON_LOOPBACK | environment,
        )
        # The only call that also returns what the children of the process have used.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, (folder / "errors.txt").read_text()
    stored = sum(path.stat().st_size for path in folder.glob("leadline.db*"))
    cpu_s = usage.ru_utime + usage.ru_stime
    return Crawled(json.loads(said.read_text()), usage.ru_maxrss / 1024, stored / 2**20, cpu_s)
