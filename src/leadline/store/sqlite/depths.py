"""What settling needs: the edges of a crawl, and new depths for its pages."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator

from leadline.domain.crawls import CrawlId, PageId
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.tally import Tally


def edges(db: sqlite3.Connection, crawl: CrawlId) -> Iterator[tuple[PageId, bool, bytes]]:
    """Leads in the order of completion, a chunk at a time, so that no read stays open."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    after = 0
    while chunk := db.execute(QUERIES["edges"], {"crawl": row["n"], "after": after}).fetchall():
        for edge in chunk:
            yield PageId(edge["source"]), bool(edge["is_redirect"]), edge["targets"]
        after = chunk[-1]["seq"]


def set_depths(
    db: sqlite3.Connection, crawl: CrawlId, depths: Iterable[tuple[PageId, int, PageId | None]]
) -> int:
    """Store depths, and give back to the frontier what turns out to be near enough."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    db.executemany(
        QUERIES["set_depth"],
        [
            {"crawl": row["n"], "id": page, "depth": depth, "parent": parent}
            for page, depth, parent in depths
        ],
    )
    where = {"crawl": row["n"], "max_depth": row["max_depth"]}
    found = Counter(host for (host,) in db.execute(QUERIES["within_depth"], where).fetchall())
    tally = Tally()
    for host, count in found.items():
        tally.queue(row["n"], host, ready=count, unfinished=count)
        tally.add(row["n"], "completed", -count)
        tally.add(row["n"], "pending", count)
    tally.write(db)
    return sum(found.values())


def finish(db: sqlite3.Connection, crawl: CrawlId, now: float) -> bool:
    """The crawl is completed, unless there is something to do after all."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    change = {"crawl": row["n"], "now": now}
    return db.execute(QUERIES["finish"], change).fetchone() is not None
