"""New decisions about pages that were skipped."""

import sqlite3
from collections.abc import Sequence

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.pages import NewPage
from leadline.store.contract import HostPolicy
from leadline.store.sqlite.codes import PENDING, SKIPPED
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.work.counters import Counters, Queue, Skip, skip_of
from leadline.store.sqlite.work.discoveries import Budgets, new_state
from leadline.store.sqlite.work.sweeps import run_again

_LOST = frozenset([CrawlStatus.CANCELLED, CrawlStatus.FAILED])


def readmit(
    db: sqlite3.Connection, crawl: CrawlId, pages: Sequence[NewPage], policy: HostPolicy
) -> int:
    """Take in pages that no rule skips any longer; return how many are to be fetched."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or row["status"] in _LOST:
        return 0
    figures = db.execute(QUERIES["crawl_figures"], {"crawl": row["n"]}).fetchone()
    budgets, counters = Budgets(db, figures, policy), Counters()
    to_fetch = sum(_decide(db, row["n"], page, budgets, counters) for page in pages)
    budgets.write()
    counters.write(db)
    if to_fetch:
        run_again(db, row)
    return to_fetch


def _decide(
    db: sqlite3.Connection, crawl: int, page: NewPage, budgets: Budgets, counters: Counters
) -> bool:
    """Decide about one page; return whether it is to be fetched."""
    old = db.execute(QUERIES["skipped_page"], {"crawl": crawl, "id": page.id}).fetchone()
    if old is None:
        return False
    queue = Queue(crawl, old["host"], old["kind"])
    budgets.release(page, old["rule"])
    skipped = page.skipped or budgets.judge(page, queue)
    if skipped == (old["reason"], old["rule"]):
        return False
    state = new_state(page, skipped)
    reason, rule = skipped or (None, None)
    change = {"crawl": crawl, "id": page.id, "state": state, "fetched": page.is_fetched}
    db.execute(QUERIES["readmit_page"], change | {"reason": reason, "rule": rule})
    if skipped:
        counters.skip_again(queue, skip_of(old), Skip(page.id, *skipped))
    else:
        counters.move(queue, SKIPPED, state, skip_of(old))
    return state == PENDING
