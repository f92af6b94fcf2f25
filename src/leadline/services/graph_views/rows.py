"""Pictures as JSON."""

from collections.abc import Iterable, Iterator
from itertools import islice
from math import isnan

import msgspec
import numpy as np

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page
from leadline.services.drawing.layout.flowers import Floats
from leadline.services.drawing.layout.forest import Pairs
from leadline.services.drawing.picture import Flags, Picture
from leadline.services.drawing.sheet import HostSheet, Sheet
from leadline.services.graph.rows import Numbers
from leadline.store.reader import Pages
from leadline.urls.address import target_of

_CHUNK = 2_000
_DIGITS = 3
_RANK_DIGITS = 8
_LONGEST_LABEL = 100
_PIECE = 10_000

_encode = msgspec.json.Encoder().encode


async def known_pages(store: Pages, crawl: CrawlId, ids: Numbers) -> dict[PageId, Page]:
    """Return pages by id, without those that are deleted."""
    known: dict[PageId, Page] = {}
    for start in range(0, len(ids), _CHUNK):
        some = [PageId(page) for page in ids[start : start + _CHUNK].tolist()]
        known |= await store.pages_by_id(crawl, some)
    return known


async def picture_row(
    store: Pages, crawl: CrawlId, picture: Picture, is_template: Flags, sheet: Sheet | None
) -> JsonObject:
    """Return nodes, and edges between them, template links last. The sheet has their PageRank."""
    known = await known_pages(store, crawl, picture.ids)
    if len(known) < len(picture.ids):
        # The crawl is being deleted.
        is_there = np.isin(picture.ids, np.array(list(known), np.int64))
        picture, is_template = picture.only(is_there), is_template[is_there]
    pages = [known[page] for page in picture.ids.tolist()]
    nodes = node_rows(pages, picture.places, picture.in_degree, is_template)
    if sheet is not None:
        nodes = _ranked(nodes, sheet.ranks_of(picture.ids))
    is_last = is_template[picture.edges[:, 1]]
    return {
        "shown": total(len(pages), len(picture.edges)) | {"template_edges": int(is_last.sum())},
        "nodes": encoded(nodes),
        "edges": _edges(picture.edges[np.argsort(is_last, kind="stable")]),
    }


def encoded(values: Iterable[object]) -> msgspec.Raw:
    """Return a list as JSON, encoded in pieces: encoding all at once would block other threads."""
    left = iter(values)
    pieces = iter(lambda: list(islice(left, _PIECE)), [])
    return msgspec.Raw(b"[%b]" % b",".join(_encode(piece)[1:-1] for piece in pieces))


def _edges(edges: Pairs) -> msgspec.Raw:
    starts = range(0, len(edges), _PIECE)
    return encoded(edge for start in starts for edge in edges[start : start + _PIECE].tolist())


def node_rows(
    pages: Iterable[Page], places: Floats, in_degree: Numbers, is_template: Flags
) -> Iterator[JsonObject]:
    """Yield pages as nodes."""
    columns = (places.round(_DIGITS).tolist(), in_degree.tolist(), is_template.tolist())
    for page, (x, y), degree, template in zip(pages, *columns, strict=True):
        yield {
            "id": str(page.id),
            "label": _label(page),
            "url": page.address,
            "host": page.host,
            "depth": page.depth,
            "state": page.state,
            "fetched": page.is_fetched,
            "status": page.status,
            "in_degree": degree,
            "template": template,
            "rank": None,
            "x": x,
            "y": y,
        }


def _ranked(rows: Iterator[JsonObject], ranks: Floats) -> Iterator[JsonObject]:
    for row, rank in zip(rows, ranks.tolist(), strict=True):
        yield row if isnan(rank) else row | {"rank": round(rank, _RANK_DIGITS)}


def host_row(sheet: HostSheet, most: int) -> JsonObject:
    """Return the hosts with the most pages as nodes, and edges between them."""
    nodes = [
        {"id": name, "label": name, "pages": pages, "x": x, "y": y}
        for name, pages, (x, y) in zip(sheet.names, sheet.pages, sheet.places, strict=True)
    ][:most]
    edges = [edge for edge in sheet.edges if max(edge[0], edge[1]) < most]
    return {
        "shown": total(len(nodes), len(edges)),
        "total": total(sheet.total_nodes, sheet.total_edges),
        "nodes": nodes,
        "edges": edges,
    }


def total(nodes: int, edges: int) -> dict[str, int]:
    """Return the counts of nodes and edges."""
    return {"nodes": nodes, "edges": edges}


def _label(page: Page) -> str:
    path = target_of(page.address)
    return (page.title or (page.host if path == "/" else path))[:_LONGEST_LABEL]
