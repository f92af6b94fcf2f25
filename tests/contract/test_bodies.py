"""Bodies in a folder and in an object store that speaks S3, under the same tests."""

import io
import os
import random
import secrets
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import InvalidSetting, StoreUnavailable, UnknownCrawl, WrongStore
from leadline.store.bodies.contract import Bodies, Span, StoredPieces
from leadline.store.bodies.opening import open_bodies
from s3_server import S3Server, s3_server

ONE = CrawlId("one")
OTHER = CrawlId("one2")
PIECES = [
    (2, "text", b"text of 2"),
    (1, "html", b"<p>1"),
    (1, "text", b"text of 1"),
    (1, "headers", b""),
    (3, "html", secrets.token_bytes(300_000)),
]
MANY_WRITES = """
import asyncio, secrets, sys
from leadline.store.bodies.opening import open_bodies
async def write():
    bodies = open_bodies(sys.argv[1])
    while True:
        data = secrets.token_bytes(500_000)
        stored = await bodies.put("one", [(1, "text", data)])
        print(stored[1].to_text(), data[:8].hex(), flush=True)
asyncio.run(write())
"""


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def s3_url(s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a new bucket; the environment leads to its server."""
    bucket = f"bucket-{secrets.token_hex(4)}"
    s3.create_bucket(bucket)
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    return f"s3://{bucket}/some/prefix"


@pytest.fixture
def s3_bodies(s3_url: str) -> Bodies:
    return open_bodies(s3_url)


@pytest.fixture(params=["folder", "s3"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new bodies store that has its marker."""
    is_folder = request.param == "folder"
    found = str(tmp_path / "bodies") if is_folder else str(request.getfixturevalue("s3_url"))
    await open_bodies(found).claim_marker()
    return found


@pytest.fixture
def bodies(url: str) -> Bodies:
    return open_bodies(url)


async def test_pieces_are_read_as_they_were_put(bodies: Bodies) -> None:
    stored = await bodies.put(ONE, PIECES)

    assert await bodies.get(ONE, "text", stored) == {1: b"text of 1", 2: b"text of 2"}
    assert await bodies.get(ONE, "html", stored) == {1: b"<p>1", 3: PIECES[-1][2]}
    assert await bodies.get(ONE, "headers", stored) == {1: b""}
    assert await bodies.get(ONE, "result", stored) == {}


async def test_all_pieces_of_a_commit_are_one_object_with_neighbours_by_name(
    bodies: Bodies,
) -> None:
    stored = await bodies.put(ONE, PIECES)

    assert len({pieces.object for pieces in stored.values()}) == 1
    assert stored[1].spans["text"] == Span(300_004, 9)
    assert stored[2].spans["text"] == Span(300_013, 9)
    assert stored[1].sizes == {"headers": 0, "html": 4, "text": 9}
    assert await bodies.delete(ONE, 100) == 1


async def test_pages_of_many_commits_are_read_together(bodies: Bodies) -> None:
    data = {page: f"text of {page}".encode() * 9 for page in range(60)}
    stored: dict[int, StoredPieces] = {}
    for first in range(0, 60, 3):
        pages = range(first, first + 3)
        stored |= await bodies.put(ONE, [(page, "text", data[page]) for page in pages])

    assert await bodies.get(ONE, "text", stored) == data


async def test_a_commit_is_one_request_and_so_are_its_pages(
    s3: S3Server, s3_bodies: Bodies
) -> None:
    pieces = [(page, name, b"x" * 1000) for page in range(128) for name in ("html", "text")]
    puts, gets = s3.requests("PUT"), s3.requests("GET")

    stored = await s3_bodies.put(ONE, pieces)
    assert s3.requests("PUT") == puts + 1
    await s3_bodies.get(ONE, "text", {7: stored[7]})
    assert s3.requests("GET") == gets + 1
    await s3_bodies.get(ONE, "text", {page: stored[page] for page in range(0, 128, 2)})
    assert s3.requests("GET") == gets + 2


async def test_a_file_is_on_the_disk_before_it_has_its_name_and_the_name_before_put_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies = open_bodies(str(tmp_path))
    await bodies.claim_marker()
    done: list[tuple[str, str]] = []
    fsync, rename = os.fsync, os.rename

    def note_fsync(file: int | io.IOBase) -> None:
        number = file if isinstance(file, int) else file.fileno()
        done.append(("fsync", Path(f"/proc/self/fd/{number}").readlink().name))
        fsync(number)

    def note_rename(old: Path, new: Path, **others: int | None) -> None:
        done.append(("rename", Path(old).name))
        rename(old, new, **others)

    monkeypatch.setattr("os.fsync", note_fsync)
    monkeypatch.setattr("os.rename", note_rename)
    await bodies.put(ONE, PIECES)

    [written] = [name for how, name in done if how == "rename"]
    assert done == [
        ("fsync", tmp_path.name),
        ("fsync", written),
        ("rename", written),
        ("fsync", "one"),
    ]


async def test_where_pieces_are_survives_as_a_text(bodies: Bodies) -> None:
    stored = await bodies.put(ONE, PIECES)
    texts = {page: pieces.to_text() for page, pieces in stored.items()}

    kept = {page: StoredPieces.from_text(text) for page, text in texts.items()}

    assert kept == stored
    assert max(map(len, texts.values())) < 100


@pytest.mark.parametrize(
    "text", ["", "x", "x:", "x:text", "x:text=1", "x:text=1+", "x:=0+1", "x:text=-1+2"]
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(WrongStore):
        StoredPieces.from_text(text)


async def test_a_repeated_put_makes_no_second_object(bodies: Bodies) -> None:
    first = await bodies.put(ONE, PIECES)
    again = await bodies.put(ONE, list(reversed(PIECES)))

    assert again == first
    assert await bodies.delete(ONE, 100) == 1


async def test_no_pieces_make_no_object(bodies: Bodies) -> None:
    assert await bodies.put(ONE, []) == {}
    assert await bodies.get(ONE, "text", {}) == {}
    assert await bodies.delete(ONE, 100) == 0


async def test_a_crawl_is_deleted_in_steps_and_no_other_with_it(bodies: Bodies) -> None:
    for number in range(5):
        gone = await bodies.put(ONE, [(number, "text", b"%d" % number)])
    kept = await bodies.put(OTHER, [(1, "text", b"kept")])

    assert [await bodies.delete(ONE, 2) for _ in range(4)] == [2, 2, 1, 0]

    assert await bodies.get(ONE, "text", gone) == {}
    assert await bodies.get(OTHER, "text", kept) == {1: b"kept"}


async def test_a_marker_is_claimed_once(url: str) -> None:
    first = await open_bodies(url).claim_marker()

    assert await open_bodies(url).claim_marker() == first
    await open_bodies(url).check_marker(first)
    assert len(first) == 32


async def test_a_machine_that_does_not_see_the_marker_is_refused(
    bodies: Bodies, tmp_path: Path
) -> None:
    marker = await bodies.claim_marker()
    own = open_bodies(str(tmp_path / "own"))

    with pytest.raises(WrongStore, match=r"has no marker.*LEADLINE_BODIES"):
        await own.check_marker(marker)
    await own.claim_marker()
    with pytest.raises(WrongStore, match="has the marker of another store"):
        await own.check_marker(marker)


@pytest.mark.parametrize("crawl", ["", ".", "..", "a/b", "../a", "a\\b", "a\0", ".hidden", "-" * 3])
async def test_a_crawl_that_cannot_be_a_folder_is_unknown(crawl: str, bodies: Bodies) -> None:
    with pytest.raises(UnknownCrawl):
        await bodies.put(CrawlId(crawl), PIECES)
    with pytest.raises(UnknownCrawl):
        await bodies.get(CrawlId(crawl), "text", {})
    with pytest.raises(UnknownCrawl):
        await bodies.delete(CrawlId(crawl), 1)


@pytest.mark.parametrize("name", ["", "..", "../leadline-bodies", "leadline-bodies", "A" * 32])
async def test_a_name_that_is_not_ours_is_refused(name: str, bodies: Bodies) -> None:
    with pytest.raises(WrongStore):
        await bodies.get(ONE, "text", {1: StoredPieces(name, {"text": Span(0, 1)})})


async def test_an_object_that_is_too_short_is_damaged(bodies: Bodies) -> None:
    [stored] = (await bodies.put(ONE, [(1, "text", b"short")])).values()
    beyond = StoredPieces(stored.object, {"text": Span(2, 100)})

    with pytest.raises(WrongStore, match="damaged"):
        await bodies.get(ONE, "text", {1: beyond})


async def test_what_is_stored_is_for_its_owner_alone(tmp_path: Path) -> None:
    root = tmp_path / "new" / "bodies"
    bodies = open_bodies(f"file://{root}")
    await bodies.claim_marker()
    await bodies.put(ONE, PIECES)

    found = [tmp_path / "new", *(tmp_path / "new").rglob("*")]
    modes = {stat.S_IMODE(path.stat().st_mode) for path in found if path.is_file()}
    folders = {stat.S_IMODE(path.stat().st_mode) for path in found if path.is_dir()}
    assert (modes, folders) == ({0o600}, {0o700})


async def test_a_folder_that_is_gone_is_unavailable(tmp_path: Path) -> None:
    bodies = open_bodies(str(tmp_path / "none"))

    with pytest.raises(StoreUnavailable, match="none"):
        await bodies.put(ONE, PIECES)


@pytest.mark.usefixtures("s3_url")
async def test_an_object_store_that_is_gone_is_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no_bucket = open_bodies("s3://no-such-bucket")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    no_server = open_bodies("s3://bucket")

    for bodies in (no_bucket, no_server):
        with pytest.raises(StoreUnavailable, match="s3://"):
            await bodies.put(ONE, PIECES)


@pytest.mark.parametrize(
    "url", ["", "file://", "file://host/x", "file:///x?y", "http://x/", "s4://x"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidSetting, match=r"s3://BUCKET/PREFIX"):
        open_bodies(url)


def test_without_obstore_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "leadline.store.bodies.cloud", raising=False)
    monkeypatch.setitem(sys.modules, "obstore", None)

    with pytest.raises(InvalidSetting, match=r"needs obstore: pip install '.\[objects\]'"):
        open_bodies("s3://bucket")


def write_until_killed(folder: Path) -> list[str]:
    """Return what a writer printed of the objects that it had put before it was killed."""
    with subprocess.Popen(
        [sys.executable, "-c", MANY_WRITES, folder], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(random.uniform(0, 0.05))
        writer.send_signal(signal.SIGKILL)
        return [first, *(line for line in writer.stdout if line.endswith("\n"))]


async def test_a_killed_writer_leaves_whole_objects_only(tmp_path: Path) -> None:
    bodies = open_bodies(str(tmp_path))
    await bodies.claim_marker()

    promised = [line for _ in range(8) for line in write_until_killed(tmp_path)]

    for file in (tmp_path / "one").glob("[!.]*"):
        assert blake2b(file.read_bytes(), digest_size=16).hexdigest() == file.name
    for line in promised:
        text, begins = line.split()
        found = await bodies.get(ONE, "text", {1: StoredPieces.from_text(text)})
        assert found[1][:8].hex() == begins
    while await bodies.delete(ONE, 1000):
        pass
    assert not (tmp_path / "one").exists()
