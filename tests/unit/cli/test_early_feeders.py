"""How many feeders begin to load before the command line is understood."""

import os

import pytest

from leadline.__main__ import workers_in


@pytest.mark.parametrize(
    ("arguments", "workers"),
    [
        (["http://a.example/", "--workers", "3"], 3),
        (["--workers=5", "http://a.example/?x=1", "--json"], 5),
        (["http://a.example/", "--workers", "many"], os.cpu_count()),
        (["http://a.example/", "--workers"], os.cpu_count()),
        (["http://a.example/", "--workers", "1" * 5_000], os.cpu_count()),
        (["http://a.example/", "--depth", "3"], os.cpu_count()),
        ([], os.cpu_count()),
    ],
)
def test_as_many_as_the_command_will_want(arguments: list[str], workers: int) -> None:
    assert workers_in(arguments) == workers
