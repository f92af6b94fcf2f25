"""Addresses that look like a machine makes them without end."""

import re
from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.urls.address import origin_of, target_of

_WHOLE = r"(?<![0-9A-Za-z]){}(?![0-9A-Za-z])"
_FOLDS = (
    (re.compile(_WHOLE.format(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")), "{uuid}"),
    (re.compile(_WHOLE.format(r"(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}")), "{hex}"),
    # Session ids: long, letters and digits mixed.
    (re.compile(_WHOLE.format(r"(?=[A-Za-z]*[0-9])[0-9A-Za-z]{16,}")), "{id}"),
    (re.compile(r"[0-9]+"), "{n}"),
)
_RUN_REPEATS = 3


@dataclass(frozen=True, slots=True)
class TrapRules:
    """The limits beyond which an address is taken for a trap. 0 lifts a limit.

    All can be told from an address alone; what a crawl has to count are budgets of the store.
    """

    max_length: int = 2_048
    max_segments: int = 20
    max_run_repeats: int = _RUN_REPEATS
    max_query_keys: int = 12

    def refusal(self, address: Address) -> Skipped | None:
        """None when nothing about the address itself looks like a trap."""
        if self.max_length and len(address) > self.max_length:
            return _trap("max_length", f"longer than {self.max_length} characters")
        path, _, query = target_of(address).partition("?")
        segments = path.removesuffix("/").split("/")[1:]
        if self.max_segments and len(segments) > self.max_segments:
            return _trap("max_segments", f"more than {self.max_segments} path segments")
        if self.max_run_repeats and _repeats_run(segments, self.max_run_repeats):
            return _trap("max_run_repeats", f"path repeats itself {self.max_run_repeats} times")
        if self.max_query_keys and len(_query_keys(query)) > self.max_query_keys:
            return _trap("max_query_keys", f"more than {self.max_query_keys} query keys")
        return None


def shape_of(address: Address) -> str | None:
    """The address with all that varies folded, or None when nothing would vary.

    Numbers, dates, hexadecimal strings, UUIDs and session ids become placeholders, and the query
    is reduced to its sorted keys: all days of a calendar have one shape.
    """
    path, _, query = target_of(address).partition("?")
    folded = path
    for expression, placeholder in _FOLDS:
        folded = expression.sub(placeholder, folded)
    if folded == path and not query:
        return None
    keys = "&".join(sorted(_query_keys(query)))
    return origin_of(address) + folded + (f"?{keys}" if keys else "")


def _query_keys(query: str) -> set[str]:
    return {part.partition("=")[0] for part in query.split("&") if part}


def _repeats_run(segments: list[str], times: int) -> bool:
    return any(
        segments[start : start + length] * times == segments[start : start + length * times]
        for length in range(1, len(segments) // times + 1)
        for start in range(len(segments) - length * times + 1)
    )


def _trap(rule: str, detail: str) -> Skipped:
    return Skipped(SkipReason.TRAP, rule, detail)
