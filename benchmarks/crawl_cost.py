"""A whole crawl against the toy of `bare_frontier.py`, in one run, taking turns.

CPU is of all processes of a crawl together, less what a crawl of one page costs: loading Python
and its libraries is not a matter of pages. Rates are pages by seconds, less the same.

usage: crawl_cost.py [ROUNDS]
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from doc_site import doc_site

TOY = Path(__file__).with_name("bare_frontier.py")
LEADLINE = Path(sys.executable).with_name("leadline")


@dataclass(frozen=True, slots=True)
class Cost:
    pages: int
    cpu_s: float
    wall_s: float

    def less(self, other: "Cost") -> "Cost":
        return Cost(self.pages, self.cpu_s - other.cpu_s, self.wall_s - other.wall_s)

    @property
    def cpu_ms(self) -> float:
        return self.cpu_s / self.pages * 1000

    @property
    def rate(self) -> float:
        return self.pages / self.wall_s


def run(*command: str) -> tuple[str, Cost]:
    before, start = os.times(), time.perf_counter()
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    wall_s, after = time.perf_counter() - start, os.times()
    cpu_s = after.children_user + after.children_system
    cpu_s -= before.children_user + before.children_system
    return ended.stdout, Cost(0, cpu_s, wall_s)


def toy(root: str, folder: Path, workers: int) -> Cost:
    out, cost = run(sys.executable, str(TOY), root, str(folder / "toy.db"), str(workers))
    return Cost(int(out), cost.cpu_s, cost.wall_s)


def ours(root: str, folder: Path, workers: int, *options: str) -> Cost:
    for file in folder.glob("ours.db*"):
        file.unlink()
    out, cost = run(
        str(LEADLINE), "crawl", root, "--delay-ms", "0", "--concurrency", "32", "--depth", "99",
        "--max-per-shape", "0", "--allow-network", "127.0.0.0/8", "--json",
        "--store", f"sqlite:///{folder}/ours.db", "--workers", str(workers), *options,
    )  # fmt: skip
    return Cost(json.loads(out)["fetched"], cost.cpu_s, cost.wall_s)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with doc_site() as origin, tempfile.TemporaryDirectory() as name:
        root, folder = f"{origin}/index.html", Path(name)
        base = {n: ours(root, folder, n, "--max-pages", "1") for n in (1, 2)}
        runs = [
            (
                toy(root, folder, 1),
                ours(root, folder, 1).less(base[1]),
                ours(root, folder, 2).less(base[2]),
            )
            for _ in range(rounds)
        ]
    print(f"{'':24}{'pages':>8}{'CPU ms/page':>14}{'pages/s':>10}")
    for name, costs in zip(
        ("toy, 1 process", "1 feeder", "2 feeders"), zip(*runs, strict=True), strict=True
    ):
        cpu, rate = median(c.cpu_ms for c in costs), median(c.rate for c in costs)
        print(f"{name:24}{costs[0].pages:>8}{cpu:>14.3f}{rate:>10.0f}")
    ratio = median(one.cpu_ms / bare.cpu_ms for bare, one, _ in runs)
    gain = median(two.rate / one.rate for _, one, two in runs)
    print(f"CPU per page of one feeder: {ratio:.2f} x the toy's (goal: at most 1.5)")
    print(f"rate of two feeders: {gain:.2f} x one's (goal: at least 1.7)")


if __name__ == "__main__":
    main()
