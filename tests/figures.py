"""The type of the `figure` fixture, which prints a line at the end of the run."""

from collections.abc import Callable

Figure = Callable[[str, str], None]
