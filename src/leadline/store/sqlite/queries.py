"""The queries of `queries.sql` by name.

Names in braces are replaced when the file is read: codes, as SQLite uses a partial index only where
the query has the same constant, and columns of pages, leases and
crawls.
"""

import re
from importlib import resources

from leadline.store.rules.section.changes import COUNTERS
from leadline.store.sqlite.codes import CODES
from leadline.store.sqlite.columns import PAGE_COLUMNS, SET_ANSWER

_NAME = re.compile(r"^-- (\w+): .*$", re.MULTILINE)
_LEASE_COLUMNS = (
    "lease.token, lease.worker, coalesce(crawl.id, ''), host.name, lease.kind, lease.parallel,"
    " lease.turn, lease.size, lease.left, lease.expires_at, lease.is_away"
)
_FILLED_IN = {
    **CODES,
    "PAGE_COLUMNS": PAGE_COLUMNS,
    "SET_ANSWER": SET_ANSWER,
    "LEASE_COLUMNS": _LEASE_COLUMNS,
    "COUNTERS": ", ".join(COUNTERS),
}


def _read() -> dict[str, str]:
    text = (resources.files("leadline.store.sqlite") / "queries.sql").read_text()
    _, *parts = _NAME.split(text)
    return {
        name: query.strip().format_map(_FILLED_IN)
        for name, query in zip(parts[::2], parts[1::2], strict=True)
    }


QUERIES = _read()
