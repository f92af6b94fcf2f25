"""Decisions read from bytes, so that a fuzzer can steer what is built from them."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """One byte for each decision; when they run out, every decision is the first option.

    Unlike a fuzzer's own provider it needs no fuzzer, so that the same targets run as unit tests.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def number(self, below: int) -> int:
        """A number from 0 on; `below` is at most 256."""
        if self._position >= len(self._data):
            return 0
        self._position += 1
        return self._data[self._position - 1] % below

    def one_of(self, options: Sequence[T]) -> T:
        return options[self.number(len(options))]

    def rest(self) -> bytes:
        """All bytes that were not used for a decision."""
        return self._data[self._position :]
