"""Reads of pages and leads: in chunks, so that no read stays open."""

import json
import sqlite3
from collections.abc import Collection

from leadline.domain.addresses import Address
from leadline.domain.crawls import (
    CrawlId,
    FailureCount,
    HostPace,
    PageId,
    Sample,
    SkipCount,
    TrappedShape,
)
from leadline.domain.errors import UnknownCrawl
from leadline.domain.pages import InFlight, Page, PageLeads, WorkerId
from leadline.domain.skips import SkipReason
from leadline.store.sqlite.columns import read_page
from leadline.store.sqlite.queries import QUERIES


def number_of(db: sqlite3.Connection, crawl: CrawlId) -> int:
    """Return the number of a crawl in the file. Raises UnknownCrawl."""
    row = db.execute("SELECT n FROM crawl WHERE id = ?", (crawl,)).fetchone()
    if row is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    return int(row[0])


def place_after(db: sqlite3.Connection, crawl: CrawlId, page: PageId | None) -> dict[str, int]:
    """Return where to continue after a page, in the order of finding. Raises UnknownCrawl."""
    number = number_of(db, crawl)
    if page is None:
        return {"crawl": number, "after": 0}
    row = db.execute(QUERIES["found_at"], {"crawl": number, "id": page}).fetchone()
    if row is None:
        raise UnknownCrawl(f"crawl {crawl} was deleted meanwhile")
    return {"crawl": number, "after": int(row["n"])}


def pages(db: sqlite3.Connection, crawl: CrawlId, limit: int, after: PageId | None) -> list[Page]:
    """Return pages as they were found."""
    where = place_after(db, crawl, after) | {"limit": limit}
    return [read_page(row) for row in db.execute(QUERIES["pages"], where)]


def listed_pages(
    db: sqlite3.Connection, crawl: CrawlId, limit: int, after: PageId | None
) -> list[PageId]:
    """Return pages that sitemaps list, as they were found."""
    where = place_after(db, crawl, after) | {"limit": limit}
    return [PageId(row["id"]) for row in db.execute(QUERIES["listed_pages"], where)]


def ended_pages(db: sqlite3.Connection, crawl: CrawlId, limit: int, after_seq: int) -> list[Page]:
    """Return pages as they ended."""
    where = {"crawl": number_of(db, crawl), "after": after_seq, "limit": limit}
    return [read_page(row) for row in db.execute(QUERIES["ended_pages"], where)]


def failed_pages(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> list[Page]:
    """Return some pages that failed, by kind of error."""
    where = {"crawl": number_of(db, crawl), "limit": limit}
    return [read_page(row) for row in db.execute(QUERIES["some_failed_pages"], where)]


def pages_by_id(
    db: sqlite3.Connection, crawl: CrawlId, ids: Collection[PageId]
) -> dict[PageId, Page]:
    """Return the known ones of some pages."""
    where = {"crawl": number_of(db, crawl), "ids": json.dumps(list(ids))}
    return {page.id: page for page in map(read_page, db.execute(QUERIES["pages_by_id"], where))}


def skipped_pages(
    db: sqlite3.Connection,
    crawl: CrawlId,
    rule: tuple[SkipReason, str],
    limit: int,
    after: PageId | None,
) -> list[Page]:
    """Return pages that a rule skips, as they were found."""
    reason, name = rule
    where = {"reason": reason, "rule": name, "limit": limit}
    where |= place_after(db, crawl, after)
    ids = [row["id"] for row in db.execute(QUERIES["skipped_by"], where)]
    pages = pages_by_id(db, crawl, ids)
    return [pages[page] for page in ids]


def bodies(
    db: sqlite3.Connection, crawl: CrawlId, ids: Collection[PageId], name: str
) -> dict[PageId, bytes]:
    """Return one piece of some pages."""
    where = {"crawl": number_of(db, crawl), "ids": json.dumps(list(ids)), "name": name}
    return {PageId(row["id"]): row["data"] for row in db.execute(QUERIES["bodies"], where)}


def pieces(db: sqlite3.Connection, crawl: CrawlId, page: PageId) -> dict[str, int]:
    """Return the names and sizes of the pieces of a page."""
    where = {"crawl": number_of(db, crawl), "id": page}
    return {row["name"]: row["size"] for row in db.execute(QUERIES["pieces"], where)}


def leads(db: sqlite3.Connection, crawl: CrawlId, limit: int, after_seq: int) -> list[PageLeads]:
    """Return leads in the order in which their pages ended."""
    where = {"crawl": number_of(db, crawl), "after": after_seq, "limit": limit}
    return [PageLeads(*row) for row in db.execute(QUERIES["leads"], where)]


def edges(db: sqlite3.Connection, crawl: CrawlId, limit: int, after_seq: int) -> list[PageLeads]:
    """Return leads without their notes."""
    where = {"crawl": number_of(db, crawl), "after": after_seq, "limit": limit}
    return [PageLeads(*row) for row in db.execute(QUERIES["edges"], where)]


def leads_of(
    db: sqlite3.Connection, crawl: CrawlId, ids: Collection[PageId]
) -> dict[PageId, PageLeads]:
    """Return the leads of some pages."""
    where = {"crawl": number_of(db, crawl), "ids": json.dumps(list(ids))}
    found = (PageLeads(*row) for row in db.execute(QUERIES["leads_of"], where))
    return {leads.source: leads for leads in found}


def in_flight(db: sqlite3.Connection, crawl: CrawlId, limit: int, now: float) -> list[InFlight]:
    """Return pages that workers have in hand."""
    where = {"crawl": number_of(db, crawl), "limit": limit}
    return [
        InFlight(
            PageId(row["id"]),
            Address(row["address"]),
            row["name"],
            WorkerId(row["worker"]),
            now - row["claimed_at"],
        )
        for row in db.execute(QUERIES["in_flight"], where)
    ]


def samples(db: sqlite3.Connection, crawl: CrawlId, after: float) -> list[Sample]:
    """Return the progress of the crawl over time."""
    where = {"crawl": number_of(db, crawl), "after": after}
    return [Sample(*row) for row in db.execute(QUERIES["samples"], where)]


def trapped_shapes(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> list[TrappedShape]:
    """Return shapes beyond their budget."""
    where = {"crawl": number_of(db, crawl), "limit": limit}
    return [TrappedShape(*row) for row in db.execute(QUERIES["trapped_shapes"], where)]


def skips(db: sqlite3.Connection, crawl: CrawlId) -> list[SkipCount]:
    """Count skipped pages by rule."""
    where = {"crawl": number_of(db, crawl)}
    return [
        SkipCount(SkipReason(reason), rule, pages, Address(example))
        for reason, rule, pages, example in db.execute(QUERIES["skips"], where)
    ]


def failures(db: sqlite3.Connection, crawl: CrawlId, examples: int) -> list[FailureCount]:
    """Count failed pages by error and status."""
    where = {"crawl": number_of(db, crawl), "examples": examples}
    return [
        FailureCount(error, status, pages, tuple(map(PageId, json.loads(some))))
        for error, status, pages, some in db.execute(QUERIES["failures"], where)
    ]


def hosts(
    db: sqlite3.Connection, crawl: CrawlId, limit: int, after: str, now: float
) -> list[HostPace]:
    """Return hosts that the crawl takes pages from, with their pace."""
    number = number_of(db, crawl)
    where = {"crawl": number, "after": after, "limit": limit}
    found = db.execute(QUERIES["hosts_of_crawl"], where).fetchall()
    return [_host(db, number, row, now) for row in found]


def busiest_hosts(db: sqlite3.Connection, crawl: CrawlId, limit: int, now: float) -> list[HostPace]:
    """Return hosts with unfinished pages, those with the most first."""
    number = number_of(db, crawl)
    found = db.execute(QUERIES["busiest_hosts"], {"crawl": number, "limit": limit}).fetchall()
    return [_host(db, number, row, now) for row in found]


def _gap_s(db: sqlite3.Connection, host: sqlite3.Row) -> float:
    """Return the gap of a host: the largest that an open crawl or robots.txt asks for."""
    row = db.execute(QUERIES["strictest_gap"], {"host": host["n"]}).fetchone()
    return max(row[0] if row else 0.0, float(host["robots_gap_s"]))


def _host(db: sqlite3.Connection, crawl: int, row: sqlite3.Row, now: float) -> HostPace:
    where = {"crawl": crawl, "host": row["n"]}
    (leased,) = db.execute(QUERIES["leased_on_host"], where).fetchone()
    return HostPace(
        host=row["name"],
        domain=row["domain"],
        ip=row["ip"],
        cname=row["cname"],
        pending=row["unfinished"] - leased,
        in_progress=leased,
        gap_s=_gap_s(db, row),
        robots_gap_s=row["robots_gap_s"],
        rests_for_s=max(0.0, row["rests_until"] - now),
        failures=row["failures"],
        failing_for_s=None if row["failing_since"] is None else now - row["failing_since"],
    )
