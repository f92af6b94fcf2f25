"""The two clients can do the same, and nothing the API can do is forgotten."""

import inspect

import pytest

from leadline.client import AsyncCrawl, AsyncLeadline, Crawl, Leadline

RENAMED = {"aclose": "close"}


def methods(of: type) -> dict[str, list[inspect.Parameter]]:
    return {
        RENAMED.get(name, name): list(inspect.signature(method).parameters.values())
        for name, method in inspect.getmembers(of, inspect.isfunction)
        if not name.startswith("_")
    }


@pytest.mark.parametrize(("sync", "other"), [(Leadline, AsyncLeadline), (Crawl, AsyncCrawl)])
def test_both_have_the_same_methods_with_the_same_parameters(sync: type, other: type) -> None:
    assert methods(sync) == methods(other)
    assert inspect.signature(sync) == inspect.signature(other) or sync is Crawl
