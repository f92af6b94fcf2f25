"""What a server costs while there is nothing to do, and while it crawls at the default pace.

CPU of each of its processes, in percent of one core. A crawl that asks a site ten times a second
leaves its feeder waiting most of the time, and the other one all of it.

usage: idle_cost.py [SECONDS]
"""

import sys
import time
from pathlib import Path

from doc_site import doc_site
from peers.measuring import cpu_s, tree
from serving import asked, served

_ROLES = ("feeder_process", "supervisor_process", "serve")


def by_role(pid: int, seconds: float) -> dict[str, list[float]]:
    """The CPU of a process and its descendants while so much time passes."""
    found = [(each, _role(each)) for each in tree(pid)]
    before = {each: cpu_s([each]) for each, _ in found}
    time.sleep(seconds)
    used: dict[str, list[float]] = {}
    for each, role in found:
        used.setdefault(role, []).append((cpu_s([each]) - before[each]) / seconds * 100)
    return used


def _role(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
    return next((role for role in _ROLES if role in command), "other")


def show(what: str, used: dict[str, list[float]]) -> None:
    """One line."""
    feeders, others = sorted(used["feeder_process"]), (*used["supervisor_process"], *used["serve"])
    cells = "".join(f"{percent:>10.2f}" for percent in (*feeders, *others))
    print(f"{what:<24}{cells}")


def main() -> None:
    """Serve, wait, and say what that took."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with doc_site() as origin, served("--workers", "2") as (address, process):
        names = ("feeder", "feeder", "supervisor", "server")
        print(f"{'% of a core':<24}" + "".join(f"{name:>10}" for name in names))
        time.sleep(3)
        show("nothing to do", by_role(process.pid, seconds))
        asked(f"{address}/api/v1/crawls", {"url": f"{origin}/index.html"})
        time.sleep(3)
        show("a crawl, ten pages/s", by_role(process.pid, seconds))


if __name__ == "__main__":
    main()
