"""A sort of more lines than memory should hold."""

import heapq
from collections.abc import Iterator
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, Self

_LINES_IN_MEMORY = 50_000


class SortedLines:
    """Lines, sorted by their keys. All but the last 50,000 are in unnamed temporary files.

    Neither keys nor lines may have a line feed in them, nor keys a tab.
    """

    def __init__(self) -> None:
        self._files = ExitStack()
        self._runs: list[IO[bytes]] = []
        self._lines: list[bytes] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def add(self, key: str, line: bytes) -> None:
        """Add a line."""
        self._lines.append(b"%s\t%s\n" % (key.encode(), line))
        if len(self._lines) >= _LINES_IN_MEMORY:
            run = self._files.enter_context(TemporaryFile())  # noqa: SIM115 -- it is one
            run.writelines(sorted(self._lines))
            run.seek(0)
            self._runs.append(run)
            self._lines.clear()

    def __iter__(self) -> Iterator[bytes]:
        """Yield the lines, without their line feeds."""
        for line in heapq.merge(*self._runs, sorted(self._lines)):
            yield line.partition(b"\t")[2][:-1]
