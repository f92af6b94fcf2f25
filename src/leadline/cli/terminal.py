"""Writing to terminals what strangers wrote."""

import contextlib
import os
import re
import select
import sys

from rich.console import Console, Group, RenderableType

# Control characters move the cursor or rewrite what was printed; bidirectional overrides reorder
# it. Neither is needed to read a page's title.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_REPLACEMENT = "\ufffd"

_UNBROKEN = 1_000
# Narrower ones break lines themselves; some are said to have no width at all.
_NARROWEST = 20


def _console() -> Console:
    """Lines are as wide as the terminal; in a file or a pipe nothing is broken."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in console._environ:  # noqa: SLF001 -- as rich reads it
        console.width = _UNBROKEN
    console.width = max(console.width, _NARROWEST)
    return console


stdout = _console()


def write(*parts: RenderableType, console: Console = stdout) -> None:
    """Print, without the spaces that tables are padded with when nobody sees them."""
    if console.is_terminal:
        console.print(Group(*parts))
        return
    with console.capture() as captured:
        console.print(Group(*parts))
    print("\n".join(line.rstrip() for line in captured.get().splitlines()), flush=True)


def safe(text: str) -> str:
    """Text of a page, without what a terminal would act on."""
    return _UNSAFE.sub(_REPLACEMENT, text)


def safe_json(text: str) -> str:
    """JSON, with the characters that a terminal would act on escaped; means the same."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def is_stdout_closed() -> bool:
    """Whether nobody will read what is printed any more."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return any(events & select.POLLERR for _, events in poll.poll(0))


def silence_stdout() -> None:
    """Nothing more is said to who has gone, not even at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """One line on stderr."""
    with contextlib.suppress(OSError):
        print(f"leadline: {safe(' '.join(message.split()))}", file=sys.stderr, flush=True)
