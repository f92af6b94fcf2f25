"""How much memory a process needs to fetch bombs, by the system's own account."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from corpora import corpus
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.server import serve
from leadsite import Options, running_site
from scores import Score

MAX_GROWTH_MIB = 48
TESTS = Path(__file__).parents[2]
SCRIPT = """
import asyncio, json, re, sys
from pathlib import Path
from fetching import get, open_fetcher

def peak():
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) / 1024

async def main():
    async with open_fetcher("127.0.0.0/8") as fetcher:
        await get(fetcher, sys.argv[1])
        before, sizes = peak(), []
        for url in sys.argv[2:]:
            sizes.append(len((await get(fetcher, url)).body))
        print(json.dumps({"growth_mib": peak() - before, "sizes": sizes}))

asyncio.run(main())
"""


async def growth(harmless: str, *bombs: str) -> float:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SCRIPT, harmless, *bombs,
        stdout=asyncio.subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(TESTS)},
    )  # fmt: skip
    out, _ = await process.communicate()
    figures = json.loads(out)
    assert all(size > 1024 * 1024 for size in figures["sizes"])
    return float(figures["growth_mib"])


async def test_our_own_bombs_need_little_memory(score: Score) -> None:
    async with running_site(Options(bomb_bytes=200_000_000)) as site:
        bombs = [site.address(f"/bombs/{name}") for name in ("gzip", "deflate", "br", "stacked")]

        grown_mib = await growth(site.address("/tree/"), *bombs)

    score("our bombs, MiB of growth (at most)", round(grown_mib), MAX_GROWTH_MIB)
    assert grown_mib < MAX_GROWTH_MIB


@pytest.mark.corpora
async def test_the_bombs_of_others_need_little_memory(score: Score) -> None:
    files = {
        "/gzip": corpus("scrapy/tests/sample_data/compressed/bomb-gzip.bin"),
        "/deflate": corpus("scrapy/tests/sample_data/compressed/bomb-deflate.bin"),
        "/br": corpus("scrapy/tests/sample_data/compressed/bomb-br.bin"),
        "/br?49": corpus("wpt/fetch/content-encoding/br/resources/big.text.br"),
        "/gzip?2": corpus("wpt/fetch/content-encoding/gzip/resources/big.text.gz"),
    }

    def answer(request: SiteRequest) -> Reply:
        if request.target not in files:
            return Reply(body=b"harmless")
        coding = ("Content-Encoding", request.path.removeprefix("/"))
        return Reply(headers=(coding,), body=files[request.target].read_bytes())

    async with serve(answer, "127.0.0.1", 0) as server:
        origin = f"http://127.0.0.1:{server.port}"
        grown_mib = await growth(f"{origin}/", *(origin + target for target in files))

    score("others' bombs, MiB of growth (at most)", round(grown_mib), MAX_GROWTH_MIB)
    assert grown_mib < MAX_GROWTH_MIB
