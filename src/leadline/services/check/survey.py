"""One pass over all pages of a crawl: which are broken, slow, or were not requested."""

import heapq
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from leadline.domain.crawls import PageFigures, PageId
from leadline.domain.errors import (
    ConnectFailed,
    ConnectRefused,
    ConnectTimedOut,
    DnsFailed,
    RobotsUnreachable,
)
from leadline.domain.listing import PageFacts
from leadline.domain.pages import Figure, PageKind, PageState, figure_of
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.services.graph.rows import Numbers

UNSURE = frozenset([401, 403, 405, 429, 999])
"""Statuses that sites answer to robots, but not to people: other sites are not broken by them."""
PERMANENT = frozenset([301, 308])
LEADING_ON = PERMANENT | {302, 303, 307}
SLOWEST = 20

UNREACHED = "unreached"
"""The reason for which pages of a host that stopped answering are not checked."""

_OF_HOST = frozenset(
    error.__name__
    for error in (ConnectFailed, ConnectRefused, ConnectTimedOut, DnsFailed, RobotsUnreachable)
)
_OWN_NAMES = frozenset([Rule.NOFOLLOW, Rule.RESTS, Rule.INCLUDE, Rule.EXCLUDE])

_Kind = tuple[PageState, PageKind, int | None, SkipReason | None, str | None, bool, str | None]
"""The facts by which pages are counted; last the host, if the page failed because of it."""


class CheckSurvey:
    """Counts of all pages in one pass, and the ids of those that are reported."""

    def __init__(self, slow_ms: float) -> None:
        self._slow_ms = slow_ms
        self._counts: Counter[_Kind] = Counter()
        self._answered: set[str] = set()
        self._silent: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        self._broken, self._unsure, self._permanent = array("q"), array("q"), array("q")
        self.slow = 0
        self.slowest: list[tuple[float, PageId]] = []

    def add(self, chunk: Sequence[PageFacts]) -> None:
        """Count some pages."""
        self._counts.update(map(_kind, chunk))
        self._answered.update(page.host for page in chunk if page.status is not None)
        for page in chunk:
            if _is_unsure(_kind(page)):
                self._unsure.append(page.id)
            elif _is_of_host(page):
                self._silent[page.host].append(page.id)
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
        """Return failed pages, except those of hosts that stopped answering."""
        absent = [ids for host, ids in self._silent.items() if host not in self._answered]
        return np.concatenate([np.array(ids, np.int64) for ids in (self._broken, *absent)])

    @property
    def given_up(self) -> dict[str, int]:
        """Return hosts that answered and then stopped, with the number of pages not reached."""
        hosts = {host: len(ids) for host, ids in self._silent.items() if host in self._answered}
        return dict(sorted(hosts.items(), key=lambda item: (-item[1], item[0])))

    @property
    def figures(self) -> PageFigures:
        """Return the figures of the crawl, from the same pass as `not_checked`."""
        counts = dict.fromkeys(Figure, 0)
        for (state, _, status, *_), count in self._counts.items():
            counts[figure_of(state, is_fetched=status is not None)] += count
        named = {figure.replace(" ", "_"): count for figure, count in counts.items()}
        return PageFigures(found=sum(named.values()), **named)

    @property
    def unsure(self) -> Numbers:
        """Return pages of other sites that rejected us, and redirects without a web address."""
        return np.array(self._unsure, np.int64)

    @property
    def permanent(self) -> Numbers:
        """Return pages that redirect permanently."""
        return np.array(self._permanent, np.int64)

    @property
    def not_checked(self) -> dict[str, int]:
        """Return the number of pages that were not checked, by reason."""
        named = ((self._not_checked(kind), count) for kind, count in self._counts.items())
        total: Counter[str] = Counter()
        for name, count in named:
            if name:
                total[name] += count
        return dict(total.most_common())

    def checked(self, *kinds: PageKind) -> int:
        """Return how many pages of these kinds answered or failed."""
        of_these = ((kind, n) for kind, n in self._counts.items() if kind[1] in kinds)
        return sum(
            n for kind, n in of_these if not self._not_checked(kind) and not _is_unsure(kind)
        )

    def _not_checked(self, kind: _Kind) -> str | None:
        return UNREACHED if kind[-1] in self._answered else _not_checked(kind)


def _kind(page: PageFacts) -> _Kind:
    host = page.host if _is_of_host(page) else None
    return page.state, page.kind, page.status, page.reason, page.rule, page.is_redirect, host


def _is_of_host(page: PageFacts) -> bool:
    """Return whether a page failed because its host could not be reached."""
    return page.state is PageState.FAILED and page.status is None and page.error in _OF_HOST


def _is_unsure(kind: _Kind) -> bool:
    state, page_kind, status, _, _, is_redirect, _ = kind
    if state is PageState.COMPLETED:
        return status in LEADING_ON and not is_redirect
    return state is PageState.FAILED and page_kind is PageKind.EXTERNAL and status in UNSURE


def _not_checked(kind: _Kind) -> str | None:
    """Return why a page was not checked; None if it was."""
    state, _, status, reason, rule, *_ = kind
    match state:
        case PageState.FAILED:
            return None
        case PageState.COMPLETED:
            return "too_deep" if status is None else None
        case PageState.SKIPPED:
            return rule if rule in _OWN_NAMES else reason
        case _:
            return figure_of(state, is_fetched=False)
