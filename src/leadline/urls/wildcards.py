"""Text with wildcards: matched without backtracking, by the parts between the wildcards."""

from collections.abc import Sequence


def is_like(text: str, parts: Sequence[str]) -> bool:
    """Return whether a text starts with the first part, ends with the last, and has all others.

    A single part is the whole text.
    """
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        return text == first
    at, end = len(first), len(text) - len(last)
    if at > end or not text.startswith(first) or not text.endswith(last):
        return False
    for part in parts[1:-1]:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
