"""Files of earlier versions."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from leadline.domain.crawls import CrawlKind
from leadline.domain.errors import WrongStore
from leadline.domain.pages import WorkerId
from leadline.store.sqlite import migrations
from leadline.store.sqlite.database.connection import APPLICATION_ID
from leadline.store.sqlite.reader import SqliteReader
from leadline.store.sqlite.store import SqliteStore

FIRST = Path(migrations.__file__).with_name("0001_crawls.sql")


def log_bytes(path: Path) -> int:
    log = path.with_name(f"{path.name}-wal")
    return log.stat().st_size if log.exists() else 0


def of_first_version(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    db.executescript(FIRST.read_text())
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("PRAGMA user_version = 1")
    return db


def test_a_file_that_workers_of_another_version_are_at_work_on_is_left_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.db"
    with closing(of_first_version(path)) as db:
        db.execute("INSERT INTO worker (id, seen_at) VALUES ('one', ?)", (time.time() - 1,))
        db.commit()

    with pytest.raises(WrongStore, match="which is at work on it; stop that"):
        SqliteReader.open(path)


async def test_who_is_at_work_when_another_version_takes_over_the_file_is_told(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "new.db")
    store._db.execute("PRAGMA user_version = 99")

    with pytest.raises(WrongStore, match="written by a newer Leadline"):
        await store.renew(WorkerId("one"), [])
    await store.aclose()


async def test_a_file_of_the_first_version_can_be_read(tmp_path: Path) -> None:
    with closing(of_first_version(tmp_path / "old.db")) as db:
        db.execute(
            "INSERT INTO crawl (id, kind, status, options, submitted_url, root_url, root,"
            " root_state, concurrency, gap_s, max_depth, max_per_shape, total, completed,"
            " created_at) VALUES ('c', 'crawl', 'completed', '{}', 'http://x/', 'http://x/', 9,"
            " 2, 1, 0, 1, 1, 3, 2, 1)"
        )
        db.execute("INSERT INTO shape (crawl, shape, pages, cut) VALUES (1, '/day/{n}', 2, 1)")
        db.execute("INSERT INTO site (crawl, site, hosts) VALUES (1, 'x', 3)")
        db.execute("INSERT INTO host (n, name, domain) VALUES (1, 'x', 'x')")
        db.executemany(
            "INSERT INTO page (crawl, id, host, kind, address, depth, hops, state, found_by,"
            " fetched, reason, rule) VALUES (1, ?, 1, 0, ?, ?, 0, ?, 'link', ?, ?, ?)",
            [
                (7, "http://x/day/3", 1, 5, 1, "trap", "max_per_shape"),
                (8, "http://x/far", 2, 2, 0, None, None),
                (9, "http://x/", 0, 2, 1, None, None),
            ],
        )
        db.commit()

    reader = SqliteReader.open(tmp_path / "old.db")
    [crawl] = await reader.newest(CrawlKind.CRAWL, 10)
    [cut], [skip] = await reader.trapped_shapes(crawl.id, 9), await reader.skips(crawl.id)
    pages = await reader.pages(crawl.id, 9)
    await reader.aclose()

    assert log_bytes(tmp_path / "old.db") == 0, "it was copied back"
    assert (crawl.id, crawl.counts.total, crawl.sitemaps.read) == ("c", 2, 0)
    assert (crawl.figures.fetched, crawl.figures.too_deep) == (1, 1)
    assert (cut.rule, cut.shape, cut.taken, cut.skipped) == ("max_per_shape", "/day/{n}", 2, 1)
    assert (skip.rule, skip.pages, skip.example) == ("max_per_shape", 1, "http://x/day/3")
    assert [(page.id, page.address, page.depth) for page in pages] == [
        (9, "http://x/", 0),
        (7, "http://x/day/3", 1),
        (8, "http://x/far", 2),
    ]
