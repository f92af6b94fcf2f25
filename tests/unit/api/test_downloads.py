"""What is made in a thread while somebody takes it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from typing import Any, cast

import pytest

from leadline.api.problems import Problem
from leadline.api.transport.downloads import Downloads
from leadline.store.reader import Reader


class Connection:
    """What a stream reads from, and what became of it."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    async def aclose(self) -> None:
        self.loop.call_soon_threadsafe(self.ended.set)


async def numbers(_: Any) -> AsyncGenerator[bytes, None]:
    for number in range(3):
        yield b"%d" % number


async def nested(kept: Any) -> AsyncGenerator[bytes, None]:
    async for chunk in numbers(kept):
        yield chunk


async def begun(downloads: Downloads) -> AsyncGenerator[bytes, None]:
    """A stream, as soon as there is room."""
    async with asyncio.timeout(10):
        while True:
            with suppress(Problem):
                return downloads.start(nested)
            await asyncio.sleep(0)


async def left(stream: AsyncIterator[bytes]) -> None:
    await cast("AsyncGenerator[bytes, None]", stream).aclose()


async def test_a_stream_gives_all_that_its_generator_gives() -> None:
    kept = Connection()
    downloads = Downloads(lambda: cast("Reader", kept))

    assert [chunk async for chunk in downloads.start(nested)] == [b"0", b"1", b"2"]
    await asyncio.wait_for(kept.ended.wait(), 10)


async def test_who_leaves_a_stream_lets_go_of_the_store() -> None:
    kept = Connection()
    stream = Downloads(lambda: cast("Reader", kept)).start(nested)

    assert await anext(stream) == b"0"
    assert not kept.ended.is_set()
    await left(stream)

    await asyncio.wait_for(kept.ended.wait(), 10)


async def test_an_error_is_raised_where_it_is_read() -> None:
    kept = Connection()

    async def broken(_: Reader) -> AsyncGenerator[bytes, None]:
        yield b"0"
        raise OSError("broken")

    stream = Downloads(lambda: cast("Reader", kept)).start(broken)
    await anext(stream)
    with pytest.raises(OSError, match="broken"):
        await anext(stream)

    await asyncio.wait_for(kept.ended.wait(), 10)


async def test_eight_run_at_once_and_who_leaves_makes_room() -> None:
    kept = [Connection() for _ in range(9)]
    unused = iter(kept)
    downloads = Downloads(lambda: cast("Reader", next(unused)))
    running = [downloads.start(nested) for _ in range(8)]
    for stream in running:
        await anext(stream)

    with pytest.raises(Problem):
        downloads.start(nested)
    await left(running[0])
    await asyncio.wait_for(kept[0].ended.wait(), 10)
    running[0] = await begun(downloads)
    assert await anext(running[0]) == b"0"
    for stream in running:
        await left(stream)
    for each in kept:
        await asyncio.wait_for(each.ended.wait(), 10)
