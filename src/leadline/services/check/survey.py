"""All pages of a crawl, looked at once: what is broken, slow, or was never asked for."""

import heapq
from array import array
from collections import Counter
from collections.abc import Sequence

import numpy as np

from leadline.domain.crawls import PageId
from leadline.domain.listing import PageFacts
from leadline.domain.outcomes import NOFOLLOW, SkipReason
from leadline.domain.pages import PageKind, PageState, figure_of
from leadline.services.graph.rows import Numbers

UNSURE = frozenset([401, 403, 405, 429, 999])
"""What sites answer to robots, whatever people are shown: of other sites it tells nothing."""
PERMANENT = frozenset([301, 308])
LEADING_ON = PERMANENT | {302, 303, 307}
SLOWEST = 20

_OWN_NAMES = frozenset([NOFOLLOW, "rests", "include", "exclude"])

_Kind = tuple[PageState, PageKind, int | None, SkipReason | None, str | None, bool]


class Survey:
    """All pages, counted in one pass; of those that matter, the ids."""

    def __init__(self, slow_ms: float) -> None:
        self._slow_ms = slow_ms
        self._counts: Counter[_Kind] = Counter()
        self._broken, self._unsure, self._permanent = array("q"), array("q"), array("q")
        self.slow = 0
        self.slowest: list[tuple[float, PageId]] = []

    def add(self, chunk: Sequence[PageFacts]) -> None:
        """Count some pages."""
        self._counts.update(map(_kind, chunk))
        for page in chunk:
            if _is_unsure(_kind(page)):
                self._unsure.append(page.id)
            elif page.state is PageState.FAILED:
                self._broken.append(page.id)
            elif page.is_redirect and page.status in PERMANENT:
                self._permanent.append(page.id)
        slow = [(page.took_ms or 0.0, page.id) for page in chunk if self._is_slow(page)]
        self.slow += len(slow)
        self.slowest = heapq.nlargest(SLOWEST, [*self.slowest, *slow])

    def _is_slow(self, page: PageFacts) -> bool:
        is_own = page.kind is not PageKind.EXTERNAL
        return is_own and page.took_ms is not None and page.took_ms > self._slow_ms

    @property
    def broken(self) -> Numbers:
        """Pages that could not be had."""
        return np.array(self._broken, np.int64)

    @property
    def unsure(self) -> Numbers:
        """Pages of other sites that refused, and redirects to nowhere that we could ask."""
        return np.array(self._unsure, np.int64)

    @property
    def permanent(self) -> Numbers:
        """Pages that have moved for good."""
        return np.array(self._permanent, np.int64)

    @property
    def not_checked(self) -> dict[str, int]:
        """Pages of which nothing is known, by the reason."""
        named = ((_not_checked(kind), count) for kind, count in self._counts.items())
        total: Counter[str] = Counter()
        for name, count in named:
            if name:
                total[name] += count
        return dict(total.most_common())

    def checked(self, *kinds: PageKind) -> int:
        """How many pages of these kinds gave an answer, or failed."""
        of_these = ((kind, n) for kind, n in self._counts.items() if kind[1] in kinds)
        return sum(n for kind, n in of_these if not _not_checked(kind) and not _is_unsure(kind))


def _kind(page: PageFacts) -> _Kind:
    return page.state, page.kind, page.status, page.reason, page.rule, page.is_redirect


def _is_unsure(kind: _Kind) -> bool:
    state, page_kind, status, _, _, is_redirect = kind
    if state is PageState.COMPLETED:
        return status in LEADING_ON and not is_redirect
    return state is PageState.FAILED and page_kind is PageKind.EXTERNAL and status in UNSURE


def _not_checked(kind: _Kind) -> str | None:
    """Why nothing is known of a page; None when something is."""
    state, _, status, reason, rule, _ = kind
    match state:
        case PageState.FAILED:
            return None
        case PageState.COMPLETED:
            return "too_deep" if status is None else None
        case PageState.SKIPPED:
            return rule if rule in _OWN_NAMES else reason
        case _:
            return figure_of(state, is_fetched=False)
