"""`make run`: serve the demo site on a free port, scrape it once, and tell what to try next."""

import re
import subprocess
import sys
from pathlib import Path

LEADLINE = str(Path(sys.executable).with_name("leadline"))


def main() -> None:
    site = subprocess.Popen(
        [LEADLINE, "demo-site", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        line = site.stdout.readline() if site.stdout else ""
        found = re.search(r"http://([^/]+)/", line)
        if found is None:
            sys.exit("the demo site did not start")
        show(found[0], found[1])
        site.wait()
    except KeyboardInterrupt:
        pass
    finally:
        site.terminate()
        site.wait(timeout=10)


def show(address: str, place: str) -> None:
    print(f"$ leadline scrape {address} --allow-network {place}\n", flush=True)
    subprocess.run([LEADLINE, "scrape", address, "--allow-network", place], check=False)
    command = f".venv/bin/leadline scrape {address}"
    print(f"\nThe demo site stays at {address} until Ctrl-C. In another terminal, try:")
    print(f"  {command} --allow-network {place} --markdown")
    print(f"  {command} --allow-network {place} --json --select title=h1")
    print(f"  .venv/bin/leadline crawl {address} --allow-network {place} --delay-ms 20")
    print("  .venv/bin/leadline crawls")
    print("  .venv/bin/leadline --help", flush=True)


if __name__ == "__main__":
    main()
