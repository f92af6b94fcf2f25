"""The queries and names of the documented graph model, and what they give of a crawl."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from neo4j import Driver

_MODEL = (Path(__file__).parents[1] / "docs" / "reference" / "graph-model.md").read_text()
LIST, PROGRESS, PICTURE, STATISTICS = re.findall(
    r"^```cypher\n(.*?)^```", _MODEL, re.MULTILINE | re.DOTALL
)
NAMES = re.findall(r"^\| `(\w+)` \| `(?:URL|ROOT)\.", _MODEL, re.MULTILINE)


def rows(driver: Driver, query: str, **parameters: str) -> list[list[Any]]:
    """Run a query as a person would."""
    return [list(record) for record in driver.execute_query(query, parameters).records]


def check_counts(driver: Driver, told: Mapping[str, Any]) -> None:
    """Compare the counts of the documented queries with those that we tell of a crawl."""
    crawl = told["crawl_id"]
    [counts] = [row for row in rows(driver, LIST) if row[0] == crawl]
    assert counts[1:] == [_root(told), told["total"], told["completed"], told["failed"]]
    [[_, *progress]] = rows(driver, PROGRESS, crawl_id=crawl)
    names = ("total", "completed", "pending", "in_progress", "failed")
    assert progress == [told[name] for name in names]
    [[total, _, _]] = rows(driver, STATISTICS, crawl_id=crawl)
    assert total == told["total"]


def _root(told: Mapping[str, Any]) -> str:
    scheme, _, host, path = told["root_url"].split("/", 3)
    return f"{scheme}//{host}".upper() + f"/{path}"
