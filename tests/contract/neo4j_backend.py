"""Neo4j under the tests of the contract: one server, one driver for each test."""

import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec

from leadline.domain.crawls import CrawlId, PageId
from leadline.store.contract import HostPolicy, Store
from leadline.store.neo4j.bodies import PieceStore
from leadline.store.neo4j.database import Graph, ServerClock
from leadline.store.neo4j.opening import connect, prepare
from leadline.store.neo4j.store import Neo4jStore
from neo4j_server.server import Neo4jServer

_prepared: set[str] = set()


class PiecesInMemory(PieceStore):
    """Pieces of pages in this process. A place is the object and the sizes, as JSON."""

    def __init__(self) -> None:
        self._objects: dict[tuple[CrawlId, int], dict[str, bytes]] = {}

    async def put(
        self, crawl: CrawlId, pieces: Sequence[tuple[int, str, bytes]]
    ) -> Mapping[int, str]:
        of_pages: defaultdict[int, dict[str, bytes]] = defaultdict(dict)
        for page, name, data in pieces:
            of_pages[page][name] = data
        places = {}
        for page, named in of_pages.items():
            number = len(self._objects)
            self._objects[crawl, number] = named
            sizes = {name: len(named[name]) for name in sorted(named)}
            places[page] = msgspec.json.encode([number, sizes]).decode()
        return places

    async def get(
        self, crawl: CrawlId, name: str, places: Mapping[PageId, str]
    ) -> Mapping[PageId, bytes]:
        found = {}
        for page, place in places.items():
            named = self._objects.get((crawl, msgspec.json.decode(place)[0]), {})
            if name in named:
                found[page] = named[name]
        return found

    def sizes(self, place: str) -> Mapping[str, int]:
        sizes: dict[str, int] = msgspec.json.decode(place)[1]
        return sizes

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        some = [key for key in self._objects if key[0] == crawl][:limit]
        for key in some:
            del self._objects[key]
        return len(some)


@asynccontextmanager
async def neo4j_backend(
    server: Neo4jServer, policy: HostPolicy
) -> AsyncIterator[Callable[..., Store]]:
    """Yield a function that opens handles to the store on a server."""
    bodies = PiecesInMemory()
    async with connect(server.url, *(server.auth or ("", ""))) as driver:

        def open_(skew_s: float, **changes: Any) -> Store:
            # Looked up at each call: tests replace the clock.
            clock = ServerClock(skew_s, lambda: time.time())  # noqa: PLW0108
            graph = Graph(driver, server.url, clock=clock, owns_driver=False)
            return Neo4jStore(graph, bodies, replace(policy, **changes))

        if server.url not in _prepared:
            await prepare(Graph(driver, server.url, owns_driver=False))
            _prepared.add(server.url)
        yield open_
