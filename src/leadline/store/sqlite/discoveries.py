"""New pages of a commit: which are really new, and which are beyond a budget."""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any

from leadline.domain.outcomes import NOFOLLOW, SkipReason
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.store.contract import Manners
from leadline.store.sqlite.hosts import HostNumbers
from leadline.store.sqlite.queries import QUERIES
from leadline.store.sqlite.states import COMPLETED, NUMBER, PENDING, SITEMAP, SKIPPED
from leadline.store.sqlite.tally import Queue, Tally

# Addresses of one page may differ in what these rules look at: tracking parameters, slashes. So
# may the links to it.
_RULES_OF_WAYS = frozenset(["subpath", "include", "exclude", "max_length", NOFOLLOW])


class Discoveries:
    """Pages found by the outcomes of one commit, written together."""

    def __init__(
        self, db: sqlite3.Connection, hosts: HostNumbers, tally: Tally, manners: Manners
    ) -> None:
        self._db = db
        self._hosts = hosts
        self._tally = tally
        self._manners = manners
        self._found: dict[int, dict[int, tuple[NewPage, int | None]]] = {}
        self._listed: set[tuple[int, int]] = set()
        self._crawls: dict[int, sqlite3.Row] = {}

    def add(self, crawl: sqlite3.Row, found_on: int | None, pages: Sequence[NewPage]) -> None:
        """Note pages; the first that found a page is remembered as `found_on`.

        Of several addresses of a page the first counts that no rule refuses.
        """
        self._crawls[crawl["n"]] = crawl
        of_crawl = self._found.setdefault(crawl["n"], {})
        for page in pages:
            # A sitemap is not among the pages.
            way = (page, None if page.found_by is FoundBy.SITEMAP else found_on)
            first = of_crawl.setdefault(page.id, way)[0]
            if first.skipped and not page.skipped:
                of_crawl[page.id] = way
            if page.found_by is FoundBy.SITEMAP and page.kind is not PageKind.SITEMAP:
                self._listed.add((crawl["n"], page.id))

    def move(self, crawl: int, old: int, new: int) -> None:
        """A page is known by another id from now on, also as the one that others were found on."""
        for id_, (page, found_on) in self._found.get(crawl, {}).items():
            if found_on == old:
                self._found[crawl][id_] = (page, new)

    def write(self) -> None:
        """Store those that are not known yet."""
        for number, found in self._found.items():
            self._write(self._crawls[number], found)
        rows = [{"crawl": crawl, "id": page} for crawl, page in self._listed]
        self._db.executemany(QUERIES["list_page"], rows)

    def _write(self, crawl: sqlite3.Row, found: dict[int, tuple[NewPage, int | None]]) -> None:
        ids = json.dumps(list(found))
        known = self._db.execute(QUERIES["known_pages"], {"crawl": crawl["n"], "ids": ids})
        budgets = _Budgets(self._db, crawl, self._manners)
        for row in known.fetchall():
            page, _ = found.pop(row["id"])
            if row["rule"] in _RULES_OF_WAYS and page.skipped is None:
                self._let_in(crawl["n"], page, budgets)
        rows = []
        for page, found_on in found.values():
            rows.append(self._row(crawl["n"], page, found_on, budgets))
        self._db.executemany(QUERIES["add_page"], rows)
        budgets.write()

    def _let_in(self, crawl: int, page: NewPage, budgets: "_Budgets") -> None:
        """A page that a rule refused the way it was found first was found in a way none does."""
        row = self._db.execute(QUERIES["skipped_page"], {"crawl": crawl, "id": page.id}).fetchone()
        if row is None:
            return
        queue, reason = Queue(crawl, row["host"], row["kind"]), SkipReason(row["reason"])
        cut = budgets.cut(page, queue)
        state = _state(page, cut)
        self._db.execute(QUERIES["let_in_page"], page_row(queue, page, state, None, cut))
        if cut:
            self._tally.add(crawl, f"skipped_{reason}", -1)
            self._tally.add(crawl, f"skipped_{cut[0]}")
        else:
            self._tally.move(queue, SKIPPED, state, reason)
            self._tally.change(queue, ready=state == PENDING)

    def _row(
        self, crawl: int, page: NewPage, found_on: int | None, budgets: "_Budgets"
    ) -> dict[str, Any]:
        host = self._hosts.number(self._db, page.host, page.site)
        queue = Queue(crawl, host, NUMBER[page.kind])
        skipped = page.skipped or budgets.cut(page, queue)
        state = _state(page, skipped)
        self._tally.appear(queue, state, skipped[0] if skipped else None)
        return page_row(queue, page, state, found_on, skipped)


def _state(page: NewPage, skipped: tuple[SkipReason, str] | None) -> int:
    if skipped:
        return SKIPPED
    return PENDING if page.is_fetched else COMPLETED


def page_row(
    queue: Queue,
    page: NewPage,
    state: int,
    found_on: int | None,
    skipped: tuple[SkipReason, str] | None = None,
) -> dict[str, Any]:
    """The columns of a page that was found."""
    reason, rule = skipped or (None, None)
    return {
        **queue._asdict(),
        "id": page.id,
        "address": page.address,
        "depth": page.depth,
        "hops": page.hops,
        "state": state,
        "found_by": page.found_by,
        "found_on": found_on,
        "fetched": page.is_fetched,
        "reason": reason,
        "rule": rule,
    }


class _Budgets:
    """How many pages of a shape, hosts of a site, and sitemaps a crawl may still take."""

    def __init__(self, db: sqlite3.Connection, crawl: sqlite3.Row, manners: Manners) -> None:
        self._db = db
        self._crawl = crawl
        self._max_hosts = manners.max_hosts_per_domain
        self._sitemaps_left = manners.max_sitemaps - crawl["sitemaps"]
        self._shapes: dict[str, int] = {}
        self._taken: Counter[str] = Counter()
        self._cut: Counter[str] = Counter()
        self._sites: dict[str, int] = {}
        self._met: dict[int, bool] = {}
        self._new_hosts: Counter[str] = Counter()

    def cut(self, page: NewPage, queue: Queue) -> tuple[SkipReason, str] | None:
        """The rule that keeps a page out, or None, and then it is counted."""
        if not self._has_host(page, queue):
            return SkipReason.TRAP, "max_hosts_per_domain"
        if queue.kind == SITEMAP:
            self._sitemaps_left -= 1
            return (SkipReason.TRAP, "max_sitemaps") if self._sitemaps_left < 0 else None
        limit = self._crawl["max_per_shape"]
        if page.shape is None or not limit:
            return None
        if page.shape not in self._shapes:
            where = {"crawl": self._crawl["n"], "shape": page.shape}
            row = self._db.execute(QUERIES["count_shape"], where).fetchone()
            self._shapes[page.shape] = row[0] if row else 0
        if self._shapes[page.shape] >= limit:
            self._cut[page.shape] += 1
            return SkipReason.TRAP, "max_per_shape"
        self._shapes[page.shape] += 1
        self._taken[page.shape] += 1
        return None

    def _has_host(self, page: NewPage, queue: Queue) -> bool:
        host = queue.host
        if host not in self._met:
            is_known = self._db.execute(QUERIES["known_queue"], queue._asdict()).fetchone()
            self._met[host] = is_known is not None or self._meet(page.site)
        return self._met[host]

    def _meet(self, site: str) -> bool:
        if site not in self._sites:
            where = {"crawl": self._crawl["n"], "site": site}
            row = self._db.execute(QUERIES["count_hosts"], where).fetchone()
            self._sites[site] = row[0] if row else 0
        if 0 < self._max_hosts <= self._sites[site]:
            return False
        self._sites[site] += 1
        self._new_hosts[site] += 1
        return True

    def write(self) -> None:
        """Keep the counts for the commits to come."""
        number = self._crawl["n"]
        shapes = self._taken.keys() | self._cut.keys()
        self._db.executemany(
            QUERIES["add_to_shape"],
            [
                {"crawl": number, "shape": s, "pages": self._taken[s], "cut": self._cut[s]}
                for s in shapes
            ],
        )
        self._db.executemany(
            QUERIES["add_to_site"],
            [
                {"crawl": number, "site": site, "hosts": count}
                for site, count in self._new_hosts.items()
            ],
        )
