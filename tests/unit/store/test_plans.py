"""How SQLite goes about our queries."""

import re
from pathlib import Path

import pytest

from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.store import SqliteStore

# The last key of a range is found without reading it; a root moves before other pages are read.
_ENDS = {"crawl_row", "last_found", "move_found"}


@pytest.mark.parametrize("name", sorted(QUERIES.keys() - _ENDS))
async def test_no_query_looks_at_all_pages_of_a_crawl_one_by_one(name: str, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    query = QUERIES[name]
    named = dict.fromkeys(re.findall(r":(\w+)", query))
    values = named or [None] * (4 if "?4" in query else query.count("?"))

    plan = [row[3] for row in store._db.execute(f"EXPLAIN QUERY PLAN {query}", values)]
    await store.aclose()

    pages = [step for step in plan if re.match(r"(SCAN|SEARCH) (page|lead|body)\b", step)]
    assert not [step for step in pages if step.startswith("SCAN") or step.endswith("KEY (crawl=?)")]
