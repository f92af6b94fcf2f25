from collections.abc import AsyncIterator

import pytest

from fetching import open_fetcher
from leadline.fetch.http import CurlFetcher
from leadsite import Options, Site, running_site


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with running_site(Options(slow_s=0.3, drip_s=0.05)) as site:
        yield site


@pytest.fixture
async def fetcher() -> AsyncIterator[CurlFetcher]:
    async with open_fetcher("127.0.0.0/8") as fetcher:
        yield fetcher
