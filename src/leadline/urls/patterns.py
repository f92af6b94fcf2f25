r"""Include and exclude patterns: globs, or regular expressions that run in linear time.

`/blog/*`             the path and query; `*` is any run of characters, all else is literal
`https://*.example/*` the whole address (also `*` first)
`re:/p/\d+$`           a regular expression (RE2) found anywhere in the address
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import re2

from leadline.domain.errors import InvalidPattern
from leadline.urls.address import target_of
from leadline.urls.wildcards import is_like

_MAX_PATTERN_LENGTH = 1_000
# Instructions that RE2 compiles patterns to. At worst it runs each of them for each character of an
# address: a thousand of them take 7 ms for 2,000 characters.
_MAX_SIZE = 1_000
_MAX_TOTAL_SIZE = 5_000
# The memory that RE2 may use to match faster; with more it only fails later.
_MATCHING_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern as written, ready to be matched."""

    text: str
    _parts: tuple[str, ...] = field(repr=False, compare=False, default=())
    """The texts between the `*` of a glob."""
    _regex: Any = field(repr=False, compare=False, default=None)

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """Read a pattern. Raises InvalidPattern, which says what is wrong."""
        if len(text) > _MAX_PATTERN_LENGTH:
            raise InvalidPattern(f"a pattern has at most {_MAX_PATTERN_LENGTH} characters")
        if not _is_text(text):
            raise InvalidPattern(f"pattern {text!r} is not text in UTF-8")
        if text.startswith("re:"):
            return cls(text, _regex=_compile(text, text.removeprefix("re:")))
        if not text.startswith(("/", "*", "http://", "https://")):
            raise InvalidPattern(
                f"pattern {text!r} should begin with '/', '*', 'http://', 'https://' or 're:'"
            )
        return cls(text, tuple(text.split("*")))

    def matches(self, address: str) -> bool:
        """Return whether this pattern matches `address`."""
        if self._regex is not None:
            return self._regex.search(address.encode()) is not None
        subject = target_of(address) if self.text.startswith("/") else address
        return is_like(subject, self._parts)

    @property
    def size(self) -> int:
        """Return the number of RE2 instructions: all may run for each character. 0 for a glob."""
        return 0 if self._regex is None else self._regex.programsize


def check_budget(texts: Iterable[str]) -> None:
    """Raise InvalidPattern unless patterns, alone and together, can be matched fast enough."""
    patterns = [Pattern.parse(text) for text in texts]
    if not patterns:
        return
    total, largest = sum(each.size for each in patterns), max(patterns, key=lambda each: each.size)
    if largest.size > _MAX_SIZE:
        raise InvalidPattern(
            f"pattern {largest.text!r} is too large: {largest.size:,} instructions where "
            f"{_MAX_SIZE:,} are allowed; use fewer repetitions, such as * instead of {{1,200}}"
        )
    if total > _MAX_TOTAL_SIZE:
        raise InvalidPattern(
            f"patterns are too large together: {total:,} instructions where {_MAX_TOTAL_SIZE:,} "
            f"are allowed; the largest is {largest.text!r}"
        )


def _is_text(pattern: str) -> bool:
    # Bytes of the command line that are not UTF-8 arrive as surrogates.
    try:
        pattern.encode()
    except UnicodeEncodeError:
        return False
    return True


def _compile(text: str, expression: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = _MATCHING_BYTES
    # Addresses are ASCII: a `.` is then one instruction instead of nine.
    if expression.isascii():
        options.encoding = re2.Options.Encoding.LATIN1
    try:
        return re2.compile(expression.encode(), options)
    except re2.error as exc:
        reason = exc.args[0].decode() if isinstance(exc.args[0], bytes) else str(exc.args[0])
        raise InvalidPattern(f"pattern {text!r} is not a regular expression: {reason}") from exc
