"""Counts over all pages of a crawl in one pass, with little memory per page."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.domain.crawls import PageId
from leadline.domain.listing import PageFacts
from leadline.domain.pages import Figure, PageState, figure_of
from leadline.domain.web.fetching import SUCCESS
from leadline.services.graph.rows import Numbers

OTHER = "(other)"
_MOST_VALUES = 1_000
_COMPACT_AT = 1_000_000
_LONGEST_TYPE = 100
_HTML = ("text/html", "application/xhtml+xml")


class CrawlSurvey:
    """Counts over facts of pages.

    `total`, `deepest`, `domains` and `others` do not count the root.
    """

    def __init__(self, root: PageId, top: int) -> None:
        self._root = root
        self._top = top
        self.total = 0
        self.figures = dict.fromkeys(Figure, 0)
        self.deepest = 0
        self.deepest_fetched = 0
        self.states: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.depths: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.hosts = Groups()
        self.domains = Groups()
        self.contents = Groups()
        self.largest: list[PageFacts] = []
        self._took_ms: list[NDArray[np.float32]] = []
        self._others: list[Numbers] = []
        self._readable: list[Numbers] = []

    def add(self, chunk: Sequence[PageFacts]) -> None:
        """Count some pages."""
        others = [page for page in chunk if page.id != self._root]
        self.total += len(others)
        self.deepest = max([self.deepest, *(page.depth for page in others)])
        kinds = Counter((page.state, page.is_fetched) for page in chunk)
        for (state, is_fetched), count in kinds.items():
            self.figures[figure_of(state, is_fetched=is_fetched)] += count
        _count(self.states, (page.state for page in chunk))
        _count(self.reasons, (page.reason for page in chunk))
        _count(self.rules, (page.rule for page in chunk if page.reason))
        _count(self.statuses, (page.status for page in chunk))
        _count(self.depths, (page.depth for page in chunk))
        _count(self.types, (_type(page) for page in chunk))
        self.hosts.add(chunk, [hash(page.host) for page in chunk])
        self.domains.add(others, [hash(page.domain) for page in others])
        self._others.append(_ids(others))
        self._add_fetched(chunk)

    def _add_fetched(self, chunk: Sequence[PageFacts]) -> None:
        depths = [page.depth for page in chunk if page.is_fetched]
        self.deepest_fetched = max([self.deepest_fetched, *depths])
        took = [page.took_ms for page in chunk if page.took_ms is not None]
        self._took_ms.append(np.array(took, np.float32))
        answered = [page for page in chunk if page.size is not None]
        by_size = sorted([*self.largest, *answered], key=lambda page: -(page.size or 0))
        self.largest = by_size[: self._top]
        read = [page for page in answered if page.size and not page.is_redirect]
        self.contents.add(read, [page.content_hash or 0 for page in read])
        self._readable.append(_ids([page for page in chunk if _is_readable(page)]))

    @property
    def others(self) -> Numbers:
        """Return the ids of all pages but the root."""
        return np.concatenate([np.empty(0, np.int64), *self._others])

    @property
    def readable(self) -> Numbers:
        """Return the ids of HTML pages that answered with success: only these can have links."""
        return np.concatenate([np.empty(0, np.int64), *self._readable])

    def latency(self, percents: Sequence[int]) -> dict[str, float]:
        """Return the time to answer in milliseconds, for each of these percentiles."""
        took = np.concatenate([np.empty(0, np.float32), *self._took_ms])
        if len(took) == 0:
            return {}
        found = np.percentile(took, percents).tolist()
        return {f"p{percent}": round(ms, 1) for percent, ms in zip(percents, found, strict=True)}


class Groups:
    """A count of pages by value. Takes 32 bytes per value, however many pages have it."""

    def __init__(self) -> None:
        self._rows = np.empty((4, 0), np.int64)
        """Values, counts, and the first and the last page of each."""
        self._new: list[Numbers] = []

    def add(self, pages: Sequence[PageFacts], values: Sequence[int]) -> None:
        """Count pages by values, which are 64-bit numbers or hashes."""
        ids = _ids(pages)
        self._new.append(np.stack([np.array(values, np.int64), np.ones_like(ids), ids, ids]))
        if sum(rows.shape[1] for rows in self._new) > max(_COMPACT_AT, self._rows.shape[1]):
            self._compact()

    def _compact(self) -> None:
        rows = np.concatenate([self._rows, *self._new], axis=1)
        self._new = []
        rows = rows[:, np.argsort(rows[0], kind="stable")]
        starts = np.flatnonzero(np.append(np.True_, rows[0, 1:] != rows[0, :-1])[: rows.shape[1]])
        if len(starts):
            counts = np.add.reduceat(rows[1], starts)
            first = np.minimum.reduceat(rows[2], starts)
            last = np.maximum.reduceat(rows[3], starts)
            self._rows = np.stack([rows[0, starts], counts, first, last])

    @property
    def counts(self) -> Numbers:
        """Return how many pages each value has."""
        self._compact()
        counts: Numbers = self._rows[1]
        return counts

    def largest(self, top: int) -> list[tuple[int, PageId, PageId]]:
        """Return the values that most pages have: the number of pages, and two of them."""
        # Values may be hashes, which differ in each process: ties are sorted by their first page.
        self._compact()
        _, counts, first, _ = self._rows
        order = np.lexsort((first, -counts))[:top]
        return [(int(n), PageId(int(a)), PageId(int(b))) for _, n, a, b in self._rows[:, order].T]


def _ids(pages: Sequence[PageFacts]) -> Numbers:
    return np.array([page.id for page in pages], np.int64)


def _count(counter: Counter[str], values: Iterable[Hashable]) -> None:
    """Count values as text. Beyond 1,000, the rest share a name: a site can have endless values."""
    for value, count in Counter(values).items():
        name = str(value)
        if value is not None:
            is_full = name not in counter and len(counter) >= _MOST_VALUES
            counter[OTHER if is_full else name] += count


def _type(page: PageFacts) -> Any:
    if page.content_type is None:
        return None
    return page.content_type.partition(";")[0].strip().lower()[:_LONGEST_TYPE] or "(none)"


def _is_readable(page: PageFacts) -> bool:
    is_answer = page.state is PageState.COMPLETED and page.status in SUCCESS
    return is_answer and _type(page) in _HTML
