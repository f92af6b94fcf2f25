"""Pages that were skipped, decided about anew."""

import sqlite3
from collections.abc import Sequence

from leadline.domain.crawls import CrawlId, CrawlStatus
from leadline.domain.pages import NewPage
from leadline.store.contract import Manners
from leadline.store.sqlite.discoveries import Budgets, new_state
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import PENDING, SKIPPED
from leadline.store.sqlite.sweeps import run_again
from leadline.store.sqlite.tally import Queue, Skip, Tally, skip_of

_LOST = frozenset([CrawlStatus.CANCELLED, CrawlStatus.FAILED])


def readmit(
    db: sqlite3.Connection, crawl: CrawlId, pages: Sequence[NewPage], manners: Manners
) -> int:
    """Let pages in that no rule keeps out any more."""
    row = db.execute(QUERIES["crawl"], {"id": crawl}).fetchone()
    if row is None or row["status"] in _LOST:
        return 0
    figures = db.execute(QUERIES["crawl_figures"], {"crawl": row["n"]}).fetchone()
    budgets, tally = Budgets(db, figures, manners), Tally()
    to_fetch = sum(_decide(db, row["n"], page, budgets, tally) for page in pages)
    budgets.write()
    tally.write(db)
    if to_fetch:
        run_again(db, row)
    return to_fetch


def _decide(
    db: sqlite3.Connection, crawl: int, page: NewPage, budgets: Budgets, tally: Tally
) -> bool:
    """What becomes of one page; whether it is to be fetched."""
    old = db.execute(QUERIES["skipped_page"], {"crawl": crawl, "id": page.id}).fetchone()
    if old is None:
        return False
    queue = Queue(crawl, old["host"], old["kind"])
    budgets.release(page, old["rule"])
    skipped = page.skipped or budgets.cut(page, queue)
    if skipped == (old["reason"], old["rule"]):
        return False
    state = new_state(page, skipped)
    reason, rule = skipped or (None, None)
    change = {"crawl": crawl, "id": page.id, "state": state, "fetched": page.is_fetched}
    db.execute(QUERIES["readmit_page"], change | {"reason": reason, "rule": rule})
    if skipped:
        tally.count(queue, SKIPPED, skip_of(old), -1)
        tally.count(queue, SKIPPED, Skip(page.id, *skipped), 1)
    else:
        tally.move(queue, SKIPPED, state, skip_of(old))
        tally.change(queue, ready=state == PENDING)
    return state == PENDING
