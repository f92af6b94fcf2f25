"""robots.txt for a worker: read once, kept in the store for all, its rules remembered here."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

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
_MAX_WAYS = 500
_MAX_REMEMBERED_BYTES = 64 * 1024 * 1024
# A larger file takes more than 10 ms to parse.
_SMALL_BYTES = 50 * 1024


class Known(NamedTuple):
    """A file as it was read, without its body, and its rules for one agent."""

    record: RobotsRecord
    rules: RobotsRules
    read_at: float
    """By the clock of this process."""

    @property
    def is_fresh(self) -> bool:
        """Whether the file need not be read again."""
        return _is_fresh(self.record, time.monotonic() - self.read_at)


class StoredRobots:
    """The gate before every page."""

    def __init__(self, store: Store, max_bytes: int = _MAX_REMEMBERED_BYTES) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._known: OrderedDict[tuple[str, str], Known] = OrderedDict()
        """By file and user agent; the first was not asked for the longest."""
        self.remembered_bytes = 0
        self._parsing = asyncio.Lock()
        self._ways: dict[str, dict[Address, Response]] = {}
        """Redirects on the way to files that one turn was too short for."""

    async def refusal(self, address: Address, plan: Plan, fetcher: Fetcher) -> Skipped | None:
        """None when the page may be fetched. Raises FetchError when that cannot be known now."""
        if not plan.respects_robots:
            return None
        known = await self.known(address, plan, fetcher)
        if isinstance(known, Skipped):
            return known
        if known.record.state == RobotsState.UNREACHABLE:
            return _unreachable(known.record)
        if known.rules.allows(address):
            return None
        return Skipped(SkipReason.ROBOTS, "disallow", f"robots.txt disallows {address}")

    async def sitemaps(self, address: Address, plan: Plan) -> tuple[str, ...]:
        """The Sitemap lines, as written, of a robots.txt that was asked about this address."""
        if not plan.respects_robots:
            return ()
        file = _file_of(address, plan)
        if known := self._remembered(file, plan):
            return known.rules.sitemaps
        record = await self._store.robots(file)
        return (await self._parsed(file, plan, record)).rules.sitemaps if record else ()

    async def known(self, address: Address, plan: Plan, fetcher: Fetcher) -> Known | Skipped:
        """Return the rules for an address, after reading the file if need be. Raises FetchError."""
        file = _file_of(address, plan)
        if known := self._remembered(file, plan):
            return known
        stored = await self._store.robots(file)
        if stored is not None and _is_fresh(stored, stored.age_s):
            return await self._parsed(file, plan, stored)
        read = await self._read(address, plan, fetcher)
        if isinstance(read, Skipped):
            return read
        record = RobotsRecord(read.state, read.body, read.detail)
        if read.state is RobotsState.UNREACHABLE:
            record = replace(record, failing_for_s=(stored and stored.failing_for_s) or 0.0)
        known = await self._parsed(file, plan, record)
        delay_s = known.rules.crawl_delay_s or 0.0
        await self._store.put_robots(file, host_of(address), record, delay_s)
        if delay_s and not plan.is_scrape:
            # The next request, which is for a page, has to wait for as long as we just learned.
            raise TurnOver(address)
        return known

    async def _read(self, address: Address, plan: Plan, fetcher: Fetcher) -> RobotsFile | Skipped:
        """Read a file. What its redirects lead to may have to wait for turns to come."""
        file = _file_of(address, plan)
        if len(self._ways) >= _MAX_WAYS:
            self._ways.clear()
        way = self._ways.pop(file, {})
        on_way = _OnWay(fetcher, way)
        try:
            return await read_robots(origin_of(address), plan.request, on_way)
        except TurnOver:
            self._ways[file] = way
            # It is the page that waits, not the file.
            raise TurnOver(address) from None

    async def _parsed(self, file: str, plan: Plan, record: RobotsRecord) -> Known:
        """Remember the rules of a file; a large one is parsed once, and beside the event loop."""
        if len(record.body) <= _SMALL_BYTES:
            return self._remember(file, plan, record, RobotsRules(record.body, plan.user_agent))
        async with self._parsing:
            if known := self._remembered(file, plan):
                return known
            rules = await asyncio.to_thread(RobotsRules, record.body, plan.user_agent)
            return self._remember(file, plan, record, rules)

    def _remembered(self, file: str, plan: Plan) -> Known | None:
        known = self._known.get((file, plan.user_agent))
        if known is None or not known.is_fresh:
            return None
        self._known.move_to_end((file, plan.user_agent))
        return known

    def _remember(self, file: str, plan: Plan, record: RobotsRecord, rules: RobotsRules) -> Known:
        key = (file, plan.user_agent)
        known = Known(replace(record, body=b""), rules, time.monotonic() - record.age_s)
        self._forget(self._known.pop(key, None))
        self._known[key] = known
        self.remembered_bytes += rules.size_bytes
        while self.remembered_bytes > self._max_bytes and len(self._known) > 1:
            self._forget(self._known.popitem(last=False)[1])
        return known

    def _forget(self, known: Known | None) -> None:
        self.remembered_bytes -= known.rules.size_bytes if known else 0


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
            # Whoever follows it reads its headers only.
            self._way[request.address] = answer._replace(body=b"")
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


def _is_fresh(record: RobotsRecord, age_s: float) -> bool:
    is_unreachable = record.state == RobotsState.UNREACHABLE
    return age_s < (_UNREACHABLE_FRESH_S if is_unreachable else _FRESH_S)


def _unreachable(record: RobotsRecord) -> Skipped:
    if (record.failing_for_s or 0.0) < _PATIENCE_S:
        raise RobotsUnreachable(f"robots.txt cannot be read: {record.detail}")
    return Skipped(SkipReason.ROBOTS, "unreachable", "robots.txt could not be read for an hour")
