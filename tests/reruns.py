"""Reruns, a plugin of pytest: a failed test runs once more only where it carries a reason.

`@pytest.mark.rerun(reason="…")` stands on single tests that measure time, which a busy machine can
make late. The summary lists every test that ran twice.
"""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow marked tests a second run. Raises UsageError for a mark that breaks the rules."""
    for item in items:
        _check(item)
        if item.get_closest_marker("rerun") and not item.get_closest_marker("long"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _check(item: pytest.Item) -> None:
    """Refuse marks without a reason, marks of whole files and classes, and unexplained reruns."""
    if item.get_closest_marker("flaky"):
        raise pytest.UsageError(f"{item.nodeid}: mark it with rerun(reason=…), not with flaky")
    for mark in item.iter_markers("rerun"):
        if mark not in item.own_markers:
            raise pytest.UsageError(f"{item.nodeid}: rerun is a mark of single tests")
        if mark.args or set(mark.kwargs) != {"reason"} or not str(mark.kwargs["reason"]).strip():
            raise pytest.UsageError(f"{item.nodeid}: rerun needs a reason, and nothing else")
