"""The details of one page."""

from typing import NamedTuple

from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.listing import PageFilter, PageOrder
from leadline.domain.pages import Page
from leadline.domain.web.fetching import header_pairs
from leadline.pipeline.plan import Defaults, page_id
from leadline.services.graph.indexes import Indexes
from leadline.services.graph.leads import lead_row, leads_along
from leadline.services.pages.leads import both_ways
from leadline.services.pages.linked_pages import linked_rows
from leadline.services.pages.reasons import reason_of
from leadline.store.pieces import unpacked_piece
from leadline.store.reader import Reader
from leadline.store.texts import About, unpacked_text

# Finding pages with the same bytes reads all pages.
_MOST_COMPARED = 100_000
_DUPLICATES = 10
_MOST_HOPS = 20


class Detail(NamedTuple):
    """How much is returned: characters of the text, and leads each way."""

    text_chars: int
    leads: int


async def page_details(
    store: Reader, crawl: Crawl, page: Page, indexes: Indexes, *, defaults: Defaults, detail: Detail
) -> JsonObject:
    """Return all that is stored about a page, as JSON."""
    reason = await reason_of(store, crawl, page, defaults)
    near = {each for each in (page.parent, page.found_on) if each is not None}
    addresses = {id_: at.address for id_, at in (await store.pages_by_id(crawl.id, near)).items()}
    index, folds = await indexes.index(store, crawl.id), crawl.options.folds_path_case
    [row] = await linked_rows(store, [page], index, folds_path_case=folds)
    return {
        **row,
        "kind": page.kind,
        "crawled": reason.is_crawled,
        "explanation": reason.sentence,
        "lifted_by": reason.lifted_by,
        "parent_url": addresses.get(page.parent) if page.parent else None,
        "found_on_url": addresses.get(page.found_on) if page.found_on else None,
        "ip": page.ip,
        "truncated": page.truncated,
        "parse": page.parse,
        "kept": await store.pieces(crawl.id, page.id),
        "headers": await _headers(store, crawl, page),
        **await _text(store, crawl, page, detail.text_chars),
        "redirects": await _redirects(store, crawl, page),
        "path": await _path(store, crawl, page, indexes),
        "duplicates": await _duplicates(store, crawl, page),
        **await both_ways(store, crawl.id, page, indexes, detail.leads),
    }


async def piece_of(store: Reader, crawl: CrawlId, page: PageId, name: str) -> bytes | None:
    """Return a stored piece of a page, if there is one."""
    kept = await store.bodies(crawl, [page], name)
    return unpacked_piece(kept[page]) if kept else None


async def _headers(store: Reader, crawl: Crawl, page: Page) -> list[JsonObject] | None:
    raw = await piece_of(store, crawl.id, page.id, "headers")
    if raw is None:
        return None
    return [{"name": name, "value": value} for name, value in header_pairs(raw)]


async def _text(store: Reader, crawl: Crawl, page: Page, chars: int) -> JsonObject:
    kept = (await store.bodies(crawl.id, [page.id], "text")).get(page.id)
    text, about = ("", About()) if kept is None else unpacked_text(kept)
    return {
        "text": None if kept is None else text[:chars],
        "text_length": len(text),
        "description": about.description,
        "keywords": about.keywords,
    }


async def _redirects(store: Reader, crawl: Crawl, page: Page) -> list[JsonObject]:
    """Return the redirects of a page hop by hop, as far as their targets were found."""
    hops: list[JsonObject] = []
    while page.redirected_to and len(hops) < _MOST_HOPS:
        hop = {"id": str(page.id), "url": page.address, "status": page.status}
        hops.append(hop | {"location": page.redirected_to})
        folds = crawl.options.folds_path_case
        target = page_id(crawl.id, page.redirected_to, folds_path_case=folds)
        known = await store.pages_by_id(crawl.id, [target])
        if target not in known:
            break
        page = known[target]
    return hops


async def _path(store: Reader, crawl: Crawl, page: Page, indexes: Indexes) -> list[JsonObject]:
    paths = await indexes.paths(store, crawl)
    steps = await leads_along(store, crawl.id, paths.to(page.id))
    return [
        lead_row(step) | {"source_id": str(step.source.id), "target_id": str(step.target.id)}
        for step in steps
    ]


async def _duplicates(store: Reader, crawl: Crawl, page: Page) -> list[JsonObject] | None:
    """Return up to ten other pages with the same bytes; None if there are too many to compare."""
    if not page.size or page.redirected_to:
        return []
    if crawl.counts.total > _MOST_COMPARED:
        return None
    wanted = PageFilter(content_hash=page.content_hash)
    same = await store.pages_where(crawl.id, wanted, PageOrder(), _DUPLICATES + 1)
    others = [each for each in same.items if each.id != page.id]
    return [{"id": str(each.id), "url": each.address} for each in others[:_DUPLICATES]]
