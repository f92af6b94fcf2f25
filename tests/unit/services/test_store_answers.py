"""A costly question is put once for all callers that wait, and at most once a second."""

import asyncio

import pytest

from leadline.domain.errors import StoreUnavailable
from leadline.services import store_answers
from leadline.services.store_answers import SharedQuestion


class Counting:
    """A question whose answer is how often it was put."""

    def __init__(self) -> None:
        self.times = 0
        self.may_answer = asyncio.Event()

    async def ask(self) -> int:
        self.times += 1
        await self.may_answer.wait()
        return self.times


async def test_callers_share_one_answer_for_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counting = Counting()
    question = SharedQuestion(counting.ask)
    waiting = [asyncio.create_task(question.answer()) for _ in range(3)]
    await asyncio.sleep(0)
    counting.may_answer.set()

    assert await asyncio.gather(*waiting) == [1, 1, 1]
    assert await question.answer() == 1
    monkeypatch.setattr(store_answers, "_FRESH_S", 0.0)
    assert await question.answer() == 2


async def test_a_store_that_is_silent_is_an_error_and_asked_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store_answers, "_PATIENCE_S", 0.01)
    monkeypatch.setattr(store_answers, "_FRESH_S", 0.0)
    counting = Counting()
    question = SharedQuestion(counting.ask)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="not within"):
            await question.answer()
    counting.may_answer.set()

    assert await question.answer() == counting.times == 1
