"""robots.txt before every page: read once, stored for all workers, its rules remembered here.

The steps ask `RobotsGate`, which reads unknown files by `fetch.robots`.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.domain.bounded import Bounded
from leadline.domain.errors import RobotsUnreachable, TurnOver
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped
from leadline.fetch.contract import Fetcher
from leadline.fetch.robots import RobotsState, read_robots
from leadline.pipeline.plan import Plan
from leadline.store.contract import Store
from leadline.store.reader import RobotsRecord
from leadline.urls.address import host_of, origin_of
from leadline.urls.robots import RobotsRules

_FRESH_S = 24 * 3600.0
_UNREACHABLE_FRESH_S = 5.0
_PATIENCE_S = 3600.0
_MAX_TRAILS = 500
_MAX_REMEMBERED_BYTES = 64 * 1024 * 1024
# A larger file takes more than 10 ms to parse.
_SMALL_BYTES = 50 * 1024


class KnownRobots(NamedTuple):
    """A file as it was read, without its body, and its rules for one agent."""

    record: RobotsRecord
    rules: RobotsRules
    read_at: float
    """By the monotonic clock of this process."""

    @property
    def is_fresh(self) -> bool:
        """Return whether the file need not be read again."""
        return _is_fresh(self.record, time.monotonic() - self.read_at)


class RobotsGate:
    """The rules of robots.txt, asked before every request for a page."""

    def __init__(self, store: Store, max_bytes: int = _MAX_REMEMBERED_BYTES) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._known: OrderedDict[tuple[str, str], KnownRobots] = OrderedDict()
        """By file and user agent, the least recently used first."""
        self.remembered_bytes = 0
        self._parsing = asyncio.Lock()
        self._trails = Bounded[str, list[Address]](_MAX_TRAILS)
        """Redirects of files that one turn was too short for: the next turn continues there."""

    async def refusal(self, address: Address, plan: Plan, fetcher: Fetcher) -> Skipped | None:
        """Return why a page must not be fetched, or None.

        Raises FetchError when that cannot be known now, and TurnOver when the page has to wait for
        another turn of its host.
        """
        if not plan.options.respects_robots:
            return None
        known = await self.known(address, plan, fetcher)
        if isinstance(known, Skipped):
            return known
        if known.record.state == RobotsState.UNREACHABLE:
            return _unreachable(known.record)
        if known.rules.allows(address):
            return None
        return Rule.DISALLOW.skip(f"robots.txt disallows {address}")

    async def sitemaps(self, address: Address, plan: Plan) -> tuple[str, ...]:
        """Return the Sitemap lines, as written, of a robots.txt that was read for this address."""
        if not plan.options.respects_robots:
            return ()
        file = _file_of(address, plan)
        if known := self._recall(file, plan):
            return known.rules.sitemaps
        record = await self._store.robots(file)
        return (await self._parse(file, plan, record)).rules.sitemaps if record else ()

    async def known(self, address: Address, plan: Plan, fetcher: Fetcher) -> KnownRobots | Skipped:
        """Return the rules for an address; read the file if need be. Raises as `refusal`."""
        file = _file_of(address, plan)
        if known := self._recall(file, plan):
            return known
        stored = await self._store.robots(file)
        if stored is not None and _is_fresh(stored, stored.age_s):
            return await self._parse(file, plan, stored)
        trail = self._trails.pop(file, [])
        try:
            read = await read_robots(origin_of(address), plan.request, fetcher, trail)
        except TurnOver:
            self._trails[file] = trail
            raise
        if isinstance(read, Skipped):
            return read
        record = RobotsRecord(read.state, read.body, read.detail)
        if read.state is RobotsState.UNREACHABLE:
            record = replace(record, failing_for_s=(stored and stored.failing_for_s) or 0.0)
        known = await self._parse(file, plan, record)
        delay_s = known.rules.crawl_delay_s or 0.0
        await self._store.put_robots(file, host_of(address), record, delay_s)
        if delay_s and not plan.is_scrape:
            # The next request, which is for a page, has to wait for the delay that was just read.
            raise TurnOver(address)
        return known

    async def _parse(self, file: str, plan: Plan, record: RobotsRecord) -> KnownRobots:
        """Parse a file and remember its rules; a large one once, and beside the event loop."""
        if len(record.body) <= _SMALL_BYTES:
            return self._remember(file, plan, record, RobotsRules(record.body, plan.user_agent))
        async with self._parsing:
            if known := self._recall(file, plan):
                return known
            rules = await asyncio.to_thread(RobotsRules, record.body, plan.user_agent)
            return self._remember(file, plan, record, rules)

    def _recall(self, file: str, plan: Plan) -> KnownRobots | None:
        known = self._known.get((file, plan.user_agent))
        if known is None or not known.is_fresh:
            return None
        self._known.move_to_end((file, plan.user_agent))
        return known

    def _remember(
        self, file: str, plan: Plan, record: RobotsRecord, rules: RobotsRules
    ) -> KnownRobots:
        key = (file, plan.user_agent)
        known = KnownRobots(replace(record, body=b""), rules, time.monotonic() - record.age_s)
        self._forget(self._known.pop(key, None))
        self._known[key] = known
        self.remembered_bytes += rules.size_bytes
        while self.remembered_bytes > self._max_bytes and len(self._known) > 1:
            self._forget(self._known.popitem(last=False)[1])
        return known

    def _forget(self, known: KnownRobots | None) -> None:
        self.remembered_bytes -= known.rules.size_bytes if known else 0


def _file_of(address: Address, plan: Plan) -> str:
    """Return the name that a robots.txt is stored under: its origin, and a digest of the headers.

    A site that asks for a password may have no file for requests without one, which would allow
    everything. Two bytes distinguish requests, and no password can be guessed from them.
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
    return Rule.UNREACHABLE.skip("robots.txt could not be read for an hour")
