"""A running site with short waits and small bombs."""

from collections.abc import AsyncIterator

import pytest

from leadsite import Options, Site, running_site

QUICK = Options(slow_s=0.05, drip_s=0.0002, retry_after_s=7, bomb_bytes=3_000_000)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with running_site(QUICK, ports=(0, 0)) as running:
        yield running
