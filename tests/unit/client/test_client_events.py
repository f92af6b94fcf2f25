"""Events as the client reads them, from streams that break."""

import pytest

from leadline.client import EndedPage, NotFound, Progress, Unreachable
from leadline.demo.messages import Ending, Raw
from unit.client.conftest import GOOD, PROGRESS, Client, scripted

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
LINE = PROGRESS.replace(b"\n", b"")


def stream(*parts: bytes, is_whole: bool = False) -> Raw:
    """Events in pieces; who does not get the last one was cut off."""
    pieces = [HEAD, *(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)]
    return Raw([*pieces, b"0\r\n\r\n"] if is_whole else pieces, Ending.CLOSE)


def ended(number: int, title: str = "T") -> bytes:
    page = (
        f'{{"id": "{number}", "seq": {number}, "url": "http://x/{number}", "state": "COMPLETED",'
        f' "depth": 1, "title": "{title}"}}'
    )
    return f'id: {number}\nevent: pages\ndata: {{"seq": {number}, "items": [{page}]}}\n\n'.encode()


PROGRESSED = b"event: progress\ndata: " + LINE + b"\n\n"
END = b"event: end\ndata: " + LINE + b"\n\n"


async def test_events_go_on_where_the_connection_broke(client: Client) -> None:
    first = stream(b"id: 0\n", PROGRESSED, ended(1), ended(2)[:20])
    second = stream(ended(2), b": nothing new\n\n", is_whole=True)
    third = stream(ended(3), END, is_whole=True)
    async with scripted(GOOD, first, second, third) as script:
        told = await client.events(script.url)

    assert [event.seq for event in told if isinstance(event, EndedPage)] == [1, 2, 3]
    assert isinstance(told[0], Progress)
    assert isinstance(told[-1], Progress)
    places = [request.headers.get("last-event-id") for request in script.asked[1:]]
    assert places == [None, "1", "2"]


async def test_titles_may_have_all_kinds_of_line_ends(client: Client) -> None:
    title = "a\u2028b\u0085c\u000bd".replace("\u000b", "\\u000b")
    whole = ended(1, title)
    pieces = [whole[start : start + 1] for start in range(len(whole))]
    async with scripted(GOOD, stream(*pieces, END, is_whole=True)) as script:
        [page, _] = await client.events(script.url)

    assert isinstance(page, EndedPage)
    assert page.title == "a\u2028b\u0085c\u000bd"


async def test_a_crawl_that_was_deleted_meanwhile_is_not_found(client: Client) -> None:
    gone = b'event: end\ndata: {"error":"Crawl not found"}\n\n'
    async with scripted(GOOD, stream(gone, is_whole=True)) as script:
        with pytest.raises(NotFound):
            await client.events(script.url)


async def test_a_stream_that_always_breaks_is_given_up(client: Client) -> None:
    async with scripted(GOOD, *[stream(b"id: 0\n")] * 9) as script:
        with pytest.raises(Unreachable):
            await client.events(script.url)

    assert 3 < len(script.asked) < 9
