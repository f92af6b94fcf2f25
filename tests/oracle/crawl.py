"""The crawl itself: level by level, so that every depth is right when it is first written down."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from oracle.addresses import key_of
from oracle.reading import ERROR, MOST_REDIRECTS, Library, Reading
from oracle.rules import Scope, is_trap


class State(StrEnum):
    """Where a page can end."""

    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    SKIPPED = "SKIPPED"


@dataclass(frozen=True, slots=True)
class Survey:
    """What is asked for. `depth` is the deepest that is fetched."""

    root: str
    depth: int
    scope: str = "domain"
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page as a crawl should end up with it."""

    address: str
    depth: int
    state: State = State.COMPLETED
    reason: str | None = None
    status: int | None = None
    redirected_to: str | None = None
    """The key of another page."""

    @property
    def is_fetched(self) -> bool:
        """Whether it is COMPLETED with an answer: others failed, or are too deep."""
        return self.state is State.COMPLETED and self.status is not None


Lead = tuple[str, str]
"""The keys of a page and of one that it leads to."""


@dataclass(frozen=True, slots=True)
class Map:
    """All pages by their keys, and the anchors of all leads."""

    root: str
    pages: dict[str, Page] = field(default_factory=dict)
    leads: dict[Lead, str] = field(default_factory=dict)


def surveyed(survey: Survey, library: Library) -> Map:
    """Crawl, and say what is there."""
    reading = library.root(survey.root)
    root = key_of(reading.address)
    found = Map(root)
    scope = Scope(survey.scope, reading.address, survey.exclude)
    crawl = _Crawl(found, scope, survey.depth, library)
    found.pages[root] = Page(reading.address, 0)
    level = {root: reading}
    while level:
        level = crawl.go_down(level)
    return found


class _Crawl:
    """One crawl under way. `hops` counts the redirects in a row that led to a page."""

    def __init__(self, found: Map, scope: Scope, limit: int, library: Library) -> None:
        self._found = found
        self._scope = scope
        self._limit = limit
        self._library = library
        self._hops: dict[str, int] = {}

    def go_down(self, level: dict[str, Reading]) -> dict[str, Reading]:
        """Note all that is on one level, and read the pages of the next one."""
        whole: dict[str, Reading] = {}
        while level:
            whole |= level
            level = self._read(self._follow_redirects(level))
        below: list[str] = []
        for key, reading in whole.items():
            self._note(key, reading)
            below += self._follow_links(key, reading)
        return self._read(below)

    def _read(self, keys: list[str]) -> dict[str, Reading]:
        addresses = [self._found.pages[key].address for key in keys]
        return dict(zip(keys, self._library.read(addresses), strict=True))

    def _follow_redirects(self, level: dict[str, Reading]) -> list[str]:
        """Redirects weigh nothing: what they lead to belongs to the same level."""
        new = []
        for key, reading in level.items():
            hops = self._hops.get(key, 0) + 1
            if reading.redirected_to is not None and hops <= MOST_REDIRECTS:
                target = key_of(reading.redirected_to)
                self._found.leads[key, target] = ""
                if self._is_new(reading.redirected_to, self._found.pages[key].depth):
                    self._hops[target] = hops
                    new.append(target)
        return new

    def _follow_links(self, key: str, reading: Reading) -> list[str]:
        new = []
        depth = self._found.pages[key].depth + 1
        for link in reading.links:
            target = key_of(link.address)
            if target == key:
                continue
            self._found.leads.setdefault((key, target), link.anchor)
            if self._is_new(link.address, depth):
                new.append(target)
        return new

    def _is_new(self, address: str, depth: int) -> bool:
        """Write a page down if it is not yet, and say whether it is to be read."""
        key = key_of(address)
        if key in self._found.pages:
            return False
        refused = (
            "scope" if not self._scope.covers(address) else "trap" if is_trap(address) else None
        )
        state = State.SKIPPED if refused else State.COMPLETED
        self._found.pages[key] = Page(address, depth, state, refused)
        return refused is None and depth <= self._limit

    def _note(self, key: str, reading: Reading) -> None:
        page = replace(self._found.pages[key], status=reading.status)
        is_lost = self._hops.get(key, 0) == MOST_REDIRECTS and reading.redirected_to is not None
        if reading.is_closed:
            page = replace(page, state=State.SKIPPED, reason="robots")
        elif reading.status is None or is_lost:
            page = replace(page, state=State.FAILED, status=None)
        elif reading.status >= ERROR:
            page = replace(page, state=State.FAILED)
        elif reading.redirected_to is not None:
            page = replace(page, redirected_to=key_of(reading.redirected_to))
        self._found.pages[key] = page
