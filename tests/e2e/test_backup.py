"""The backup command of the documentation, run on a store that is in use."""

import re
import subprocess
import sys
from pathlib import Path

from e2e.commands import leadline
from e2e.serving import served
from leadsite import SpawnedSite

HOW_TO = Path(__file__).parents[2] / "docs/how-to/operate.md"


def test_the_documented_backup_has_what_a_running_server_has_stored(
    site: SpawnedSite, tmp_path: Path
) -> None:
    found = re.search(r"^python3 -c \"(.*)\"$", HOW_TO.read_text(), re.MULTILINE)
    assert found
    with served(tmp_path, "--workers", "1") as server, server.client() as client:
        asked = {"url": site.address("/tree/"), "scope": "subpath", "delay_ms": 0}
        crawl = client.post("/api/v1/crawls", json=asked).json()["crawl_id"]
        [store] = server.folder.glob("*.db")
        subprocess.run(
            [sys.executable, "-c", found[1].replace("leadline.db", store.name)],
            cwd=server.folder,
            check=True,
        )

    copy = leadline("show", crawl, "--store", "sqlite:///copy.db", folder=server.folder)
    assert copy.returncode == 0, copy.stderr
    assert site.address("/tree/") in copy.stdout
