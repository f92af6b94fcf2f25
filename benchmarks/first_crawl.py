"""From a clone to the first finished crawl: seconds, cold (nothing installed or cached) and warm.

The repository is cloned to a new folder with a new home; registries of packages are asked, nobody
else. Standard library only, since nothing is installed yet.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
START_S = 1200
NOT_KEPT = ("LEADLINE_", "XDG_", "PIP_CACHE_DIR", "PYTHONPATH")


def main() -> None:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        clone, home = Path(name) / "leadline", Path(name) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        cold = first_crawl(clone, home)
        print(f"cold: {time.perf_counter() - began - cold.stopping_s:6.1f} s", cold, flush=True)
        began = time.perf_counter()
        warm = first_crawl(clone, home)
        print(f"warm: {time.perf_counter() - began - warm.stopping_s:6.1f} s", warm, flush=True)


@dataclass(frozen=True)
class Times:
    """What it took until something could be tried, until a crawl was over, and to end."""

    run_s: float
    crawl_s: float
    pages: int
    stopping_s: float

    def __str__(self) -> str:
        return f"(make run {self.run_s:.1f} s, crawl of {self.pages} pages {self.crawl_s:.1f} s)"


def first_crawl(clone: Path, home: Path) -> Times:
    began = time.perf_counter()
    run = subprocess.Popen(
        ["make", "--silent", "run"],
        cwd=clone,
        env=environment(home),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        server, body = what_to_try(run)
        ready = time.perf_counter()
        pages = crawled(server, body)
        over = time.perf_counter()
    finally:
        os.killpg(run.pid, signal.SIGINT)
        run.wait(60)
    return Times(ready - began, over - ready, pages, time.perf_counter() - over)


def environment(home: Path) -> dict[str, str]:
    """Nothing of what this user has cached; but where packages come from is no cache."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_KEPT)}
    npm = Path.home() / ".npmrc"
    known = {"npm_config_userconfig": str(npm)} if npm.exists() else {}
    return kept | known | {"HOME": str(home), "npm_config_cache": str(home / "npm")}


def what_to_try(run: "subprocess.Popen[str]") -> tuple[str, str]:
    told = ""
    until = time.monotonic() + START_S
    while "Ctrl-C" not in told and time.monotonic() < until:
        line = run.stdout.readline() if run.stdout else ""
        if not line:
            sys.exit(f"make run has ended: {told}")
        told += line
    [(server, body)] = re.findall(r"curl -X POST (\S+)/api/v1/crawls .* -d '(.*)'", told)
    return server, body


def crawled(server: str, body: str) -> int:
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{server}/api/v1/crawls", body.encode(), headers)
    told = answered(asked)
    while told["status"] == "running":
        time.sleep(0.05)
        told = answered(urllib.request.Request(f"{server}/api/v1/crawls/{told['crawl_id']}"))
    if told["status"] != "completed":
        sys.exit(f"the crawl is {told['status']}")
    return int(str(told["fetched"]))


def answered(request: urllib.request.Request) -> dict[str, object]:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(request, timeout=60) as answer:
        found: dict[str, object] = json.load(answer)
        return found


if __name__ == "__main__":
    main()
