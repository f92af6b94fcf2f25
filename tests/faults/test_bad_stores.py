"""What cannot be used is said in one line, with what to do, and is left as it was."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from faults.commands import Commands
from faults.privileges import needs_root
from leadline.store.sqlite.database.connection import connect

NOWHERE = "http://www.site.localhost:1/"
ID = "6a727249-237f-4426-98b7-1600fcd710e0"
USAGE, REFUSED, FAILED = 2, 3, 4


def write_text(file: Path) -> None:
    file.write_text("Dear diary, this is longer than the header of a database would have to be.\n")


def write_foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE diary (day TEXT, entry TEXT)")


def write_newer(file: Path) -> None:
    with closing(connect(file)) as db:
        db.execute("PRAGMA user_version = 99")
        # What a version that is not written yet keeps its journal in is not known.
        db.execute("PRAGMA journal_mode = DELETE")


def assert_one_line(said: str, *parts: str) -> None:
    """One line for people, with these parts."""
    assert said.startswith("leadline: ")
    assert said.count("\n") == 1
    assert "Traceback" not in said
    for part in parts:
        assert part in said


@pytest.mark.parametrize(
    "command", [("crawl", NOWHERE), ("export", ID)], ids=lambda command: command[0]
)
@pytest.mark.parametrize(
    ("write", "parts"),
    [
        (write_text, ("kept.db is not a Leadline store", "--store")),
        (write_foreign, ("kept.db is a database, but not a Leadline store", "--store")),
        (write_newer, ("kept.db was written by a newer Leadline", "update")),
    ],
    ids=["text", "foreign", "newer"],
)
async def test_what_is_not_our_store_is_left_as_it_was(
    leadline: Commands,
    write: Callable[[Path], None],
    parts: tuple[str, ...],
    command: tuple[str, ...],
) -> None:
    file = leadline.folder / "kept.db"
    write(file)
    before = file.read_bytes()

    code, out, err = await leadline.run(*command, "--store", "sqlite:///kept.db")

    assert (code, out) == (FAILED, "")
    assert_one_line(err, *parts)
    assert file.read_bytes() == before
    assert [each.name for each in leadline.folder.iterdir()] == ["kept.db"]


@pytest.mark.parametrize("command", [("crawl", NOWHERE), ("crawls",)], ids=" ".join)
async def test_a_folder_is_no_store(leadline: Commands, command: tuple[str, ...]) -> None:
    (leadline.folder / "kept.db").mkdir()

    code, out, err = await leadline.run(*command, "--store", "sqlite:///kept.db")

    assert (code, out) == (FAILED, "")
    assert_one_line(err, "kept.db is a folder", "--store")


async def test_a_store_that_nobody_finished_making_is_none_yet(leadline: Commands) -> None:
    with closing(sqlite3.connect(leadline.folder / "kept.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")

    code, out, err = await leadline.run("show", ID, "--store", "sqlite:///kept.db")

    assert (code, out) == (FAILED, "")
    assert_one_line(err, "there is no store kept.db yet", "leadline crawl URL")


@needs_root
@pytest.mark.parametrize("name", ["new.db", "kept.db"])
async def test_a_folder_that_cannot_be_written_is_named(leadline: Commands, name: str) -> None:
    folder = leadline.folder / "readonly"
    folder.mkdir()
    connect(folder / "kept.db").close()
    before = (folder / "kept.db").read_bytes()
    # In a mount namespace of its own, which ends with the command.
    bind = f'mount --bind "{folder}" "{folder}" && mount -o remount,ro,bind "{folder}" && exec "$@"'
    leadline.prefix = ("unshare", "--mount", "sh", "-c", bind, "sh")

    code, out, err = await leadline.run("crawl", NOWHERE, "--store", f"sqlite:///readonly/{name}")

    assert (code, out) == (FAILED, "")
    assert_one_line(err, f"readonly/{name}", "can its folder be written?")
    assert (folder / "kept.db").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "code", "parts"),
    [
        ((NOWHERE, "--depth", "-1"), USAGE, ("--depth", "leadline crawl --help")),
        (("http://x.example:99999/",), USAGE, ("is not a URL", "write http")),
        (("http://10.0.0.1/",), REFUSED, ("private network", "--allow-network 10.0.0.1")),
        ((NOWHERE, "--store", os.fsdecode(b"sqlite:///\xff.db")), USAGE, ("is not UTF-8",)),
        (("ftp://x.example/",), REFUSED, ("neither http nor https; use http:// or https://",)),
    ],
)
async def test_what_cannot_be_crawled_is_said_before_anything_is_sent(
    leadline: Commands, arguments: tuple[str, ...], code: int, parts: tuple[str, ...]
) -> None:
    ended, _, err = await leadline.run("crawl", *arguments)

    assert ended == code
    assert_one_line(err, *parts)
