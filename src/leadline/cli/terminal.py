"""Writing to terminals what strangers wrote."""

import re
import sys

from rich.console import Console

# Control characters move the cursor or rewrite what was printed; bidirectional overrides reorder
# it. Neither is needed to read a page's title.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_REPLACEMENT = "\ufffd"

stdout = Console(highlight=False, soft_wrap=False)


def safe(text: str) -> str:
    """Text of a page, without what a terminal would act on."""
    return _UNSAFE.sub(_REPLACEMENT, text)


def safe_json(text: str) -> str:
    """JSON, with the characters that a terminal would act on escaped; means the same."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def complain(message: str) -> None:
    """One line on stderr."""
    print(f"leadline: {safe(' '.join(message.split()))}", file=sys.stderr)
