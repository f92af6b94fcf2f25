"""A thousand listeners on one running crawl: how often they are told, and what it costs others.

The crawl is of the generated web of `flat.py`, by one feeder, and runs from the beginning to the
end: without listeners, with them, and without again. All the while its progress is asked for. The
listeners are a process of their own, and share the two cores with nginx and all that is measured.

usage: live_load.py [LISTENERS]
"""

import asyncio
import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from doc_site import nginx
from flat import SITE
from leadline import bootstrap
from leadline.settings import Settings
from peers.measuring import cpu_s, rss, tree
from serving import served
from synthetic_crawl import SyntheticCrawl

LISTENERS = Path(__file__).with_name("live_listeners.py")
CRAWLS = 10_000
WARM_S = 5.0
ALONE_S = 12.0
TOGETHER_S = 24.0
ASK_S = 0.02


@dataclass
class Phase:
    """What was measured while something held."""

    pages: int = 0
    feeder_cpu_s: float = 0.0
    api_cpu_s: float = 0.0
    wall_s: float = 0.0
    answers_ms: list[float] = field(default_factory=list)

    @property
    def pages_per_cpu_s(self) -> float:
        return self.pages / self.feeder_cpu_s

    @property
    def api_share(self) -> float:
        return self.api_cpu_s / self.wall_s


class Server:
    """A running server, asked over one connection, as a program would keep it."""

    def __init__(self, address: str, pid: int) -> None:
        self.address = address.removeprefix("http://")
        self.pid = pid
        self._asking = http.client.HTTPConnection(self.address, timeout=60)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a request."""
        method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
        self._asking.request(method, path, data, {"Content-Type": "application/json"})
        answer = self._asking.getresponse()
        told = answer.read()
        if answer.status >= http.client.BAD_REQUEST:
            sys.exit(told.decode())
        return json.loads(told)

    def hang_up(self) -> None:
        """The next request opens a connection: the server closes those that are idle."""
        self._asking.close()

    def asked_ms(self, path: str) -> float:
        before = time.perf_counter()
        self.ask(path)
        return (time.perf_counter() - before) * 1000

    def feeders(self) -> list[int]:
        return [pid for pid in tree(self.pid) if "feeder_process" in _command(pid)]


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


async def store_crawls(url: str, count: int) -> None:
    """Crawls of two pages each, all of them over."""
    store = bootstrap.open_store(Settings(store=url))
    for number in range(count):
        crawl = SyntheticCrawl(f"synthetic-{number}", pages=2)
        await crawl.create(store)
        await crawl.fill(store)
        await store.finish(crawl.id)
    await store.aclose()


def measured(server: Server, crawl: str, seconds: float) -> Phase:
    """Ask for the progress again and again."""
    path, phase = f"/api/v1/crawls/{crawl}", Phase()
    feeders, api = server.feeders(), [server.pid]
    server.hang_up()
    begun, before = time.monotonic(), server.ask(path)
    feeder_cpu_s, api_cpu_s = cpu_s(feeders), cpu_s(api)
    while time.monotonic() - begun < seconds:
        phase.answers_ms.append(server.asked_ms(path))
        time.sleep(ASK_S)
    after = server.ask(path)
    phase.wall_s = time.monotonic() - begun
    phase.pages = after["fetched"] - before["fetched"]
    phase.feeder_cpu_s = cpu_s(feeders) - feeder_cpu_s
    phase.api_cpu_s = cpu_s(api) - api_cpu_s
    if after["status"] != "running":
        sys.exit(f"the crawl is {after['status']}: it was too short")
    return phase


def listened(server: Server, crawl: str, count: int) -> tuple[Phase, dict[str, Any]]:
    """The same while others listen; what they say of it."""
    address = f"ws://{server.address}/api/v1/crawls/{crawl}/ws"
    before = rss(server.pid)
    listeners = subprocess.Popen(
        [sys.executable, LISTENERS, address, str(count), str(TOGETHER_S + 1)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert listeners.stdout is not None
    said = json.loads(listeners.stdout.readline())
    phase = measured(server, crawl, TOGETHER_S)
    said["grown_bytes"] = rss(server.pid) - before
    return phase, said | json.loads(listeners.communicate()[0])


def at(share: float, values: Sequence[float]) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def row(name: str, *values: str, note: str = "") -> None:
    print(f"{name:<34}" + "".join(f"{value:>8}" for value in values) + (note and f"   ({note})"))


def report_listeners(count: int, said: dict[str, Any]) -> None:
    """What they got."""
    gaps = said["gaps"]
    late = sum(gap > 2 for gap in gaps)
    row("listeners", f"{count:,}", note=f"connected in {said['connected_in_s']:.1f} s")
    row("  closed before the end", f"{said['closed']}", note="goal: 0")
    row("  messages each", f"{said['messages'] / count:.1f}", note=f"in {said['seconds']:.1f} s")
    row("  gaps, s: 1 %, median, 99 %", *(f"{at(share, gaps):.2f}" for share in (0.01, 0.5, 0.99)))
    row(
        "  the worst, s",
        f"{said['worst_s']:.2f}",
        note=f"goal: 2; {late} of {len(gaps):,} are later",
    )
    row("  server's memory for each, KiB", f"{said['grown_bytes'] / count / 1024:.1f}")
    row("  CPU of their process", f"{said['cpu_s'] / said['seconds']:.0%}", note="of a core")


def report_others(before: Phase, together: Phase, after: Phase) -> None:
    """What others lost."""
    phases = (before, together, after)
    kept = 2 * together.pages_per_cpu_s / (before.pages_per_cpu_s + after.pages_per_cpu_s)
    row("", "before", "with", "after")
    row("progress, ms, median", *(f"{at(0.5, phase.answers_ms):.1f}" for phase in phases))
    late = (f"{at(0.99, phase.answers_ms):.1f}" for phase in phases)
    row("  99 %", *late, note="goal: under 50")
    row("pages per second", *(f"{phase.pages / phase.wall_s:,.0f}" for phase in phases))
    row("CPU of the server, of a core", *(f"{phase.api_share:.0%}" for phase in phases))
    row("feeder's pages per CPU-second", *(f"{phase.pages_per_cpu_s:,.0f}" for phase in phases))
    row("  kept with listeners", f"{kept:.0%}", note="goal: at least 90 %")


def main() -> None:
    """Crawl, listen, ask, report."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    with tempfile.TemporaryDirectory() as folder, nginx(SITE) as (origin, _):
        store = f"sqlite:///{folder}/live.db"
        asyncio.run(store_crawls(store, CRAWLS))
        with served("--workers", "1", "--store", store) as (address, process):
            server = Server(address, process.pid)
            lists = [server.asked_ms("/api/v1/crawls") for _ in range(100)]
            asked = {"url": origin, "requested_depth": 99, "delay_ms": 0, "concurrency": 32}
            crawl = server.ask("/api/v1/crawls", asked | {"max_per_shape": 0})["crawl_id"]
            time.sleep(WARM_S)
            before = measured(server, crawl, ALONE_S)
            together, said = listened(server, crawl, count)
            after = measured(server, crawl, ALONE_S)
    report_listeners(count, said)
    report_others(before, together, after)
    row(f"list of {CRAWLS:,} crawls, ms, first", f"{lists[0]:.1f}", note="goal: under 50")
    row("  median, 99 %", f"{at(0.5, lists):.1f}", f"{at(0.99, lists):.1f}")


if __name__ == "__main__":
    main()
