"""Statistics of a crawl: counts of its pages, and figures of its links."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence

import numpy as np

from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Figure, Page
from leadline.services.figures.surveys import CrawlSurvey
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.rank import components, page_rank
from leadline.services.graph.rows import Numbers
from leadline.store.reader import Reader

_CHUNK = 5_000
_PERCENTS = (50, 90, 99, 100)


ReadIndex = Callable[[Reader, CrawlId], Awaitable[LinkIndex]]


async def statistics(
    store: Reader, crawl: Crawl, top: int, read_index: ReadIndex = LinkIndex.read
) -> JsonObject:
    """Return all statistics, with `top` examples of each. Reads all pages and leads once."""
    survey = CrawlSurvey(crawl.root, top)
    last: PageId | None = None
    while chunk := await store.facts(crawl.id, _CHUNK, last):
        survey.add(chunk)
        last = chunk[-1].id
    # After the pages: a page that is found meanwhile must not look like an orphan.
    index = await read_index(store, crawl.id)
    return {
        "total_urls": survey.total,
        "unique_domains": len(survey.domains.counts),
        "max_depth_reached": survey.deepest,
        "deepest_fetched": survey.deepest_fetched,
        "figures": figures_row(survey.figures),
        "limit_reached": crawl.limits_reached,
        "by_state": _by_count(survey.states),
        "by_reason": _by_count(survey.reasons),
        "by_rule": _by_count(survey.rules),
        "by_status": _by_name(survey.statuses),
        "by_depth": _by_name(survey.depths),
        "by_content_type": _by_count(survey.types),
        "hosts": len(survey.hosts.counts),
        "latency_ms": survey.latency(_PERCENTS),
        **await _examples(store, crawl.id, survey, top),
        **await _read_linked(store, index, survey, top),
    }


def with_fewer_examples(found: JsonObject, top: int) -> JsonObject:
    """Return statistics that have more examples, with `top` of each kind."""

    def shortened(group: JsonObject) -> JsonObject:
        return {
            name: value[:top] if isinstance(value, list) else value for name, value in group.items()
        }

    return shortened(found) | {
        "by_host": dict(list(found["by_host"].items())[:top]),
        **{kind: shortened(found[kind]) for kind in ("duplicates", "orphans", "dead_ends")},
    }


async def _examples(store: Reader, crawl: CrawlId, survey: CrawlSurvey, top: int) -> JsonObject:
    hosts, contents = survey.hosts.largest(top), survey.contents
    same = [group for group in contents.largest(top) if group[0] > 1]
    wanted = {first for _, first, _ in hosts} | {page for _, *pages in same for page in pages}
    pages = await store.pages_by_id(crawl, wanted | {page.id for page in survey.largest})
    copies = contents.counts[contents.counts > 1]
    return {
        "by_host": _by_count({pages[first].host: count for count, first, _ in hosts}),
        "largest": [
            {"id": str(page.id), "url": pages[page.id].address, "size": page.size}
            for page in survey.largest
        ],
        "duplicates": {
            "groups": len(copies),
            "pages": int(copies.sum()),
            "largest": [
                {"pages": count, **_named([pages[first], pages[last]])}
                for count, first, last in same
            ],
        },
    }


async def _read_linked(
    store: Reader, index: LinkIndex, survey: CrawlSurvey, top: int
) -> JsonObject:
    others, readable = survey.others, survey.readable
    orphans = others[index.in_degrees(others) == 0]
    dead_ends = readable[index.out_degrees(readable) == 0]
    rank = page_rank(index)
    best = np.argsort(-rank, kind="stable")[:top]
    wanted = np.concatenate([orphans[:top], dead_ends[:top], index.ids[best]])
    pages = await store.pages_by_id(index.crawl, [PageId(page) for page in wanted.tolist()])
    in_links = index.in_degrees(index.ids[best]).tolist()
    ranked = zip(index.ids[best].tolist(), rank[best].tolist(), in_links, strict=True)
    return {
        "page_rank": [
            {
                "id": str(page),
                "url": pages[page].address,
                "rank": round(share, 9),
                "in_links": links,
            }
            for page, share, links in ranked
            if page in pages
        ],
        "orphans": _some(orphans, pages, top),
        "dead_ends": _some(dead_ends, pages, top),
        "components": _parts(index, len(others) + 1),
    }


def _some(found: Numbers, pages: Mapping[PageId, Page], top: int) -> JsonObject:
    return {"pages": len(found), **_named([pages[page] for page in found[:top].tolist()])}


def _named(pages: Sequence[Page]) -> JsonObject:
    """Return the addresses of pages, and their ids in the same order."""
    return {"urls": [page.address for page in pages], "ids": [str(page.id) for page in pages]}


def _parts(index: LinkIndex, pages: int) -> JsonObject:
    """Count the connected components of a crawl; a page without leads is one."""
    sizes = np.bincount(components(index), minlength=1)
    alone = max(0, pages - len(index.ids))
    return {"count": int((sizes > 0).sum()) + alone, "largest": max(int(sizes.max()), 1)}


def figures_row(figures: Mapping[Figure, int]) -> JsonObject:
    """Return figures by name, with their sum."""
    counts = {figure.replace(" ", "_"): count for figure, count in figures.items()}
    return {"found": sum(counts.values()), **counts}


def _by_count(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _by_name(counter: Counter[str]) -> dict[str, int]:
    return dict(
        sorted(counter.items(), key=lambda item: (not item[0].isdigit(), len(item[0]), item))
    )
