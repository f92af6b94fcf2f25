"""A crawl of any size that nobody had to fetch, stored as workers would have stored it."""

import itertools
from collections.abc import Iterable, Iterator, Sequence

import zstandard

from answers import ANSWER
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.domain.outcomes import Completed, Report
from leadline.domain.pages import Batch, FoundBy, Lead, NewPage, PageKind, Task, WorkerId
from leadline.pipeline.plan import page_id
from leadline.store.contract import MAX_NEW_PAGES, Store

HOST = "www.example"
WORKER = WorkerId("synthetic")
WORDS = ["harbour", "light", "tide", "lantern", "sound", "depth", "fathom", "lead", "line", "chart"]
_STRIDE = 7_919
_ANSWER = ANSWER._replace(size=20_000, timings=(0, 0, 0, 3.5, 4.5), ip="::1")


class SyntheticCrawl:
    """`pages` pages with up to `links` leads each; the root is page 0.

    A tree down to its leaves, which link to pages above them: those are known whenever a leaf is
    fetched.
    """

    def __init__(self, name: str, pages: int, links: int = 30, worker: WorkerId = WORKER) -> None:
        self.id = CrawlId(name)
        self._worker = worker
        self._pages = pages
        self._links = links
        self._numbers = {page_id(self.id, address_of(n)): n for n in range(pages)}
        self._ids = list(self._numbers)
        self._text = zstandard.ZstdCompressor(level=1).compress(" ".join(WORDS * 50).encode())
        self._commits = itertools.count(1)

    async def create(self, store: Store) -> CrawlId:
        """Begin it, with its root to be fetched."""
        options = CrawlOptions(delay_ms=0, concurrency=10_000, max_depth=100)
        return await store.create(self.id, CrawlKind.CRAWL, options, self._new(0))

    async def fill(self, store: Store, limit: int | None = None, at_once: int = 990) -> int:
        """Complete up to `limit` pages that are to be fetched, or all there are; return how many.

        Each claim and each commit has up to `at_once` of them.
        """
        whole = left = limit or self._pages
        while left > 0:
            most = min(left, at_once)
            claim = await store.claim(self._worker, [PageKind.PAGE], most, 10_000, self.id)
            reports = [report for batch in claim.batches for report in self._reports(batch)]
            if not reports:
                break
            await store.complete(self._worker, next(self._commits), reports)
            left -= sum(len(report.outcomes) for report in reports)
        return whole - left

    def _reports(self, batch: Batch) -> Iterator[Report]:
        for some in _sliced(batch.tasks, MAX_NEW_PAGES // self._links):
            outcomes = tuple(self._completed(task) for task in some)
            yield Report(batch.token, batch.crawl, batch.host, outcomes)

    def _completed(self, task: Task) -> Completed:
        number = self._numbers[task.id]
        children = range(number * self._links + 1, (number + 1) * self._links + 1)
        found = [child for child in children if child < self._pages]
        leads = (Lead(self._ids[n], f"To {_name(n)}") for n in found or self._above(number))
        title = f"{_name(number)} · Synthetic"
        answer = _ANSWER._replace(title=title, content_hash=number)
        new = tuple(self._new(n) for n in found)
        return Completed(task.id, answer, tuple(leads), new, {"text": self._text})

    def _above(self, number: int) -> Iterable[int]:
        """Pages that are less deep, spread over all of them."""
        first = sum(self._links**depth for depth in range(self._depth(number)))
        return {(number + n * _STRIDE) % first for n in range(self._links)}

    def _depth(self, number: int) -> int:
        depth = 0
        while number > 0:
            depth, number = depth + 1, (number - 1) // self._links
        return depth

    def _new(self, number: int) -> NewPage:
        depth = self._depth(number)
        by = FoundBy.LINK if number else FoundBy.ROOT
        address, site = address_of(number), "www.example"
        return NewPage(self._ids[number], address, HOST, site, depth, 0, by, is_fetched=True)


def address_of(number: int) -> Address:
    """Where a page would be."""
    return Address(f"https://{HOST}/{WORDS[number % len(WORDS)]}/{number}")


def _name(number: int) -> str:
    return f"{WORDS[number % len(WORDS)]} {number}"


def _sliced(tasks: Sequence[Task], size: int) -> Iterator[Sequence[Task]]:
    for start in range(0, len(tasks), size):
        yield tasks[start : start + size]
