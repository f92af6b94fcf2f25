"""How long the pages of a killed feeder are with nobody."""

import asyncio
import os
import signal
import time
from asyncio.subprocess import Process
from collections.abc import Collection
from contextlib import aclosing
from dataclasses import dataclass

from faults.commands import LOOK_S, Commands
from faults.sabotage import Sabotage
from leadline.domain.crawls import CrawlId, CrawlKind, PageId
from leadline.domain.pages import PageState
from leadline.store.reader import Reader

MOST = 1_000
WITHIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Recovery:
    """Seconds from a kill until its pages were pending, and until all were claimed by others."""

    pages: int
    free_s: float
    taken_s: float


async def recovery(leadline: Commands, crawl: Process, sabotage: Sabotage) -> Recovery:
    """Kill the feeder that holds most pages, and see what becomes of them."""
    async with aclosing(leadline.backing.open_reader()) as reader, asyncio.timeout(WITHIN_S):
        [found] = await reader.newest(CrawlKind.CRAWL, 2)
        worker, feeder = await _busiest(leadline, crawl, sabotage, reader, found.id)
        killed_at = time.monotonic()
        os.kill(feeder, signal.SIGKILL)
        held = await _held(reader, found.id, worker)
        taken = set[PageId]()
        while await _held(reader, found.id, worker):  # noqa: ASYNC110 -- other processes
            await asyncio.sleep(LOOK_S)
        free_at = time.monotonic()
        while taken := taken | await _not_pending(reader, found.id, held):
            if taken == held:
                break
            await asyncio.sleep(LOOK_S)
        return Recovery(len(held), free_at - killed_at, time.monotonic() - killed_at)


async def _busiest(
    leadline: Commands, crawl: Process, sabotage: Sabotage, reader: Reader, id_: CrawlId
) -> tuple[str, int]:
    while True:
        feeders = {sabotage.worker(feeder): feeder for feeder in leadline.feeders(crawl)}
        held = [(len(await _held(reader, id_, worker)), worker) for worker in feeders if worker]
        most, worker = max(held, default=(0, ""))
        if most and not leadline.has_page_on_trial():
            return worker, feeders[worker]
        await asyncio.sleep(LOOK_S)


async def _held(reader: Reader, crawl: CrawlId, worker: str) -> set[PageId]:
    return {each.page for each in await reader.in_flight(crawl, MOST) if each.worker == worker}


async def _not_pending(reader: Reader, crawl: CrawlId, pages: Collection[PageId]) -> set[PageId]:
    found = await reader.pages_by_id(crawl, pages)
    return {page.id for page in found.values() if page.state is not PageState.PENDING}
