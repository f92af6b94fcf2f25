"""robots.txt for a worker: read once, kept in the store for all, remembered here."""

import hashlib
import time
from dataclasses import replace

from leadline.domain.addresses import Address
from leadline.domain.errors import RobotsUnreachable, TurnOver
from leadline.domain.fetching import Request, Response
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.fetch.redirects import redirect_of
from leadline.fetch.robots import RobotsFile, RobotsState, read_robots
from leadline.pipeline.plan import Plan
from leadline.store.contract import Store
from leadline.store.reader import RobotsRecord
from leadline.urls.address import host_of, origin_of
from leadline.urls.robots import RobotsRules

_FRESH_S = 24 * 3600.0
_UNREACHABLE_FRESH_S = 5.0
_PATIENCE_S = 3600.0
_MAX_REMEMBERED = 2_000


class StoredRobots:
    """The gate before every page."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._records: dict[str, tuple[RobotsRecord, float]] = {}
        """With the time (of this process) at which each was read."""
        self._rules: dict[tuple[str, str], RobotsRules] = {}
        self._ways: dict[str, dict[Address, Response]] = {}
        """Redirects on the way to files that one turn was too short for."""

    async def refusal(self, address: Address, plan: Plan, fetcher: Fetcher) -> Skipped | None:
        """None when the page may be fetched. Raises FetchError when that cannot be known now."""
        if not plan.respects_robots:
            return None
        file = _file_of(address, plan)
        record = await self._record(address, plan, fetcher)
        if isinstance(record, Skipped):
            return record
        if record.state == RobotsState.UNREACHABLE:
            return _unreachable(record)
        rules = self._rules.get((file, plan.user_agent))
        if rules is None:
            rules = RobotsRules(record.body, plan.user_agent)
            self._rules[file, plan.user_agent] = rules
        if rules.allows(address):
            return None
        return Skipped(SkipReason.ROBOTS, "disallow", f"robots.txt disallows {address}")

    async def sitemaps(self, address: Address, plan: Plan) -> tuple[str, ...]:
        """The Sitemap lines, as written, of a robots.txt that was asked about this address."""
        if not plan.respects_robots:
            return ()
        file = _file_of(address, plan)
        record = self._remembered(file) or await self._store.robots(file)
        return RobotsRules(record.body, plan.user_agent).sitemaps if record else ()

    async def _record(
        self, address: Address, plan: Plan, fetcher: Fetcher
    ) -> RobotsRecord | Skipped:
        file = _file_of(address, plan)
        if record := self._remembered(file):
            return record
        stored = await self._store.robots(file)
        if stored is None or not _is_fresh(stored, stored.age_s):
            read = await self._read(address, plan, fetcher)
            if isinstance(read, Skipped):
                return read
            record = await self._kept(address, plan, read, stored)
            self._remember(file, record)
            if _crawl_delay_s(read, plan) and not plan.is_scrape:
                # The next request, which is for a page, has to wait for as long as we just learned.
                raise TurnOver(address)
            return record
        self._remember(file, stored)
        return stored

    async def _read(self, address: Address, plan: Plan, fetcher: Fetcher) -> RobotsFile | Skipped:
        """Read a file. What its redirects lead to may have to wait for turns to come."""
        file = _file_of(address, plan)
        if len(self._ways) >= _MAX_REMEMBERED:
            self._ways.clear()
        way = self._ways.pop(file, {})
        on_way = _OnWay(fetcher, way)
        try:
            return await read_robots(origin_of(address), plan.request, on_way)
        except TurnOver:
            self._ways[file] = way
            # It is the page that waits, not the file.
            raise TurnOver(address) from None

    async def _kept(
        self, address: Address, plan: Plan, file: RobotsFile, last: RobotsRecord | None
    ) -> RobotsRecord:
        record = RobotsRecord(file.state, file.body, file.detail)
        if file.state is RobotsState.UNREACHABLE:
            record = replace(record, failing_for_s=(last and last.failing_for_s) or 0.0)
        delay_s = _crawl_delay_s(file, plan)
        await self._store.put_robots(_file_of(address, plan), host_of(address), record, delay_s)
        return record

    def _remembered(self, file: str) -> RobotsRecord | None:
        record, read_at = self._records.get(file, (None, 0.0))
        is_fresh = record is not None and _is_fresh(record, time.monotonic() - read_at)
        return record if is_fresh else None

    def _remember(self, file: str, record: RobotsRecord) -> None:
        if len(self._records) >= _MAX_REMEMBERED:
            self._records.clear()
            self._rules.clear()
        self._records[file] = (record, time.monotonic() - record.age_s)
        self._rules = {key: rules for key, rules in self._rules.items() if key[0] != file}


class _OnWay(Fetcher):
    """Fetches for a chain of redirects, and does not ask again for those that it has followed."""

    def __init__(self, fetcher: Fetcher, way: dict[Address, Response]) -> None:
        self._fetcher = fetcher
        self._way = way

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """See the contract. Raises TurnOver."""
        if request.address in self._way:
            return self._way[request.address]
        answer = await self._fetcher.fetch(request, jar)
        if isinstance(answer, Response) and redirect_of(answer) is not None:
            self._way[request.address] = answer
        return answer

    def new_jar(self) -> CookieJar:
        """See the contract."""
        return self._fetcher.new_jar()


def _file_of(address: Address, plan: Plan) -> str:
    """What a robots.txt is kept under: its origin, and to whom it was shown.

    A site that asks for a password has none for strangers, which would allow everything. Two bytes
    tell those who ask apart, and nobody can guess a password from them.
    """
    origin, headers = origin_of(address), plan.headers_for(address)
    if not headers:
        return origin
    return f"{origin}#{hashlib.blake2b(repr(headers).encode(), digest_size=2).hexdigest()}"


def _crawl_delay_s(file: RobotsFile, plan: Plan) -> float:
    return RobotsRules(file.body, plan.user_agent).crawl_delay_s or 0.0


def _is_fresh(record: RobotsRecord, age_s: float) -> bool:
    is_unreachable = record.state == RobotsState.UNREACHABLE
    return age_s < (_UNREACHABLE_FRESH_S if is_unreachable else _FRESH_S)


def _unreachable(record: RobotsRecord) -> Skipped:
    if (record.failing_for_s or 0.0) < _PATIENCE_S:
        raise RobotsUnreachable(f"robots.txt cannot be read: {record.detail}")
    return Skipped(SkipReason.ROBOTS, "unreachable", "robots.txt could not be read for an hour")
