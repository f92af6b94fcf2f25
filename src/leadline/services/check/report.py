"""The report of a check: computed from the stored crawl, which is read in chunks."""

from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

import numpy as np

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import StoreError
from leadline.domain.pages import Page, PageKind, PageLeads
from leadline.services.check.survey import PERMANENT, CheckSurvey
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.redirects import Redirects
from leadline.services.graph.rows import Numbers
from leadline.store.packing import lead_to
from leadline.store.reader import Reader

SHOWN_HOPS = 20

_CHUNK = 5_000
_PAGES = 1_000
# A page may have 50,000 leads.
_SOURCES = 20

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of pages. Every page is `checked`, `unsure` or `not_checked`.

    - `checked` pages answered or failed; `external` ones are among them.
    - `broken` counts a loop of redirects once.
    - `redirects` are those that links or sitemaps could avoid: `chains` of two or more, and
      `permanent` ones.
    """

    checked: int
    external: int
    broken: int
    unsure: int
    redirects: int
    chains: int
    loops: int
    permanent: int
    slow: int
    not_checked: dict[str, int]
    """Pages that were not checked, by reason."""
    given_up: dict[str, int]
    """Hosts that stopped answering, with the number of pages that are therefore not checked."""

    @property
    def is_sound(self) -> bool:
        """Return whether nothing is broken, and no host stopped answering."""
        return not (self.broken or self.given_up)


@dataclass(frozen=True, slots=True)
class Target:
    """A page with the number of links to it, direct or through redirects.

    For a redirect loop, it is one page of the loop; `loop` has all of them, up to a limit.
    """

    page: Page
    links: int
    loop: tuple[Page, ...] = ()

    @property
    def why(self) -> str:
        """Return the status or the error of the page."""
        return "RedirectLoop" if self.loop else str(self.page.status or self.page.error)


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of redirects, and the page at its end, unless the chain is longer than shown."""

    hops: tuple[Page, ...]
    end: Page | None
    links: int

    @property
    def moved(self) -> int:
        """Return how many hops, from the first on, are permanent."""
        return len(list(takewhile(lambda hop: hop.status in PERMANENT, self.hops)))

    @property
    def update_to(self) -> Address | None:
        """Return the address that links should use: where the permanent hops end, if any."""
        return self.hops[self.moved - 1].redirected_to if self.moved else None


@dataclass(frozen=True, slots=True)
class LinkSource:
    """A link: the page that has it, its anchor text, and its target, which may be a redirect."""

    page: Page
    anchor: str
    target: Page


class Check:
    """The report of one crawl. Lists begin with the pages that most links lead to."""

    def __init__(
        self, store: Reader, crawl: Crawl, survey: CheckSurvey, redirects: Redirects
    ) -> None:
        self.crawl = crawl
        self._store = store
        self._survey = survey
        self._redirects = redirects
        ends_after_some = redirects.is_first & (redirects.hops > 0)
        first, is_chain = redirects.pages[ends_after_some], redirects.hops[ends_after_some] > 1
        is_permanent = np.isin(first, survey.permanent)
        self._notable = first[is_chain | is_permanent]
        self.figures = Figures(
            checked=survey.checked(*PageKind),
            external=survey.checked(PageKind.EXTERNAL),
            broken=len(survey.broken) + len(redirects.loops),
            unsure=len(survey.unsure),
            redirects=len(self._notable),
            chains=int(is_chain.sum()),
            loops=len(redirects.loops),
            permanent=int(is_permanent.sum()),
            slow=survey.slow,
            not_checked=survey.not_checked,
            given_up=survey.given_up,
        )
        self.pages = survey.figures

    @classmethod
    async def read(cls, store: Reader, crawl: Crawl, slow_ms: float) -> "Check":
        """Read all pages and leads of a crawl once. Raises UnknownCrawl."""
        survey = CheckSurvey(slow_ms)
        after: PageId | None = None
        while chunk := await store.facts(crawl.id, _CHUNK, after):
            survey.add(chunk)
            after = chunk[-1].id
        return cls(store, crawl, survey, Redirects.of(await LinkIndex.read(store, crawl.id)))

    async def broken(self) -> AsyncGenerator[Target]:
        """Yield broken pages, and redirect loops."""
        async for target in self._targets(self._survey.broken):
            yield target
        async for loop in self._loops():
            yield loop

    async def unsure(self) -> AsyncGenerator[Target]:
        """Yield pages of other sites that rejected us, and redirects without a web address."""
        async for target in self._targets(self._survey.unsure):
            yield target

    async def redirects(self) -> AsyncGenerator[Chain]:
        """Yield redirects that links could avoid."""
        for ids in self._by_links(self._notable):
            chains = {page: self._redirects.chain(page, SHOWN_HOPS + 1) for page in ids}
            pages = await self._pages(page for chain in chains.values() for page in chain)
            found = [self._chain([pages[page] for page in chain]) for chain in chains.values()]
            for each in sorted(found, key=lambda chain: (-chain.links, chain.hops[0].address)):
                yield each

    async def slow(self) -> list[Page]:
        """Return the slowest pages of the site, slowest first."""
        slowest = sorted(self._survey.slowest, reverse=True)
        pages = await self._pages(page for _, page in slowest)
        return [pages[page] for _, page in slowest]

    def links_to(self, target: Target) -> AsyncGenerator[list[LinkSource]]:
        """Yield the links to a page, a chunk at a time, those of the shallowest pages first."""
        return self._sources(*self._redirects.links_through(target.page.id))

    def links_of(self, chain: Chain) -> AsyncGenerator[list[LinkSource]]:
        """Yield the links to the first redirect of a chain."""
        return self._sources(*self._redirects.links_to(chain.hops[0].id))

    async def _targets(self, ids: Numbers) -> AsyncGenerator[Target]:
        for some in self._by_links(ids):
            pages = await self._pages(some)
            found = [Target(page, self._count(page.id)) for page in pages.values()]
            for target in sorted(found, key=_by_links_and_address):
                yield target

    async def _loops(self) -> AsyncGenerator[Target]:
        for ids in self._by_links(self._redirects.loops):
            loops = [self._redirects.chain(page, SHOWN_HOPS + 1) for page in ids]
            pages = await self._pages(page for loop in loops for page in loop)
            found = [self._loop([pages[page] for page in loop]) for loop in loops]
            for target in sorted(found, key=_by_links_and_address):
                yield target

    def _loop(self, chain: list[Page]) -> Target:
        """Return a loop, rotated so that it begins with its first address in order."""
        if chain[0] == chain[-1]:
            once = chain[:-1]
            start = once.index(min(once, key=lambda page: page.address))
            chain = [*once[start:], *once[:start]]
        return Target(chain[0], self._count(chain[0].id), tuple(chain[:SHOWN_HOPS]))

    def _chain(self, pages: list[Page]) -> Chain:
        end = pages[-1] if pages[-1].redirected_to is None else None
        place = np.searchsorted(self._redirects.pages, pages[0].id)
        links = int(self._redirects.links[place])
        return Chain(tuple(pages[:-1]), end, links)

    def _count(self, page: PageId) -> int:
        return len(self._redirects.links_through(page)[0])

    def _by_links(self, pages: Numbers) -> Iterator[list[PageId]]:
        """Yield ids in chunks, those that most pages lead to first."""
        order = np.argsort(-self._redirects.index.in_degrees(pages), kind="stable")
        for some in _sliced(pages[order], _PAGES):
            yield [PageId(page) for page in some.tolist()]

    async def _pages(self, ids: Iterable[PageId]) -> dict[PageId, Page]:
        wanted = set(ids)
        pages = await self._store.pages_by_id(self.crawl.id, wanted)
        if len(pages) < len(wanted):
            raise StoreError(f"crawl {self.crawl.id} was deleted meanwhile")
        return dict(pages)

    async def _sources(
        self, sources: Numbers, targets: Numbers
    ) -> AsyncGenerator[list[LinkSource]]:
        links = np.stack([sources, targets], axis=1)
        for some in _sliced(links, _PAGES):
            pages = await self._pages(PageId(page) for page in np.unique(some).tolist())
            pairs = [(pages[source], pages[target]) for source, target in some.tolist()]
            pairs.sort(key=lambda pair: (pair[0].depth, pair[0].address, pair[1].address))
            for start in range(0, len(pairs), _SOURCES):
                yield await self._read_anchors(pairs[start : start + _SOURCES])

    async def _read_anchors(self, pairs: Sequence[tuple[Page, Page]]) -> list[LinkSource]:
        leads = await self._store.leads_of(self.crawl.id, {source.id for source, _ in pairs})
        return [
            LinkSource(source, _anchor(leads.get(source.id), target.id), target)
            for source, target in pairs
        ]


async def first(items: AsyncGenerator[Item], limit: int) -> list[Item]:
    """Return the first items of a generator, and close it."""
    found: list[Item] = []
    # Closed here: the event loop closes an abandoned generator only when a task suspends.
    async with aclosing(items):
        async for item in items:
            found.append(item)
            if len(found) == limit:
                break
    return found


def _anchor(leads: PageLeads | None, target: PageId) -> str:
    lead = lead_to(target, leads.targets, leads.notes) if leads else None
    return lead.anchor if lead else ""


def _by_links_and_address(target: Target) -> tuple[int, str]:
    return -target.links, target.page.address


def _sliced(rows: Numbers, size: int) -> Iterator[Numbers]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
