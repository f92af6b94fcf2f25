"""The queries of `queries.sql` by name.

Names in braces are replaced when the file is read: codes, as SQLite uses a partial index only where
the query has the same constant, and the columns of a page.
"""

import re
from importlib import resources

from leadline.store.sqlite.codes import CODES
from leadline.store.sqlite.columns import PAGE_COLUMNS, SET_ANSWER

_NAME = re.compile(r"^-- (\w+): .*$", re.MULTILINE)
_FILLED_IN = {**CODES, "PAGE_COLUMNS": PAGE_COLUMNS, "SET_ANSWER": SET_ANSWER}


def _read() -> dict[str, str]:
    text = (resources.files("leadline.store.sqlite") / "queries.sql").read_text()
    _, *parts = _NAME.split(text)
    return {
        name: query.strip().format_map(_FILLED_IN)
        for name, query in zip(parts[::2], parts[1::2], strict=True)
    }


QUERIES = _read()
