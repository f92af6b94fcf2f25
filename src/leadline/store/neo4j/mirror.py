"""The `job_status` of URL nodes, which mirrors the states of pages for people.

No rule reads it, because people may change it: two queries of the graph model do. A crawl with
pages that a person has cancelled is cancelled. All other changes are taken back.
"""

from collections.abc import Callable
from typing import Any

from leadline.domain.crawls import CrawlId
from leadline.store.neo4j.database import Graph

_PAGES = 1_000


async def open_crawls(graph: Graph) -> list[tuple[CrawlId, bool]]:
    """Return crawls that are not over, and whether a person has cancelled pages of each."""
    rows = await graph.read("open_crawls")
    return [(CrawlId(id_), is_cancelled) for id_, is_cancelled in rows]


async def restore(graph: Graph, crawl: CrawlId) -> None:
    """Make all nodes of a crawl show the states of their pages."""

    async def some(run: Callable[..., Any]) -> int:
        # Otherwise a section could change the state in between.
        await run("lock_crawl", crawl=crawl, by="mirror")
        [(restored,)] = await run("restore_statuses", crawl=crawl, limit=_PAGES)
        return int(restored)

    while await graph.read("is_mirror_wrong", crawl=crawl):
        await graph.transact(some)
