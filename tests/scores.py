"""The type of the `score` fixture, which reports how many vectors of a corpus hold."""

from collections.abc import Callable

Score = Callable[[str, int, int], None]
