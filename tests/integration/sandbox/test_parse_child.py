"""One killable child: what it answers, and what is left when it does not."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidSelector
from leadline.domain.web.documents import Document, Listing, Source, Wanted
from leadline.html.extract import extract
from leadline.sandbox.parse_child import ParseChild

GAVE_UP = Document(parse="gave up")
ENDLESS = b"<div>" * 200_000
RICH = b"""<html lang=en><title>T</title><meta property=og:title content=O>
<script type=application/ld+json>{"a": [1, 2.5, null, {"b": "\\u0000"}]}</script>
<a href=a rel=nofollow>A</a><main><p class=p>P\xc3\xa9</main>"""


def page(body: bytes) -> Source:
    return Source(body, "text/html; charset=utf-8", Address("http://x.example/"))


def titled(title: str) -> Source:
    return page(f"<title>{title}</title>".encode())


def pid_of(child: ParseChild) -> int:
    assert child._process is not None
    return child._process.pid


async def started(child: ParseChild) -> int:
    await child.extract(titled("first"), Wanted())
    return pid_of(child)


def state_of(pid: int) -> str | None:
    """The letter that the kernel has for a process (R, S, Z ...); None when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return None


def open_files() -> set[str]:
    return {file.name for file in Path("/proc/self/fd").iterdir()}


async def until_busy(pid: int) -> None:
    def cpu_ticks() -> int:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])

    before = cpu_ticks()
    async with asyncio.timeout(10):
        while cpu_ticks() - before < 5:  # noqa: ASYNC110 -- the kernel sets no event
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("wanted", [Wanted(), Wanted({"p": ".p", "no": "i"}, markdown=True)])
async def test_the_document_is_the_same_as_in_place(child: ParseChild, wanted: Wanted) -> None:
    assert await child.extract(page(RICH), wanted) == extract(page(RICH), wanted)


async def test_one_child_serves_one_page_after_the_other(child: ParseChild) -> None:
    pid = await started(child)

    assert (await child.extract(titled("second"), Wanted())).title == "second"
    assert pid_of(child) == pid


async def test_an_invalid_selector_is_raised_and_the_child_goes_on(child: ParseChild) -> None:
    pid = await started(child)

    with pytest.raises(InvalidSelector, match="'price'"):
        await child.extract(page(RICH), Wanted({"price": "p["}))

    assert (await child.extract(titled("next"), Wanted())).title == "next"
    assert pid_of(child) == pid


async def test_a_page_of_the_largest_size_comes_through(child: ParseChild) -> None:
    document = await child.extract(page(b"word " * (2 * 1024 * 1024)), Wanted())

    assert len(document.text) == 10 * 1024 * 1024 - 1


async def test_a_page_that_takes_too_long_is_given_up_and_the_next_works() -> None:
    async with ParseChild(timeout_s=1) as child:
        assert await child.extract(page(ENDLESS), Wanted()) == GAVE_UP
        assert (await child.extract(titled("next"), Wanted())).title == "next"


async def test_a_page_is_not_to_blame_for_a_child_that_starts_slowly(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = tmp_path / "python"
    slow.write_text(f'#!/bin/sh\nsleep 1.5\nexec {sys.executable} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))

    async with ParseChild(timeout_s=1) as child:
        assert (await child.extract(titled("first"), Wanted())).title == "first"


async def test_a_child_killed_between_two_pages_is_replaced(child: ParseChild) -> None:
    pid = await started(child)
    os.kill(pid, signal.SIGKILL)
    assert child._process is not None
    await child._process.wait()

    assert (await child.extract(titled("next"), Wanted())).title == "next"
    assert pid_of(child) != pid


async def test_a_child_killed_while_reading_gives_up_on_that_page_only(child: ParseChild) -> None:
    pid = await started(child)
    reading = asyncio.create_task(child.extract(page(ENDLESS), Wanted()))
    await until_busy(pid)

    os.kill(pid, signal.SIGKILL)

    assert await reading == GAVE_UP
    assert (await child.extract(titled("next"), Wanted())).title == "next"


async def test_a_child_stopped_for_good_gives_up() -> None:
    async with ParseChild(timeout_s=1) as child:
        pid = await started(child)
        os.kill(pid, signal.SIGSTOP)

        assert await child.extract(page(b"x" * 4 * 1024**2), Wanted()) == GAVE_UP
        assert (await child.extract(titled("next"), Wanted())).title == "next"
        assert state_of(pid) is None


async def test_a_caller_who_leaves_takes_no_answer_from_the_next(child: ParseChild) -> None:
    await started(child)
    for turns in range(6):
        leaving = asyncio.create_task(child.extract(page(b"<p>left" * 100_000), Wanted()))
        for _ in range(turns):
            await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving

        assert (await child.extract(titled("next"), Wanted())).title == "next"


async def test_a_caller_who_leaves_during_the_start_leaves_nothing(child: ParseChild) -> None:
    for turns in range(8):
        leaving = asyncio.create_task(child.extract(titled("left"), Wanted()))
        for _ in range(turns):
            await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        await child.aclose()

    assert (await child.extract(titled("next"), Wanted())).title == "next"


async def test_concurrent_callers_get_their_own_pages(child: ParseChild) -> None:
    documents = await asyncio.gather(
        *(child.extract(titled(str(number)), Wanted()) for number in range(50))
    )

    assert [document.title for document in documents] == [str(number) for number in range(50)]


async def test_callers_behind_a_page_that_takes_too_long_are_served() -> None:
    async with ParseChild(timeout_s=1) as child:
        first, *others = await asyncio.gather(
            child.extract(page(ENDLESS), Wanted()),
            *(child.extract(titled(str(number)), Wanted()) for number in range(5)),
        )

    assert first == GAVE_UP
    assert [document.title for document in others] == ["0", "1", "2", "3", "4"]


async def test_a_page_that_needs_more_memory_than_allowed_is_given_up() -> None:
    async with ParseChild(memory_bytes=256 * 1024**2) as child:
        assert await child.extract(page(b"<i>" * 3_000_000), Wanted()) == GAVE_UP
        assert (await child.extract(titled("next"), Wanted())).title == "next"


async def test_a_child_without_the_memory_for_a_page_gives_up() -> None:
    async with ParseChild(memory_bytes=1024**2) as child:
        assert await child.extract(page(b"x" * 4 * 1024**2), Wanted()) == GAVE_UP


async def test_closing_gives_up_on_the_page_in_work(child: ParseChild) -> None:
    pid = await started(child)
    reading = asyncio.create_task(child.extract(page(ENDLESS), Wanted()))
    await until_busy(pid)

    await child.aclose()

    assert await reading == GAVE_UP
    assert state_of(pid) is None


async def test_nothing_is_left_of_a_closed_child(child: ParseChild) -> None:
    # The loop itself opens files for its first child and keeps them.
    await started(child)
    await child.aclose()
    before = open_files()

    pid = await started(child)
    assert state_of(pid) in {"S", "R"}
    await child.aclose()

    assert state_of(pid) is None
    assert open_files() == before


async def test_closing_twice_or_unused_is_nothing() -> None:
    async with ParseChild() as child:
        await child.aclose()
        await child.aclose()


@pytest.mark.parametrize("depth", [99, 900, 985])
async def test_deep_json_does_not_reach_the_caller(child: ParseChild, depth: int) -> None:
    json = b"[" * depth + b"]" * depth
    body = b"<title>T</title><script type=application/ld+json>" + json + b"</script>"

    document = await child.extract(page(body), Wanted())

    assert document.title == "T"
    assert len(document.metadata.json_ld) == (1 if depth <= 100 else 0)


async def test_a_sitemap_is_read_as_in_place() -> None:
    source = page(b"<urlset><url><loc>http://x.example/a</loc></url></urlset>")

    async with ParseChild() as child:
        listing = await child.read_sitemap(source)

    assert listing == Listing((Address("http://x.example/a"),))


async def test_a_sitemap_that_takes_too_long_is_given_up() -> None:
    async with ParseChild(timeout_s=0.5) as child:
        await started(child)
        listing = await child.read_sitemap(page(b"<urlset>" + b"<a/>" * 10_000_000))
        after = await child.extract(titled("after"), Wanted())

    assert listing == Listing(parse="gave up")
    assert after.title == "after"
