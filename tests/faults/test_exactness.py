"""Who judges the crawls is not blind: every kind of fault shows in its figure."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from backing import OnFile
from faults.exactness import EXACT, Exported, judge, known_leads, known_pages
from leadline.store.sqlite.database.connection import connect

HOST = "http://www.site.localhost:8100"
LEAF = "/tree/a2/b2/c2"


def exported() -> Exported:
    """A crawl without fault."""
    pages = [
        {
            "url": HOST + path,
            "key": HOST + path,
            "state": page.state,
            "status": page.status,
            "fetched": page.state == "COMPLETED",
            "depth": page.depth,
            "redirected_to": page.redirected_to and HOST + page.redirected_to,
            "error": None,
        }
        for path, page in known_pages().items()
    ]
    leads = [
        {
            "source": HOST + source,
            "target": HOST + target,
            "anchor": "" if known_pages()[source].redirected_to else f"to {target}",
        }
        for source, target in known_leads()
    ]
    failed = sum(page.state == "FAILED" for page in known_pages().values())
    figures = {"total": len(pages) - 1, "failed": failed, "completed": len(pages) - 1 - failed}
    figures |= {"leads": len(leads), "fetched": len(pages) - failed}
    return Exported(
        figures | dict.fromkeys(("skipped", "cancelled", "pending", "in_progress"), 0), pages, leads
    )


@pytest.fixture
def store(tmp_path: Path) -> Path:
    connect(tmp_path / "leadline.db").close()
    return tmp_path / "leadline.db"


def test_a_crawl_without_fault_is_exact(store: Path) -> None:
    assert judge(exported(), OnFile(store)) == EXACT


def lose_a_page(crawl: Exported) -> None:
    crawl.pages[:] = [row for row in crawl.pages if row["url"] != HOST + LEAF]


def find_another(crawl: Exported) -> None:
    crawl.pages.append(crawl.pages[-1] | {"url": HOST + "/tree/x", "key": HOST + "/tree/x"})


def mistake_a_depth(crawl: Exported) -> None:
    crawl.pages[-1]["depth"] += 1


def mistake_an_anchor(crawl: Exported) -> None:
    crawl.leads[-1]["anchor"] = "elsewhere"


def store_twice(crawl: Exported) -> None:
    crawl.leads.append(crawl.leads[-1])


def fail_an_innocent(crawl: Exported) -> None:
    [page] = [row for row in crawl.pages if row["url"] == HOST + LEAF]
    page |= {"state": "FAILED", "error": "poison"}


def count_one_too_many(crawl: Exported) -> None:
    crawl.figures["total"] += 1


@pytest.mark.parametrize(
    ("fault", "figure"),
    [
        (lose_a_page, "missing"),
        (find_another, "extra"),
        (mistake_a_depth, "different"),
        (mistake_an_anchor, "different"),
        (store_twice, "duplicate"),
        (fail_an_innocent, "innocent_failed"),
        (count_one_too_many, "miscounted"),
    ],
)
def test_every_fault_shows(store: Path, fault: Callable[[Exported], None], figure: str) -> None:
    crawl = exported()
    fault(crawl)

    assert getattr(judge(crawl, OnFile(store)), figure) == 1


def test_a_lease_that_is_left_shows(store: Path) -> None:
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("INSERT INTO lease VALUES (1, 'one', 1, 1, 0, 1, 0, 1, 1, 0, 0, 0)")

    assert judge(exported(), OnFile(store)).stuck == 1
