"""Writing text of websites to a terminal, safely."""

import contextlib
import os
import re
import select
import sys

from rich.console import Console, Group, RenderableType

# Control characters move the cursor or overwrite printed text; bidirectional overrides reorder
# it. Neither is needed to read a page's title.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_REPLACEMENT = "\ufffd"

_UNBROKEN = 1_000
# Narrower terminals wrap lines themselves; some report a width of 0.
_NARROWEST = 20


def _console() -> Console:
    """Return a console as wide as the terminal; in a file or pipe, lines are not wrapped."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in console._environ:  # noqa: SLF001 -- as rich reads it
        console.width = _UNBROKEN
    console.width = max(console.width, _NARROWEST)
    return console


stdout = _console()


def write(*parts: RenderableType, console: Console = stdout) -> None:
    """Print; in a file or pipe, without the trailing spaces of tables."""
    if console.is_terminal:
        console.print(Group(*parts))
        return
    with console.capture() as captured:
        console.print(Group(*parts))
    print("\n".join(line.rstrip() for line in captured.get().splitlines()), flush=True)


def safe(text: str) -> str:
    """Return text with control characters replaced."""
    return _UNSAFE.sub(_REPLACEMENT, text)


def safe_json(text: str) -> str:
    """Return the same JSON with control characters escaped."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def is_stdout_closed() -> bool:
    """Return whether the reader of stdout is gone."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return any(events & select.POLLERR for _, events in poll.poll(0))


def silence_stdout() -> None:
    """Discard further output, because the reader of stdout is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """Print one line on stderr."""
    with contextlib.suppress(OSError):
        print(f"leadline: {safe(' '.join(message.split()))}", file=sys.stderr, flush=True)
