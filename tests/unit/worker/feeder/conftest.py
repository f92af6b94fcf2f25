"""All tests of this folder run in fake time."""

from collections.abc import Callable, Mapping

import pytest

from fake_time import FakeTimeLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config,  # noqa: ARG001 -- of the hook
    item: pytest.Item,  # noqa: ARG001 -- of the hook
) -> Mapping[str, Callable[[], FakeTimeLoop]]:
    return {"fake time": FakeTimeLoop}
