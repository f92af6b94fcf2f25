"""New depths of the pages of a crawl, and its end."""

import sqlite3
from collections.abc import Iterable

from leadline.domain.crawls import CrawlId, CrawlStatus, PageId
from leadline.store.sqlite.codes import COMPLETED, PENDING
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Counters, Queue
from leadline.store.sqlite.work.sweeps import is_late


def set_depths(
    db: sqlite3.Connection, crawl: CrawlId, depths: Iterable[tuple[PageId, int, PageId | None]]
) -> int:
    """Store depths, and return pages to the frontier that are near enough after all."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or CrawlStatus(row["status"]).is_final:
        return 0
    db.executemany(QUERIES["set_depth"], [(row["n"], *each) for each in depths])
    where = {"crawl": row["n"], "max_depth": row["max_depth"]}
    found = db.execute(QUERIES["within_depth"], where).fetchall()
    counters = Counters()
    for page in found:
        queue = Queue(row["n"], page["host"], page["kind"])
        counters.move(queue, COMPLETED, PENDING)
    counters.write(db)
    return len(found)


def finish(db: sqlite3.Connection, crawl: CrawlId, now: float) -> bool:
    """Complete the crawl, unless there is something to do after all."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None:
        return False
    if is_late(row) and db.execute(QUERIES["is_limited_by_time"], {"crawl": row["n"]}).fetchone():
        why = f"its time of {row['max_time_s']:g} s was over (max_time)"
        db.execute(QUERIES["say_why"], {"crawl": row["n"], "reason": why})
    change = {"crawl": row["n"], "now": now}
    return db.execute(QUERIES["finish"], change).fetchone() is not None
