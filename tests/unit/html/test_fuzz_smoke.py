"""The fuzz targets on a few random bytes, and on every input that once broke one.

FUZZ_TIMES in the environment multiplies the number of random inputs.
"""

import os
import random

import pytest

from fuzz.seeds import SEEDS
from fuzz.targets import TARGETS

EXECUTIONS = {
    "extract": 200, "addresses": 400, "robots": 150, "cost": 20, "plain": 500, "prescan": 200,
    "sitemap": 200, "leads": 200,
}  # fmt: skip
TIMES = int(os.environ.get("FUZZ_TIMES", "1"))
REGRESSIONS = [
    ("addresses", b"/a/!/%4%42z!"),
    ("extract", b"\0\0\1\1\0<a\x8a href=q>x"),
]


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_random_bytes_hold(name: str) -> None:
    source = random.Random(7)
    for seed in SEEDS[name]:
        TARGETS[name](seed)
    for _ in range(EXECUTIONS[name] * TIMES):
        TARGETS[name](source.randbytes(source.randrange(200)))


@pytest.mark.parametrize("name", TARGETS)
def test_mutated_seeds_hold(name: str) -> None:
    source = random.Random(11)
    for _ in range(EXECUTIONS[name] * TIMES // 2):
        data = bytearray(source.choice(SEEDS[name]))
        for _ in range(source.randrange(1, 8)):
            data[source.randrange(len(data))] = source.randrange(256)
        TARGETS[name](bytes(data))


@pytest.mark.parametrize(("name", "data"), REGRESSIONS)
def test_what_once_broke_holds(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_every_target_has_seeds() -> None:
    assert set(SEEDS) == set(TARGETS) == set(EXECUTIONS)
