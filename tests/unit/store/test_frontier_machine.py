"""Any order of calls keeps the rows of a store consistent, and loses no page."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from leadline.store.sqlite.store import SqliteStore
from memory.machine import POLICY, FrontierMachine, wait
from memory.sqlite_rows import read_tables
from memory.store import MemoryStore
from memory.tables import Tables

START = 1_000_000.0


class MemoryMachine(FrontierMachine):
    """A frontier in memory that runs every section twice."""

    def __init__(self) -> None:
        super().__init__()
        self.store = self._store = MemoryStore(POLICY, is_repeating=True)
        self._store.clock = START

    def tables(self) -> Tables:
        return self._store.tables

    def advance(self, seconds: float) -> None:
        self._store.clock += seconds


class SqliteMachine(FrontierMachine):
    """A frontier in a file."""

    template: Path
    """An empty store: making one takes longer than a run."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path(tempfile.mkdtemp(dir=self.template.parent))
        shutil.copy(self.template, self._folder / "store.db")
        self.store = SqliteStore(self._folder / "store.db", POLICY)
        self._clock = START
        self.store.now = lambda: self._clock

    def tables(self) -> Tables:
        return read_tables(self.store._db)

    def advance(self, seconds: float) -> None:
        self._clock += seconds

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            wait(self.store.aclose())
            shutil.rmtree(self._folder)


def short(examples: int, steps: int) -> settings:
    return _settings(max_examples=examples, stateful_step_count=steps, derandomize=True)


def long(examples: int, steps: int) -> settings:
    return _settings(max_examples=examples, stateful_step_count=steps, print_blob=True)


def _settings(**given: Any) -> settings:
    return settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), **given)


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A file with an empty store."""
    path = tmp_path / "empty.db"
    wait(SqliteStore(path, POLICY).aclose())
    return path


def test_rows_agree_after_any_calls_in_memory() -> None:
    run_state_machine_as_test(MemoryMachine, settings=short(60, 50))


def test_rows_agree_after_any_calls_in_a_file(
    template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteMachine, "template", template, raising=False)

    run_state_machine_as_test(SqliteMachine, settings=short(30, 40))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_rows_agree_after_very_many_calls_in_memory() -> None:
    run_state_machine_as_test(MemoryMachine, settings=long(1_000, 60))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_rows_agree_after_very_many_calls_in_a_file(
    template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteMachine, "template", template, raising=False)

    run_state_machine_as_test(SqliteMachine, settings=long(300, 60))
