"""Pages under leases for tests of workers, and hosts that note when requests are written."""

import asyncio
from collections.abc import Sequence

from fake_time import now
from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import Batch, Task, Token
from leadline.pipeline.plan import PageWork
from leadline.worker.feeder.pacing.lanes import Leased
from leadline.worker.feeder.pacing.turns import Slot
from plans import PLAN

HOST = "a.example"


def tasks(count: int, *, is_root: bool = False, host: str = HOST) -> tuple[Task, ...]:
    """Return pages of a host, numbered from 1."""
    return tuple(
        Task(PageId(number), Address(f"http://{host}/{number}"), 1, 1, 0, is_root=is_root)
        for number in range(1, count + 1)
    )


def batch(pages: Sequence[Task] = (), **fields: object) -> Batch:
    """Return a batch of a host without a gap that allows many requests at once."""
    given = {
        "token": Token(1),
        "crawl": CrawlId("c"),
        "host": HOST,
        "tasks": tuple(pages),
        "parallel": 100,
        "gap_s": 0.0,
        "start_in_s": 0.0,
    }
    return Batch(**given | fields)  # type: ignore[arg-type]


def leased(pages: Batch) -> list[Leased]:
    return [Leased(PageWork(task, PLAN), pages.token) for task in pages.tasks]


class PacedHost:
    """Pages that take `connect_s` until their request is written, and `answer_s` after it."""

    def __init__(self, connect_s: Sequence[float] = (), answer_s: float = 0.0) -> None:
        self._connect_s = list(connect_s)
        self._answer_s = answer_s
        self.written: list[float] = []
        self.slots: list[Slot] = []
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, _: Leased, slot: Slot) -> None:
        """Start a page of a turn."""
        self.slots.append(slot)
        self._tasks.append(asyncio.create_task(self._fetch(slot)))

    async def _fetch(self, slot: Slot) -> None:
        await asyncio.sleep(self._connect_s.pop(0) if self._connect_s else 0.0)
        self.write(slot)
        await asyncio.sleep(self._answer_s)
        slot.close_one()

    def write(self, slot: Slot) -> None:
        """Write a request of a page."""
        slot.on_sent(asyncio.get_running_loop().time())
        self.written.append(now())
