"""Clients that read slowly, or not at all."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from starlette.types import Message

from leadline.api.server.waiting_pages import WaitingPages
from leadline.api.transport import downloads
from leadline.api.transport.downloads import PatientResponse

CHUNK = b"a" * 200_000


class Client:
    """Takes a message after a while, and as much of it as fits into a piece."""

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self.taken: list[bytes] = []

    async def send(self, message: Message) -> None:
        await asyncio.sleep(self._every_s)
        self.taken.append(message.get("body", b""))


async def chunks() -> AsyncGenerator[bytes, None]:
    for _ in range(20):
        yield CHUNK


async def test_all_of_it_is_sent_in_small_pieces() -> None:
    client = Client(every_s=0)

    await PatientResponse(chunks()).stream_response(client.send)

    assert b"".join(client.taken) == CHUNK * 20
    assert max(map(len, client.taken)) <= 64 * 1024


async def test_a_client_that_is_slower_than_the_least_speed_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(downloads, "_AVERAGED_S", 0.1)
    monkeypatch.setattr(downloads, "_LEAST_BYTES_PER_S", 64 * 1024 / 0.01)
    client = Client(every_s=0.02)

    with pytest.raises(TimeoutError, match="too slowly"):
        await PatientResponse(chunks()).stream_response(client.send)


async def test_only_the_time_in_which_the_client_keeps_us_waiting_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(downloads, "_AVERAGED_S", 0.1)
    monkeypatch.setattr(downloads, "_LEAST_BYTES_PER_S", 100 * 1024 * 1024)

    async def slowly() -> AsyncGenerator[bytes, None]:
        for _ in range(20):
            await asyncio.sleep(0.01)
            yield b"a"

    client = Client(every_s=0)
    await PatientResponse(slowly()).stream_response(client.send)

    assert b"".join(client.taken) == b"a" * 20


def test_pages_that_were_fetched_are_no_longer_waited_for() -> None:
    waiting = WaitingPages(2)
    with waiting.for_pages(2) as end_one:
        end_one()
        with waiting.for_pages(1):
            pass
        end_one()
        end_one()

    with waiting.for_pages(2):
        pass


async def test_a_client_that_was_left_holds_nothing_although_its_error_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(downloads, "_AVERAGED_S", 0.1)
    monkeypatch.setattr(downloads, "_LEAST_BYTES_PER_S", 64 * 1024 / 0.01)
    is_closed = False

    async def held() -> AsyncGenerator[bytes, None]:
        nonlocal is_closed
        try:
            while True:
                yield CHUNK
        finally:
            is_closed = True

    response = PatientResponse(held())
    with pytest.raises(TimeoutError) as kept:
        await response.stream_response(Client(every_s=0.02).send)

    assert is_closed, kept
