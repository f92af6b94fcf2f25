"""Sections that misbehave below HTTP: slow, broken, codings and bombs."""

import asyncio
import gzip
import zlib

import brotli
import pytest

from leadsite import Site
from leadsite.asking import ask
from leadsite.sections import broken, codings, slow


def took_s(site: Site) -> float:
    [visit] = site.log.visits
    assert visit.ended_ns is not None
    return (visit.ended_ns - visit.started_ns) / 1e9


@pytest.mark.parametrize("name", ["first-byte", "pause"])
async def test_slow_answer_takes_its_time_and_is_whole(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/slow/{name}")

    assert took_s(site) >= site.options.slow_s
    assert heard.body == slow.PAGE.body


@pytest.mark.parametrize("name", ["drip", "drip-headers"])
async def test_dripping_answer_comes_byte_by_byte(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/slow/{name}")

    assert took_s(site) >= site.options.drip_s * len(slow.PAGE.body)
    assert heard.data == slow.WHOLE


@pytest.mark.parametrize(
    ("name", "sent"),
    [("stalled", slow.WHOLE[: slow.HALFWAY]), ("stalled-headers", slow.WHOLE[: slow.IN_HEAD])],
)
async def test_stalled_answer_is_silent_after_a_part(site: Site, name: str, sent: bytes) -> None:
    heard = await ask(site.port, f"/slow/{name}", enough_bytes=len(sent))

    assert heard.data == sent
    assert site.log.visits[0].ended_ns is None


async def test_silent_answer_never_begins(site: Site) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(b"GET /slow/silent HTTP/1.1\r\nHost: a\r\n\r\n")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(site.options.slow_s):
            await reader.read(1)
    writer.close()


@pytest.mark.parametrize("name", broken.SENT)
async def test_broken_bytes_come_as_listed(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/broken/{name}")

    assert heard.data == broken.SENT[name][0]
    assert not heard.was_reset


async def test_reset_comes_before_any_byte(site: Site) -> None:
    heard = await ask(site.port, "/broken/reset")

    assert heard.was_reset
    assert heard.data == b""


async def test_late_reset_comes_after_the_headers(site: Site) -> None:
    heard = await ask(site.port, "/broken/reset-late")

    assert heard.was_reset
    assert heard.status == 200
    assert heard.body == broken.BODY


async def test_endless_headers_go_on_beyond_any_limit(site: Site) -> None:
    heard = await ask(site.port, "/broken/endless-headers", enough_bytes=300_000)

    assert len(heard.data) >= 300_000
    assert b"\r\n\r\n" not in heard.data


async def test_headers_come_twice(site: Site) -> None:
    assert (await ask(site.port, "/broken/twice")).all("X-Twice") == ["one", "two"]


async def test_refused_port_refuses(site: Site) -> None:
    page = await ask(site.port, "/broken/refused")

    assert f":{site.refused_port}/".encode() in page.body
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", site.refused_port)


def unpack(label: str, data: bytes) -> bytes:
    for coding in reversed(label.lower().split(", ")):
        if coding == "br":
            data = brotli.decompress(data)
        elif coding in {"gzip", "x-gzip"}:
            data = gzip.decompress(data)
        elif coding == "deflate":
            is_raw = data[0] & 0x0F != 8
            data = zlib.decompress(data, wbits=-zlib.MAX_WBITS if is_raw else zlib.MAX_WBITS)
    return data


@pytest.mark.parametrize("name", codings.WHOLE)
async def test_whole_codings_decode_to_the_page(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/codings/{name}")

    assert unpack(heard.header("Content-Encoding") or "", heard.body) == codings.PLAIN


@pytest.mark.parametrize("name", codings.BROKEN)
async def test_broken_codings_do_not(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/codings/{name}")
    label = heard.header("Content-Encoding") or ""

    assert (label, heard.body) == codings.BROKEN[name]
    if name not in {"unknown", "unlabelled-gzip", "gzip-empty"}:
        with pytest.raises((OSError, EOFError, zlib.error, brotli.error)):
            unpack(label, heard.body)


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "stacked"])
async def test_bombs_are_small_and_grow(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/bombs/{name}")
    grown = unpack(heard.header("Content-Encoding") or "", heard.body)

    assert len(heard.body) < 5_000
    assert grown == bytes(site.options.bomb_bytes)


async def test_silent_bomb_is_large_and_decodes_to_nothing(site: Site) -> None:
    heard = await ask(site.port, "/bombs/silent")

    assert len(heard.body) > site.options.bomb_bytes * 0.9
    assert zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(heard.body) == b""


async def test_endless_bodies_go_on(site: Site) -> None:
    plain = await ask(site.port, "/bombs/endless", enough_bytes=500_000)
    packed = await ask(site.port, "/bombs/endless-gzip", enough_bytes=10_000)

    assert len(plain.body) > 400_000
    assert zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(packed.body).endswith(b"</p>\n")
