"""A crawl of a real site as it comes, no option given: how long it takes, and what it takes up.

The site is Debian's apache2-doc behind nginx. It is asked ten times a second, since nobody said
that it is ours: most of the time is spent waiting.

usage: by_default.py
"""

import json
import sys
import tempfile
from pathlib import Path

from doc_site import served
from peers.measuring import measure

MANUAL = Path("/usr/share/doc/apache2-doc/manual")
LEADLINE = Path(sys.executable).with_name("leadline")
MIB = 1024 * 1024


def main() -> None:
    """Crawl, and say what it took."""
    with served(MANUAL) as (origin, _), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        host = origin.removeprefix("http://")
        command = [str(LEADLINE), "crawl", f"{origin}/en/index.html"]
        cost = measure([*command, "--allow-network", host, "--json"], folder / "log")
        told = json.loads((folder / "log").read_text().splitlines()[-1])
        disk = sum(file.stat().st_size for file in folder.glob("leadline.db*"))
    print(f"{told['status']}: {told['fetched']:,} pages fetched of {told['total'] + 1:,} found")
    print(f"time             {cost.wall_s:>10.1f} s   ({told['pages_per_s']} pages a second)")
    print(f"CPU              {cost.cpu_s:>10.1f} s")
    print(f"memory at most   {cost.peak_rss_bytes / MIB:>10.1f} MiB, all processes")
    print(f"disk             {disk / MIB:>10.1f} MiB, {disk / told['fetched']:,.0f} bytes a page")


if __name__ == "__main__":
    main()
