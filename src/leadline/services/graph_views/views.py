"""The graph of a crawl: the tree, the leads, the hosts, or what is new."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from leadline.domain.crawls import Crawl, PageId
from leadline.domain.errors import InvalidInput, UnknownCrawl
from leadline.domain.json_objects import JsonObject
from leadline.services.drawing.census import Census
from leadline.services.drawing.edges import edges_stored
from leadline.services.drawing.growth import Growth
from leadline.services.drawing.growths import Growths
from leadline.services.drawing.hosts import as_found, host_sheet
from leadline.services.drawing.layout.forest import by_importance
from leadline.services.drawing.picture import NO_EDGES, Picture, alone, templates
from leadline.services.drawing.sheet import HostSheet, Sheet, unpacked
from leadline.services.graph.indexes import Indexes
from leadline.services.graph.rows import NO_PLACE, places_among
from leadline.services.graph_views.neighbourhood import neighbourhood
from leadline.services.graph_views.news import news
from leadline.services.graph_views.rows import host_row, picture_row, total
from leadline.services.pages.listing import get_page
from leadline.store.reader import Reader


class View(StrEnum):
    """The kind of nodes and edges."""

    TREE = "tree"
    LINKS = "links"
    HOSTS = "hosts"


class Layout(StrEnum):
    """The origin of places: a growing crawl, its drawing, or the page in the middle."""

    GROWING = "growing"
    FINAL = "final"
    AROUND = "around"


@dataclass(frozen=True, slots=True)
class Wish:
    """The requested view: around the page `root`, or only what is new `since` a sequence number.

    Raises InvalidInput for fields that exclude each other.
    """

    view: View
    max_nodes: int
    root: str | None = None
    since: int | None = None

    def __post_init__(self) -> None:
        if self.since is not None and self.root is not None:
            raise InvalidInput("since and root exclude each other: omit one of them")
        if self.view is View.HOSTS and (self.since, self.root) != (None, None):
            raise InvalidInput("view=hosts accepts neither since nor root: omit them")


@dataclass(frozen=True, slots=True)
class Kept:
    """The caches that requests share."""

    growths: Growths
    indexes: Indexes


async def graph(store: Reader, crawl: Crawl, wish: Wish, kept: Kept) -> JsonObject:
    """Return the requested view as JSON. Raises UnknownCrawl and UnknownPage."""
    data = await store.drawing(crawl.id)
    sheet = unpacked(data) if data else None
    about = {"view": wish.view, "seq": crawl.seq, "drawn": sheet is not None}
    return about | await _Question(store, crawl, wish, kept, sheet).answer()


@dataclass(frozen=True, slots=True)
class _Question:
    """A wish, with the crawl and its drawing."""

    store: Reader
    crawl: Crawl
    wish: Wish
    kept: Kept
    sheet: Sheet | None

    async def answer(self) -> JsonObject:
        if self.wish.since is not None:
            return await self._news(self.wish.since)
        if self.wish.root is not None:
            page = await get_page(self.store, self.crawl.id, self.wish.root)
            around = self._tree_from if self._is_tree else self._links_around
            return await around(page.id)
        if self.wish.view is View.HOSTS:
            return await self._hosts()
        return await (self._whole() if self.sheet is None else self._answer_drawn(self.sheet))

    @property
    def _is_tree(self) -> bool:
        return self.wish.view is View.TREE

    @property
    def _pages(self) -> int:
        return self.crawl.counts.total + 1

    async def _growth(self) -> Growth:
        return await self.kept.growths.growth(self.store, self.crawl)

    async def _told(
        self, layout: Layout, picture: Picture, all_nodes: int, all_edges: int
    ) -> JsonObject:
        picture = picture.of_first(self.wish.max_nodes)
        is_template = templates(picture.in_degree, self._pages)
        row = await picture_row(self.store, self.crawl.id, picture, is_template, self.sheet)
        return {"layout": layout, "total": total(all_nodes, all_edges)} | row

    async def _answer_drawn(self, sheet: Sheet) -> JsonObject:
        picture, edges = sheet.picture(), self.crawl.leads
        if self._is_tree:
            picture, edges = picture.as_tree(), sheet.tree_edges
        return await self._told(Layout.FINAL, picture, self._pages, edges)

    async def _whole(self) -> JsonObject:
        """Return the whole crawl as it grew, because it has no drawing."""
        picture, edges = _picture_of(await self._growth()), self.crawl.leads
        if self._is_tree:
            picture = picture.as_tree()
            edges = len(picture.edges)
        else:
            shown = picture.of_first(self.wish.max_nodes)
            picture = replace(shown, edges=await edges_stored(self.store, self.crawl.id, shown.ids))
        return await self._told(Layout.GROWING, picture, self._pages, edges)

    async def _tree_from(self, page: PageId) -> JsonObject:
        """Return the tree from a page downwards: of the drawing, or as it grew."""
        picture = self.sheet.picture() if self.sheet else alone(page)
        if self.sheet is None or page not in picture.ids:
            picture = _picture_of(await self._growth())
        where = np.flatnonzero(picture.ids == page)
        picture = picture.below(int(where[0])).as_tree() if len(where) else alone(page)
        return await self._told(Layout.AROUND, picture, len(picture.ids), len(picture.edges))

    async def _links_around(self, page: PageId) -> JsonObject:
        index = await self.kept.indexes.index(self.store, self.crawl.id)
        place, picture = index.place(page), alone(page)
        if place is not None:
            picture = neighbourhood(index, place, self.wish.max_nodes, self._pages)
        return await self._told(Layout.AROUND, picture, self._pages, self.crawl.leads)

    async def _hosts(self) -> JsonObject:
        hosts = self.sheet.hosts if self.sheet else await self._hosts_now()
        layout = Layout.FINAL if self.sheet else Layout.GROWING
        return {"layout": layout} | host_row(hosts, self.wish.max_nodes)

    async def _hosts_now(self) -> HostSheet:
        growth = await self._growth()
        index = await self.kept.indexes.index(self.store, self.crawl.id)
        # Read after the leads: it has to contain all their pages.
        census = await Census.read(self.store, self.crawl.id)
        root = int(places_among(census.ids, growth.ids[:1])[0])
        if root == NO_PLACE:
            raise UnknownCrawl(f"the crawl {self.crawl.id} is being removed")
        return host_sheet(census, index, root, as_found(census, growth))

    async def _news(self, since: int) -> JsonObject:
        growth, most = await self._growth(), self.wish.max_nodes
        new = await news(self.store, self.crawl, growth, since, most, is_tree=self._is_tree)
        all_of_it = total(self._pages, self.crawl.leads)
        return {"layout": Layout.GROWING, "total": all_of_it} | new


def _picture_of(growth: Growth) -> Picture:
    """Return all pages of a growing crawl, the most linked first; without edges."""
    order, parent = by_importance(growth.in_degree, growth.parent, root=0)
    places, in_degree = growth.places(order), growth.in_degree[order]
    return Picture(growth.ids[order], parent, places, in_degree, NO_EDGES)
