"""The bound: a toy that only fetches, parses, takes text and links, and shares one SQLite file.

It has no guard, robots, politeness, leases that end, retries or accounting, and what it knows
grows without bound. What it costs per page is what the rest of a crawler is measured against.

usage: bare_frontier.py ROOT STORE WORKERS
"""

import hashlib
import multiprocessing
import secrets
import sqlite3
import sys
import time
from collections import deque
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import ada_url
import pycurl
import zstandard
from selectolax.lexbor import LexborHTMLParser

AT_ONCE = 32
BATCH = 64
SCHEMA = """
PRAGMA page_size = 8192;
PRAGMA journal_mode = WAL;
CREATE TABLE page (
  id INT PRIMARY KEY, url TEXT, depth INT, state INT, lease TEXT, title TEXT, seconds REAL
) WITHOUT ROWID;
CREATE INDEX pending ON page (depth, id) WHERE state = 0;
CREATE INDEX leased ON page (id) WHERE state = 1;
CREATE TABLE lead (source INT, target INT, PRIMARY KEY (source, target)) WITHOUT ROWID;
CREATE TABLE text (id INT PRIMARY KEY, body BLOB);
"""


def id_of(url: str) -> int:
    digest = hashlib.blake2b(url.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") & ((1 << 63) - 1)


def connect(store: str) -> sqlite3.Connection:
    db = sqlite3.connect(store, isolation_level=None, timeout=30)
    db.executescript(
        "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000;"
    )
    return db


class Toy:
    """One worker."""

    def __init__(self, store: str, origin: str) -> None:
        self.db = connect(store)
        self.origin = origin
        self.known: set[int] = set()
        self.compress = zstandard.ZstdCompressor(level=1).compress
        self.multi = pycurl.CurlMulti()
        self.free = [pycurl.Curl() for _ in range(AT_ONCE)]
        self.open: dict[Any, tuple[BytesIO, int, str, int, str]] = {}
        self.waiting: deque[tuple[int, str, int, str]] = deque()
        self.pages: list[tuple[Any, ...]] = []
        self.leads: list[tuple[int, int]] = []
        self.texts: list[tuple[int, bytes]] = []
        self.found: list[tuple[Any, ...]] = []

    def run(self) -> None:
        while self.waiting or self.open or self.claim():
            if len(self.waiting) < AT_ONCE // 2:
                self.claim()
            self.start()
            while self.multi.perform()[0] == pycurl.E_CALL_MULTI_PERFORM:
                pass
            _, done, failed = self.multi.info_read()
            assert not failed, failed
            for handle in done:
                self.take(handle)
            if len(self.pages) >= BATCH or (self.pages and not self.open and not self.waiting):
                self.commit()
            if not done and self.open:
                self.multi.select(0.2)

    def claim(self) -> bool:
        """False when nothing is pending and nobody is at work."""
        token = secrets.token_hex(8)
        while True:
            self.db.execute("BEGIN IMMEDIATE")
            query = "SELECT id, url, depth FROM page WHERE state = 0 ORDER BY depth, id LIMIT ?"
            rows = self.db.execute(query, (BATCH,)).fetchall()
            self.db.executemany(
                "UPDATE page SET state = 1, lease = ? WHERE id = ?",
                [(token, row[0]) for row in rows],
            )
            self.db.execute("COMMIT")
            self.waiting.extend((*row, token) for row in rows)
            if rows or self.open or self.waiting:
                return True
            if not self.db.execute("SELECT 1 FROM page WHERE state < 2 LIMIT 1").fetchone():
                return False
            time.sleep(0.005)

    def start(self) -> None:
        while self.free and self.waiting:
            page = self.waiting.popleft()
            handle, body = self.free.pop(), BytesIO()
            handle.setopt(pycurl.URL, page[1])
            handle.setopt(pycurl.WRITEDATA, body)
            self.open[handle] = (body, *page)
            self.multi.add_handle(handle)

    def take(self, handle: Any) -> None:
        self.multi.remove_handle(handle)
        self.free.append(handle)
        body, page, url, depth, token = self.open.pop(handle)
        title = ""
        if "html" in (handle.getinfo(pycurl.CONTENT_TYPE) or ""):
            tree = LexborHTMLParser(body.getvalue())
            node = tree.css_first("title")
            title = node.text() if node else ""
            for link in set(self.links(tree, url)):
                self.note(page, link, depth + 1)
            tree.strip_tags(["script", "style"])
            text = tree.body.text(separator=" ", strip=True) if tree.body else ""
            self.texts.append((page, self.compress(text.encode())))
        self.pages.append((title, handle.getinfo(pycurl.TOTAL_TIME), page, token))

    def links(self, tree: LexborHTMLParser, base: str) -> Iterator[str]:
        hrefs = (node.attrs["href"] for node in tree.css("a[href]"))
        for href in {href.partition("#")[0] for href in hrefs if href}:
            try:
                link = ada_url.join_url(base, href)
            except ValueError:
                continue
            if href and link.startswith("http"):
                yield link

    def note(self, page: int, link: str, depth: int) -> None:
        target = id_of(link)
        self.leads.append((page, target))
        if target not in self.known:
            self.known.add(target)
            state = 0 if link.startswith(self.origin) else 3
            self.found.append((target, link, depth, state))

    def commit(self) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.executemany(
            "INSERT INTO page (id, url, depth, state) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            sorted(self.found),
        )
        self.db.executemany(
            "UPDATE page SET state = 2, title = ?, seconds = ?, lease = NULL"
            " WHERE id = ? AND lease = ?",
            self.pages,
        )
        self.db.executemany("INSERT OR IGNORE INTO lead VALUES (?, ?)", sorted(self.leads))
        self.db.executemany("INSERT OR IGNORE INTO text VALUES (?, ?)", self.texts)
        self.db.execute("COMMIT")
        for rows in (self.found, self.pages, self.leads, self.texts):
            rows.clear()


def work(store: str, origin: str) -> None:
    Toy(store, origin).run()


def main() -> None:
    root, store, workers = sys.argv[1], sys.argv[2], int(sys.argv[3])
    origin = "/".join(root.split("/")[:3]) + "/"
    Path(store).unlink(missing_ok=True)
    db = connect(store)
    db.executescript(SCHEMA)
    db.execute("INSERT INTO page (id, url, depth, state) VALUES (?, ?, 0, 0)", (id_of(root), root))
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=work, args=(store, origin)) for _ in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    (pages,) = db.execute("SELECT count(*) FROM page WHERE state = 2").fetchone()
    print(pages)


if __name__ == "__main__":
    main()
