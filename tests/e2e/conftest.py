import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from e2e.api import Api
from e2e.commands import LEADLINE
from e2e.serving import served
from leadsite import SpawnedSite, spawned_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    """The test web in a process of its own."""
    async with spawned_site(tmp_path / "log.jsonl") as site:
        yield site


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lasting_site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SpawnedSite]:
    """One for all tests that only crawl it."""
    async with spawned_site(tmp_path_factory.mktemp("site") / "log.jsonl") as site:
        yield site


@pytest.fixture(scope="session")
def api(lasting_site: SpawnedSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """One server for all tests that can share it; what others have crawled is there, too."""
    with (
        served(tmp_path_factory.mktemp("api"), "--workers", "1", LEADLINE_DRAIN_S="0.2") as server,
        server.client() as client,
    ):
        yield Api(server, client, lasting_site)


@pytest.fixture(scope="session")
def demo_site() -> Iterator[str]:
    """The address of the demo site, in a process of its own."""
    process = subprocess.Popen(
        [LEADLINE, "demo-site", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    found = re.search(r"http://[^/]+", process.stdout.readline())
    assert found
    yield found[0]
    process.terminate()
    process.communicate(timeout=30)


@pytest.fixture(scope="session")
def tree(api: Api) -> str:
    """A whole crawl of the section whose pages, depths and leads are known."""
    return api.crawled("/tree/", max_depth=19, keep=["text", "html"])
