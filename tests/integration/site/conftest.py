"""A running site with short waits and small bombs, one for each module of tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from leadsite import Options, Site, running_site

QUICK = Options(slow_s=0.05, drip_s=0.0002, retry_after_s=7, bomb_bytes=3_000_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of a module share the loop that their site runs in."""
    one_loop = pytest.mark.asyncio(loop_scope="module")
    for item in items:
        if item.path.parent == Path(__file__).parent and pytest_asyncio.is_async_test(item):
            item.add_marker(one_loop, append=False)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def module_site() -> AsyncIterator[Site]:
    async with running_site(QUICK, ports=(0, 0)) as running:
        yield running


@pytest.fixture
def site(module_site: Site) -> Site:
    """The site, remembering nothing of the tests before."""
    module_site.reset()
    return module_site
