"""Reading what was found: in chunks, so that no read stays open."""

import json
import sqlite3
from array import array
from collections.abc import Collection

from leadline.domain.addresses import Address
from leadline.domain.crawls import (
    CrawlId,
    CutShape,
    FailureCount,
    HostPace,
    PageId,
    Sample,
    SkipCount,
)
from leadline.domain.errors import UnknownCrawl
from leadline.domain.outcomes import SkipReason
from leadline.domain.pages import FoundBy, InFlight, Page, PageLeads, WorkerId
from leadline.store.sqlite.hosts import gap_s
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import COMPLETED, KINDS, STATES


def number_of(db: sqlite3.Connection, crawl: CrawlId) -> int:
    """The number of a crawl in the file. Raises UnknownCrawl."""
    row = db.execute("SELECT n FROM crawl WHERE id = ?", (crawl,)).fetchone()
    if row is None:
        raise UnknownCrawl(f"there is no crawl {crawl}")
    return int(row[0])


def place_after(db: sqlite3.Connection, crawl: CrawlId, page: PageId | None) -> dict[str, int]:
    """Where to go on after a page, in the order in which pages were found. Raises UnknownCrawl."""
    number = number_of(db, crawl)
    if page is None:
        return {"crawl": number, "after": 0}
    row = db.execute(QUERIES["found_at"], {"crawl": number, "id": page}).fetchone()
    if row is None:
        raise UnknownCrawl(f"crawl {crawl} was deleted meanwhile")
    return {"crawl": number, "after": int(row["n"])}


def pages(db: sqlite3.Connection, crawl: CrawlId, limit: int, after: PageId | None) -> list[Page]:
    """Pages as they were found."""
    where = place_after(db, crawl, after) | {"limit": limit}
    return [_page(row) for row in db.execute(QUERIES["pages"], where)]


def listed(
    db: sqlite3.Connection, crawl: CrawlId, limit: int, after: PageId | None
) -> list[PageId]:
    """Pages that sitemaps list, as they were found."""
    where = place_after(db, crawl, after) | {"limit": limit}
    return [PageId(row["id"]) for row in db.execute(QUERIES["listed_pages"], where)]


def ended_pages(db: sqlite3.Connection, crawl: CrawlId, limit: int, after_seq: int) -> list[Page]:
    """Pages as they ended."""
    where = {"crawl": number_of(db, crawl), "after": after_seq, "limit": limit}
    return [_page(row) for row in db.execute(QUERIES["ended_pages"], where)]


def failed_pages(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> list[Page]:
    """Some pages that failed, by kind of error."""
    where = {"crawl": number_of(db, crawl), "limit": limit}
    return [_page(row) for row in db.execute(QUERIES["some_failed_pages"], where)]


def pages_by_id(
    db: sqlite3.Connection, crawl: CrawlId, ids: Collection[PageId]
) -> dict[PageId, Page]:
    """Some pages."""
    where = {"crawl": number_of(db, crawl), "ids": json.dumps(list(ids))}
    return {page.id: page for page in map(_page, db.execute(QUERIES["pages_by_id"], where))}


def skipped(
    db: sqlite3.Connection,
    crawl: CrawlId,
    rule: tuple[SkipReason, str],
    limit: int,
    after: PageId | None,
) -> list[Page]:
    """Pages that a rule keeps out, as they were found."""
    reason, name = rule
    where = {"reason": reason, "rule": name, "limit": limit}
    where |= place_after(db, crawl, after)
    ids = [row["id"] for row in db.execute(QUERIES["skipped_by"], where)]
    pages = pages_by_id(db, crawl, ids)
    return [pages[page] for page in ids]


def bodies(
    db: sqlite3.Connection, crawl: CrawlId, ids: Collection[PageId], name: str
) -> dict[PageId, bytes]:
    """A piece of some pages."""
    where = {"crawl": number_of(db, crawl), "ids": json.dumps(list(ids)), "name": name}
    return {PageId(row["id"]): row["data"] for row in db.execute(QUERIES["bodies"], where)}


def pieces(db: sqlite3.Connection, crawl: CrawlId, page: PageId) -> dict[str, int]:
    """What there is of a page."""
    where = {"crawl": number_of(db, crawl), "id": page}
    return {row["name"]: row["size"] for row in db.execute(QUERIES["pieces"], where)}


def leads(db: sqlite3.Connection, crawl: CrawlId, limit: int, after_seq: int) -> list[PageLeads]:
    """Leads in the order of completion."""
    where = {"crawl": number_of(db, crawl), "after": after_seq, "limit": limit}
    return [PageLeads(*row) for row in db.execute(QUERIES["leads"], where)]


def edges(db: sqlite3.Connection, crawl: CrawlId, limit: int, after_seq: int) -> list[PageLeads]:
    """Leads without their notes."""
    where = {"crawl": number_of(db, crawl), "after": after_seq, "limit": limit}
    return [PageLeads(*row) for row in db.execute(QUERIES["edges"], where)]


def leads_of(
    db: sqlite3.Connection, crawl: CrawlId, ids: Collection[PageId]
) -> dict[PageId, PageLeads]:
    """The leads of some pages."""
    where = {"crawl": number_of(db, crawl), "ids": json.dumps(list(ids))}
    found = (PageLeads(*row) for row in db.execute(QUERIES["leads_of"], where))
    return {leads.source: leads for leads in found}


def in_flight(db: sqlite3.Connection, crawl: CrawlId, limit: int, now: float) -> list[InFlight]:
    """What workers have in hand."""
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
    """How far the crawl was at times."""
    where = {"crawl": number_of(db, crawl), "after": after}
    return [Sample(*row) for row in db.execute(QUERIES["samples"], where)]


def cut_shapes(db: sqlite3.Connection, crawl: CrawlId, limit: int) -> list[CutShape]:
    """Shapes beyond their budget."""
    where = {"crawl": number_of(db, crawl), "limit": limit}
    return [CutShape(*row) for row in db.execute(QUERIES["cut_shapes"], where)]


def skips(db: sqlite3.Connection, crawl: CrawlId) -> list[SkipCount]:
    """Skipped pages by rule."""
    where = {"crawl": number_of(db, crawl)}
    return [
        SkipCount(SkipReason(reason), rule, pages, Address(example))
        for reason, rule, pages, example in db.execute(QUERIES["skips"], where)
    ]


def failures(db: sqlite3.Connection, crawl: CrawlId, examples: int) -> list[FailureCount]:
    """Failed pages by how they failed."""
    where = {"crawl": number_of(db, crawl), "examples": examples}
    return [
        FailureCount(error, status, pages, tuple(map(PageId, json.loads(some))))
        for error, status, pages, some in db.execute(QUERIES["failures"], where)
    ]


def hosts(
    db: sqlite3.Connection, crawl: CrawlId, limit: int, after: str, now: float
) -> list[HostPace]:
    """Hosts that the crawl takes pages from, with their pace."""
    number = number_of(db, crawl)
    where = {"crawl": number, "after": after, "limit": limit}
    found = db.execute(QUERIES["hosts_of_crawl"], where).fetchall()
    return [_host(db, number, row, now) for row in found]


def busiest_hosts(db: sqlite3.Connection, crawl: CrawlId, limit: int, now: float) -> list[HostPace]:
    """Hosts with unfinished pages, those with the most first."""
    number = number_of(db, crawl)
    found = db.execute(QUERIES["busiest_hosts"], {"crawl": number, "limit": limit}).fetchall()
    return [_host(db, number, row, now) for row in found]


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
        gap_s=gap_s(db, row["n"]),
        robots_gap_s=row["robots_gap_s"],
        rests_for_s=max(0.0, row["rests_until"] - now),
        failures=row["failures"],
    )


def _page(row: sqlite3.Row) -> Page:
    # By position: looking so many columns up by name takes as long as all the rest.
    (id_, address, host, kind, state, depth, found_by, found_on, parent, *then) = row
    (fetched, attempts, seq, reason, rule, status, content_type, size, title, *then) = then
    (truncated, parse, content_hash, redirected_to, timings, ip, error, message) = then
    return Page(
        id=PageId(id_),
        address=Address(address),
        host=host,
        kind=KINDS[kind],
        state=STATES[state],
        depth=depth,
        found_by=FoundBy(found_by),
        found_on=_id(found_on),
        parent=_id(parent),
        is_fetched=bool(fetched) and state == COMPLETED,
        attempts=attempts,
        seq=seq,
        reason=SkipReason(reason) if reason else None,
        rule=rule,
        status=status,
        content_type=content_type,
        size=size,
        title=title or None,
        truncated=truncated,
        parse=parse,
        content_hash=content_hash,
        redirected_to=Address(redirected_to) if redirected_to else None,
        timings=tuple(round(value, 3) for value in array("f", timings or b"")),
        ip=ip,
        error=error,
        message=message,
    )


def _id(value: int | None) -> PageId | None:
    return None if value is None else PageId(value)
