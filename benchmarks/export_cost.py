"""What exports cost: rows/s, CPU and the memory of `leadline export`, format by format.

The crawl is synthetic, stored through the contract as workers would have. Each export is run for it
and for one of a hundredth: rates are of what it has more, so that loading Python is not in them;
MiB is the most that the process had resident, for both: if they are alike, it does not grow.

usage: export_cost.py [PAGES]
"""

import asyncio
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from leadline.store.sqlite.store import SqliteStore
from synthetic_crawl import SyntheticCrawl

LEADLINE = str(Path(sys.executable).with_name("leadline"))
EXPORTS = (
    "--format jsonl",
    "--format jsonl --text",
    "--format csv",
    "--format parquet",
    "--format parquet --text",
    "--format jsonl --what leads",
    "--format jsonl --what leads --gzip",
    "--format csv --what leads",
    "--format parquet --what leads",
    "--format graphml",
    "--format gexf",
)


@dataclass(frozen=True, slots=True)
class Cost:
    rows: int
    wall_s: float
    cpu_s: float
    peak_mib: float
    size_mb: float

    def less(self, other: "Cost") -> "Cost":
        return Cost(
            self.rows - other.rows,
            self.wall_s - other.wall_s,
            self.cpu_s - other.cpu_s,
            self.peak_mib,
            self.size_mb,
        )


def run(options: str, store: Path) -> Cost:
    out = store.with_name("out")
    command = [LEADLINE, "export", "c", *options.split(), "-o", str(out)]
    command += ["--store", f"sqlite:///{store}"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, said
    counts = re.findall(r"([\d,]+) (?:pages|leads)", said)
    return Cost(
        rows=sum(int(count.replace(",", "")) for count in counts),
        wall_s=time.perf_counter() - start,
        cpu_s=used.ru_utime + used.ru_stime,
        peak_mib=used.ru_maxrss / 1024,
        size_mb=out.stat().st_size / 1e6,
    )


def fill(path: Path, pages: int) -> None:
    asyncio.run(_fill(path, pages))


async def _fill(path: Path, pages: int) -> None:
    store, crawl = SqliteStore(path), SyntheticCrawl("c", pages)
    await crawl.create(store)
    start = time.perf_counter()
    await crawl.fill(store)
    found = await store.get(crawl.id)
    assert found
    took_s = time.perf_counter() - start
    print(f"{found.figures.fetched:,} pages and {found.leads:,} leads stored in {took_s:.0f} s")
    await store.aclose()


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        large, small = Path(name, "large.db"), Path(name, "small.db")
        for path, size in ((large, pages), (small, max(1, pages // 100))):
            # Elsewhere: what this process has resident would count as its children's.
            filling = multiprocessing.get_context("spawn").Process(target=fill, args=(path, size))
            filling.start()
            filling.join()
        print(f"{'':36}{'rows':>10}{'rows/s':>9}{'rows/CPU s':>12}{'MB':>7}{'MiB':>6}{'small':>7}")
        for options in EXPORTS:
            least = run(options, small)
            cost = run(options, large).less(least)
            print(
                f"{options:36}{cost.rows:>10,}{cost.rows / cost.wall_s:>9,.0f}"
                f"{cost.rows / cost.cpu_s:>12,.0f}{cost.size_mb:>7,.0f}{cost.peak_mib:>6.0f}"
                f"{least.peak_mib:>7.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
