"""The graph of a crawl, for who draws it."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline.api.answers import JSON
from leadline.api.context import Shared
from leadline.api.crawls.graph_schemas import AskedGraph, Graph, HostGraph, NewInGraph
from leadline.api.crawls.stats import state_of
from leadline.api.problems import documented
from leadline.domain.crawls import CrawlId
from leadline.services.crawls import existing
from leadline.services.graph_views.views import Kept, View, Wish, graph
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["graph"],
    responses=documented(401, 403, 404, 422, 429, 503),
)


@router.get("/graph", response_model=Graph | HostGraph | NewInGraph)
async def show_graph(
    crawl_id: str, context: Shared, asked: Annotated[AskedGraph, Query()]
) -> Response:
    """Pages, or hosts, with their places, and what is between them.

    While a crawl runs, a page stays where it appeared: around the page that led to it first. When
    it is over, it is laid out once, so that pages that have much in common are near each other
    (`drawn`). When there are more than `max_nodes`, the most important are shown: those with the
    highest PageRank, or most leads to them while the crawl runs, and all that they are below.
    """
    crawl = await existing(context.reader, CrawlId(crawl_id))
    wish = Wish(View(asked.view), asked.max_nodes, asked.root, asked.since)
    kept = Kept(context.growths, context.indexes)

    async def look(store: Reader) -> bytes:
        return msgspec.json.encode(await graph(store, crawl, wish, kept))

    if wish.view is View.HOSTS and not crawl.status.is_final:
        # It takes a look at all pages.
        name = ("hosts", crawl.id, wish.max_nodes)
        told = await context.memory.answer(name, state_of(crawl), lambda: context.survey(look))
    else:
        told = await context.scan(look)
    return Response(told, media_type=JSON)
