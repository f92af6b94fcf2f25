r"""Include and exclude patterns: globs, or regular expressions that run in linear time.

`/blog/*`             the path and query; `*` is any run of characters, all else is literal
`https://*.example/*` the whole address (also `*` first)
`re:/p/\d+$`           a regular expression (RE2) found anywhere in the address
"""

from dataclasses import dataclass, field
from typing import Any

import re2

from leadline.domain.errors import InvalidPattern
from leadline.urls.address import target_of

_MAX_PATTERN_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern as written, ready to be matched."""

    text: str
    _regex: Any = field(repr=False, compare=False)

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """Raises InvalidPattern with what is wrong."""
        if len(text) > _MAX_PATTERN_LENGTH:
            raise InvalidPattern(f"a pattern has at most {_MAX_PATTERN_LENGTH} characters")
        if not _is_text(text):
            raise InvalidPattern(f"pattern {text!r} is not text in UTF-8")
        if text.startswith("re:"):
            return cls(text, _compile(text, text.removeprefix("re:")))
        if not text.startswith(("/", "*", "http://", "https://")):
            raise InvalidPattern(
                f"pattern {text!r} should begin with '/', '*', 'http://', 'https://' or 're:'"
            )
        return cls(text, _compile(text, ".*".join(re2.escape(part) for part in text.split("*"))))

    def matches(self, address: str) -> bool:
        """Whether this pattern covers `address`."""
        if self.text.startswith("re:"):
            return self._regex.search(address) is not None
        subject = target_of(address) if self.text.startswith("/") else address
        return self._regex.fullmatch(subject) is not None


def _is_text(pattern: str) -> bool:
    # Bytes of the command line that are not text arrive as surrogates.
    try:
        pattern.encode()
    except UnicodeEncodeError:
        return False
    return True


def _compile(text: str, expression: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(expression, options)
    except re2.error as exc:
        reason = exc.args[0].decode() if isinstance(exc.args[0], bytes) else str(exc.args[0])
        raise InvalidPattern(f"pattern {text!r} is not a regular expression: {reason}") from exc
