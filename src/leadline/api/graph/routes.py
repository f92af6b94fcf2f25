"""Routes about the graph of a crawl, with the places at which it is drawn."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response

from leadline.api.context import Shared
from leadline.api.figures.stats import state_of
from leadline.api.graph.schemas import Graph, GraphQuery, HostGraph, NewInGraph
from leadline.api.json_io import JSON
from leadline.api.problems import problem_responses
from leadline.domain.crawls import CrawlId
from leadline.services.crawling.crawls import get_crawl
from leadline.services.graph_views.views import Kept, View, Wish, graph
from leadline.store.reader import Reader

router = APIRouter(
    prefix="/api/v1/crawls/{crawl_id}",
    tags=["graph"],
    responses=problem_responses(401, 403, 404, 422, 429, 503),
)


@router.get(
    "/graph", summary="Get the graph of a crawl", response_model=Graph | HostGraph | NewInGraph
)
async def show_graph(
    crawl_id: str, context: Shared, query: Annotated[GraphQuery, Query()]
) -> Response:
    """Return pages or hosts with their places, and the edges between them.

    - While a crawl runs, each page keeps its first place: beside the page that linked to it first.
    - When the crawl is over, the whole graph is laid out once: pages with many common links are
      near each other (`drawn`).
    - Of more than `max_nodes` pages, the answer has the most important: those with the highest
      PageRank, or with the most links to them while the crawl runs, and the pages above them in the
      tree.
    """
    crawl = await get_crawl(context.reader, CrawlId(crawl_id))
    wish = Wish(View(query.view), query.max_nodes, query.root, query.since)
    kept = Kept(context.growths, context.indexes)

    async def look(store: Reader) -> bytes:
        return msgspec.json.encode(await graph(store, crawl, wish, kept))

    if wish.view is View.HOSTS and not crawl.status.is_final:
        # This view reads all pages.
        name = ("hosts", crawl.id, wish.max_nodes)
        told = await context.answer_cache.answer(
            name, state_of(crawl), lambda: context.survey(look)
        )
    else:
        told = await context.scan(look)
    return Response(told, media_type=JSON)
