"""Answers that are kept for a while."""

import asyncio

import pytest

from leadline.api.server import answer_cache as module
from leadline.api.server.answer_cache import AnswerCache


class Maker:
    """Makes a new answer each time it is asked."""

    def __init__(self) -> None:
        self.made = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self) -> bytes:
        self.made += 1
        number = self.made
        await self.gate.wait()
        return b"%d" % number


async def test_the_same_version_is_made_once() -> None:
    memory, make = AnswerCache(), Maker()

    answers = [await memory.answer("a", 1, make) for _ in range(3)]

    assert answers == [b"1"] * 3


async def test_another_version_is_made_when_the_last_is_old_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory, make = AnswerCache(), Maker()
    await memory.answer("a", 1, make)

    assert await memory.answer("a", 2, make) == b"1"
    monkeypatch.setattr(module, "_LEAST_AGE_S", 0.0)
    monkeypatch.setattr(module, "_TIMES", 0)
    fresh = AnswerCache()
    await fresh.answer("a", 1, make)
    assert await fresh.answer("a", 2, make) == b"3"
    assert await fresh.answer("a", 2, make) == b"3"


async def test_one_makes_it_for_all_who_wait_and_who_leaves_stops_nobody() -> None:
    memory, make = AnswerCache(), Maker()
    make.gate.clear()
    waiting = [asyncio.create_task(memory.answer("a", n, make)) for n in range(5)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    make.gate.set()

    assert await asyncio.gather(*waiting[1:]) == [b"1"] * 4


async def test_what_failed_is_tried_again() -> None:
    memory = AnswerCache()

    async def fail() -> bytes:
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011 -- it has no message
        await memory.answer("a", 1, fail)
    assert await memory.answer("a", 1, Maker()) == b"1"


async def test_what_was_not_asked_for_lately_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    memory, make = AnswerCache(), Maker()
    for name in ("a", "b", "a", "c"):
        await memory.answer(name, 1, make)

    assert await memory.answer("a", 1, make) == b"1"
    assert await memory.answer("b", 1, make) == b"4"
