"""The answers of a supervisor's parent to `/healthz`."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from leadline.domain.pages import PageKind, WorkerId
from leadline.settings import Settings
from leadline.store.contract import Store
from leadline.store.sqlite.store import SqliteStore
from leadline.worker.health import FeederHealth
from leadline.worker.processes.children import Children
from leadline.worker.processes.worker_ids import new_worker


class Supervisors:
    """The processes of a parent: this one is its supervisor, or there is none."""

    def __init__(self, *processes: int) -> None:
        self._processes = processes

    def running(self) -> dict[int, str]:
        return dict.fromkeys(self._processes, "supervisor_process")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.aclose()


async def ask(folder: Path, children: Supervisors, path: str = "/healthz") -> tuple[int, Any]:
    settings = Settings(store=f"sqlite:///{folder / 's.db'}")
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise NotImplementedError

    health = FeederHealth(settings, cast("Children", children))
    await health({"type": "http", "path": path}, receive, send)
    start, body = sent
    return start["status"], msgspec.json.decode(body["body"])


async def start_worker(store: Store, worker: WorkerId) -> None:
    """Let the store see a worker."""
    await store.claim(worker, frozenset([PageKind.PAGE]), 1, 1)


async def test_a_feeder_of_our_supervisor_is_well(store: Store, tmp_path: Path) -> None:
    await start_worker(store, new_worker())

    answer = await ask(tmp_path, Supervisors(os.getpid()))

    assert answer == (200, {"status": "ok", "feeders": 1})


async def test_feeders_of_other_supervisors_do_not_count(store: Store, tmp_path: Path) -> None:
    await start_worker(store, new_worker())

    answer = await ask(tmp_path, Supervisors(1))

    assert answer == (503, {"status": "unwell", "reason": "no feeder is running"})


async def test_a_store_that_is_gone_is_not_well(store: Store, tmp_path: Path) -> None:
    await start_worker(store, new_worker())
    settings = Settings(store=f"sqlite:///{tmp_path / 's.db'}")
    health = FeederHealth(settings, cast("Children", Supervisors(os.getpid())))
    (tmp_path / "s.db").unlink()

    status, answer = await health._answer("/healthz")

    assert status == 503
    assert answer["reason"].startswith("the store does not answer")


@pytest.mark.usefixtures("store")
async def test_there_is_no_other_route(tmp_path: Path) -> None:
    status, _ = await ask(tmp_path, Supervisors(), "/metrics")

    assert status == 404
