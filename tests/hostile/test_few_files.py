"""A machine that allows few files to be open at once."""

import os
import resource
import subprocess
from pathlib import Path

from e2e.commands import LEADLINE, ON_LOOPBACK
from leadsite import SpawnedSite, spawned_site

FILES = 64


def crawled(site: SpawnedSite, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *(LEADLINE, "crawl", site.address("/tree/"), "--scope", "subpath", "--workers", "1"),
            *("--delay-ms", "0", "--concurrency", "64"),
        ],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        cwd=folder,
        env=os.environ | ON_LOOPBACK,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
    )


async def test_a_crawl_with_few_files_says_so_in_one_line_and_fails_nowhere(tmp_path: Path) -> None:
    async with spawned_site(tmp_path / "log.jsonl") as site:
        ended = crawled(site, tmp_path)

    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
    assert ended.stderr.count(f"only {FILES} files at once") == 1
