"""Runs in every Python process whose PYTHONPATH has this folder, before anything else.

In feeders it does what the variable SABOTAGE tells, by wrapping the product's functions; the
product itself has no hooks. `faults.sabotage` writes the variable and reads what was done.
"""

import importlib
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FEEDER = "leadline.worker.processes.feeder_process"
MOST_STATEMENTS = 30
LEASING = ("INSERT INTO lease", "add_leases")


@dataclass
class Deed:
    """What to do at one point: which signal to send ourselves, how often over all processes."""

    folder: Path
    store: dict[str, str]
    point: str
    deed: str
    times: int
    seed: int
    page: str
    latest: int
    occasions: int = 0
    is_done: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.seed}/{self.point}/{self._count()}")
        self.nth = self.chance.randint(1, self.latest)

    def is_due(self) -> bool:
        """Whether it is to be done at this occasion."""
        if self.is_done or self._count() == self.times or not (self.folder / "armed").exists():
            return False
        self.occasions += 1
        return self.occasions >= self.nth and not self._would_condemn()

    def _count(self) -> int:
        """How often it was done, by all."""
        return sum((self.folder / f"{self.point}.{n}").exists() for n in range(self.times))

    def _would_condemn(self) -> bool:
        """Whether a page might be taken for what killed us, which would be right by now."""
        backing = importlib.import_module("backing")
        return bool(backing.from_environment(self.store).count(backing.ON_TRIAL))

    def do(self, worker: str = "") -> None:
        """Do it, unless it was done often enough. One file for each time it was done."""
        allowed = int((self.folder / "armed").read_text())
        for number in range(min(self.times, allowed)):
            name = self.folder / f"{self.point}.{number}"
            try:
                file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            except FileExistsError:
                continue
            os.write(file, json.dumps({"pid": os.getpid(), "worker": worker}).encode())
            os.close(file)
            self.is_done = True
            os.kill(os.getpid(), getattr(signal, self.deed))
            return


def in_claim(deed: Deed) -> None:
    """Pages are being leased: the transaction has begun to write."""
    _in_transaction("claim", deed, lambda statement, _: statement.startswith(LEASING))


def after_claim(deed: Deed) -> None:
    """Pages were leased, and nothing of them was asked for."""

    def around(original: Any) -> Any:
        async def claim(store: Any, worker: Any, *rest: Any, **more: Any) -> Any:
            claimed = await original(store, worker, *rest, **more)
            if claimed.batches and deed.is_due():
                deed.do(worker)
            return claimed

        return claim

    _wrap(_store(), "claim", around)


def after_fetch(deed: Deed) -> None:
    """A page was fetched and read, and nobody knows of it."""

    def around(original: Any) -> Any:
        async def process_page(job: Any, tools: Any) -> Any:
            outcome = await original(job, tools)
            if deed.is_due():
                deed.do()
            return outcome

        return process_page

    _wrap(_module("dispatcher"), "process_page", around)


def at_page(deed: Deed) -> None:
    """A certain page is worked on."""

    def around(original: Any) -> Any:
        async def process_page(job: Any, tools: Any) -> Any:
            if job.task.address.endswith(deed.page):
                deed.do()
            return await original(job, tools)

        return process_page

    _wrap(_module("dispatcher"), "process_page", around)


def before_commit(deed: Deed) -> None:
    """Outcomes are about to be stored; no transaction yet."""

    def around(original: Any) -> Any:
        async def complete(store: Any, worker: Any, *rest: Any) -> Any:
            if deed.is_due():
                deed.do(worker)
            return await original(store, worker, *rest)

        return complete

    _wrap(_store(), "complete", around)


def in_commit(deed: Deed) -> None:
    """Some of the outcomes' rows are written, in a transaction that is open."""
    last = deed.chance.randint(2, MOST_STATEMENTS)
    _in_transaction("complete", deed, lambda statement, n: n == last or statement == "COMMIT")


def at_end_of_commit(deed: Deed) -> None:
    """All of it is written, and not committed."""
    _in_transaction("complete", deed, lambda statement, _: statement == "COMMIT")


def after_commit(deed: Deed) -> None:
    """It is committed, and who asked for it does not know."""

    def around(original: Any) -> Any:
        async def complete(store: Any, worker: Any, *rest: Any) -> Any:
            committed = await original(store, worker, *rest)
            if deed.is_due():
                deed.do(worker)
            return committed

        return complete

    _wrap(_store(), "complete", around)


def _in_transaction(method: str, deed: Deed, is_now: Callable[[str, int], bool]) -> None:
    """Do it when a statement is about to run, in a call of a method of the store."""

    def around(original: Any) -> Any:
        async def wrapped(store: Any, worker: Any, *rest: Any, **more: Any) -> Any:
            count = 0

            def trace(statement: str) -> None:
                nonlocal count
                count += 1
                if is_now(statement, count):
                    deed.do(worker)

            if deed.is_due():
                _trace(store, trace)
            try:
                return await original(store, worker, *rest, **more)
            finally:
                _trace(store, None)

        return wrapped

    _wrap(_store(), method, around)


def _trace(store: Any, trace: Callable[[str], None] | None) -> None:
    """Call `trace` with each statement from now on; on a server, with the name of each query."""
    if _is_on_file():
        store._db.set_trace_callback(trace)
    else:
        _traced[:] = [trace] if trace else []


_traced: list[Callable[[str], None]] = []


def trace_queries() -> None:
    """Let queries of the store on a server be traced, and the ends of its transactions."""

    def around_ask(original: Any) -> Any:
        async def ask(place: Any, query: str, **parameters: Any) -> Any:
            for trace in _traced:
                trace(query)
            return await original(place, query, **parameters)

        return ask

    def around_commit(original: Any) -> Any:
        async def commit(transaction: Any) -> None:
            for trace in _traced:
                trace("COMMIT")
            await original(transaction)

        return commit

    _wrap(importlib.import_module("leadline.store.neo4j.sections.place").Place, "ask", around_ask)
    _wrap(importlib.import_module("neo4j").AsyncTransaction, "commit", around_commit)


def note_feeders(folder: Path) -> None:
    """Tell which process is which worker."""

    def around(original: Any) -> Any:
        def init(feeder: Any, worker: Any, *rest: Any, **more: Any) -> None:
            (folder / f"feeder.{os.getpid()}").write_text(worker)
            original(feeder, worker, *rest, **more)

        return init

    _wrap(_module("feeder").Feeder, "__init__", around)


def _is_on_file() -> bool:
    return str(_plan["store"]["LEADLINE_STORE"]).startswith("sqlite")


def _store() -> Any:
    if _is_on_file():
        return importlib.import_module("leadline.store.sqlite.store").SqliteStore
    return importlib.import_module("leadline.store.neo4j.store").Neo4jStore


def _module(name: str) -> Any:
    return importlib.import_module(f"leadline.worker.feeder.{name}")


def _wrap(owner: Any, name: str, around: Callable[[Any], Any]) -> None:
    setattr(owner, name, around(getattr(owner, name)))


POINTS: dict[str, Callable[[Deed], None]] = {
    "in claim": in_claim,
    "after claim": after_claim,
    "after fetch": after_fetch,
    "at page": at_page,
    "before commit": before_commit,
    "in commit": in_commit,
    "at end of commit": at_end_of_commit,
    "after commit": after_commit,
}

if FEEDER in sys.orig_argv and "SABOTAGE" in os.environ:
    _plan = json.loads(os.environ["SABOTAGE"])
    _folder = Path(_plan["folder"])
    note_feeders(_folder)
    if not _is_on_file():
        trace_queries()
    for _each in _plan["deeds"]:
        POINTS[_each["point"]](Deed(_folder, _plan["store"], **_each))
