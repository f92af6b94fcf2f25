"""Interrupts are counted from when one asks for that, and later ones do not hurt."""

import asyncio
import signal
from collections.abc import Iterator

import pytest

from leadline.cli.interrupts import Interrupts

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Those of the tests are put back."""
    before = {number: signal.getsignal(number) for number in NUMBERS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", NUMBERS)
async def test_each_is_counted_and_acted_upon_in_the_loop(number: signal.Signals) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    acted = asyncio.Event()
    interrupts = Interrupts()
    interrupts.then = acted.set

    signal.raise_signal(number)

    assert (interrupts.count, acted.is_set()) == (1, False)
    await asyncio.wait_for(acted.wait(), 10)


async def test_who_was_started_with_nohup_hears_no_end_of_the_terminal() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    interrupts = Interrupts()

    signal.raise_signal(signal.SIGHUP)

    assert interrupts.count == 0


def test_one_that_comes_after_the_loop_has_ended_is_counted() -> None:
    async def make() -> Interrupts:
        return Interrupts()

    loop = asyncio.new_event_loop()
    interrupts = loop.run_until_complete(make())
    loop.close()
    signal.raise_signal(signal.SIGINT)

    assert interrupts.count == 1
