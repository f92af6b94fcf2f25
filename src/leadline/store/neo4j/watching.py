"""Waiting until another process writes. The server does not notify, so it has to be asked."""

import asyncio
import time

from leadline.store.neo4j.database import Graph

_FIRST_LOOK_S = 0.02
"""However much others write, a wait ends at most fifty times a second."""
_LONGEST_LOOK_S = 0.25
"""A look takes 0.8 ms of CPU: an idle process needs 0.3 % of a core, and is at most this late."""


class GraphWatcher:
    """A watch on transactions. Writes of this process count, too, so that a wait may end early."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._seen: frozenset[str] | None = None
        self._rests_until = 0.0

    def note(self) -> None:
        """Note that everything will be seen that was written before the last query of the graph."""
        self._seen = self._graph.last_version

    async def wait(self, timeout_s: float) -> None:
        """Wait until something was written that was not seen, or the time is over.

        The first wait ends at once unless a claim came before it: what was seen is not known.
        """
        until, look_s = time.monotonic() + timeout_s, _FIRST_LOOK_S
        if (rest_s := self._rests_until - time.monotonic()) > 0:
            await asyncio.sleep(min(rest_s, timeout_s))
        while (version := await self._graph.version()) == self._seen:
            left_s = until - time.monotonic()
            if left_s <= 0:
                break
            await asyncio.sleep(min(left_s, look_s))
            look_s = min(look_s * 2, _LONGEST_LOOK_S)
        self._seen = version
        self._rests_until = time.monotonic() + _FIRST_LOOK_S
