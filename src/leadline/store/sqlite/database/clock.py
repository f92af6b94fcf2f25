"""The clock of the machine, which may be set back while crawls run."""

import sqlite3

from leadline.store.sqlite.queries import QUERIES

_SET_BACK_S = 2.0
# Each moves times until which something waits.
_WAITS = ("end_waits_of_hosts", "end_waits_of_queues", "end_waits_of_crawls", "end_waits_of_pages")


def note(db: sqlite3.Connection, now: float) -> float:
    """Note the time; return by how many seconds the clock was set back since the last note.

    All stored times move with it: otherwise hosts that wait for a tenth of a second would wait for
    an hour.
    """
    row = db.execute(QUERIES["clock"]).fetchone()
    set_back_s = max(0.0, row["at"] - now) if row else 0.0
    if set_back_s > _SET_BACK_S:
        for query in _WAITS:
            db.execute(QUERIES[query], {"by": set_back_s, "now": now})
        db.execute(QUERIES["move_leases"], {"by": set_back_s})
    db.execute(QUERIES["set_clock"], {"now": now})
    return set_back_s if set_back_s > _SET_BACK_S else 0.0
