"""The crawl of `crawl_cost.py` with this code and with an earlier revision, taking turns.

The revision is cloned into build/against and set up there once. Ratios are medians over the rounds
of "now" divided by "then": CPU below 1 and rates above 1 are better now.

usage: against.py REVISION [ROUNDS]
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import crawl_cost
from crawl_cost import Cost
from doc_site import doc_site

Pair = tuple[Path, Path]
Costs = tuple[Cost, Cost]
HERE = Path(__file__).parents[1]


def set_up(revision: str) -> Path:
    """Clone and install a revision; return its `leadline` command."""
    git = ["git", "-C", str(HERE)]
    commit = subprocess.check_output([*git, "rev-parse", revision], text=True).strip()
    folder = HERE / "build" / "against" / commit[:12]
    if not folder.exists():
        subprocess.run(["git", "clone", "--quiet", str(HERE), str(folder)], check=True)
        subprocess.run(["git", "-C", str(folder), "checkout", "--quiet", commit], check=True)
    subprocess.run([str(folder / "scripts" / "setup"), "runtime"], cwd=folder, check=True)
    return folder / ".venv" / "bin" / "leadline"


def cost(command: Path, root: str, folder: Path, workers: int) -> Cost:
    """Crawl once, and subtract the cost of a crawl of one page."""
    crawl_cost.LEADLINE = command
    start = crawl_cost.ours(root, folder, workers, "--max-pages", "1")
    return crawl_cost.ours(root, folder, workers).less(start)


def compare(commands: Pair, root: str, folder: Path, workers: int, rounds: int) -> list[Costs]:
    """Crawl with both, round by round; the first of one round is the second of the next."""
    now, then = commands
    pairs = []
    for number in range(rounds):
        order = (now, then) if number % 2 == 0 else (then, now)
        costs = {command: cost(command, root, folder, workers) for command in order}
        pairs.append((costs[now], costs[then]))
    return pairs


def main() -> None:
    then = set_up(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    now = crawl_cost.LEADLINE
    with doc_site() as origin, tempfile.TemporaryDirectory() as name:
        root, folder = f"{origin}/index.html", Path(name)
        for workers in (1, 2):
            pairs = compare((now, then), root, folder, workers, rounds)
            cpu = [new.cpu_ms / old.cpu_ms for new, old in pairs]
            rate = [new.rate / old.rate for new, old in pairs]
            print(
                f"{workers} feeder{'s' * (workers > 1)}: CPU {median(cpu):.3f} x"
                f" ({min(cpu):.3f} to {max(cpu):.3f}), rate {median(rate):.3f} x;"
                f" {median(new.cpu_ms for new, _ in pairs):.3f} against"
                f" {median(old.cpu_ms for _, old in pairs):.3f} ms a page"
            )


if __name__ == "__main__":
    main()
