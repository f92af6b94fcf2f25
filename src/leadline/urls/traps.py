"""Addresses that look like a machine makes them without end."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.urls.address import origin_of, target_of

_WHOLE = r"(?<![0-9A-Za-z]){}(?![0-9A-Za-z])"
_DIGIT = re.compile("[0-9]")
_UUID = re.compile(_WHOLE.format(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"))
# Base64 for addresses: beside letters and digits it has what stands between the words of titles.
_TOKEN = re.compile(r"(?<![\w-])(?=[A-Za-z_-]*[0-9])[0-9A-Za-z_-]{16,}(?![\w-])", re.ASCII)
_WORD = re.compile(r"(?<![0-9A-Za-z])(?:[A-Z]?[a-z]{4,}|[A-Z]{5,})(?![0-9A-Za-z])")
_TURN = re.compile(r"(?=[a-z][A-Z0-9]|[A-Z][a-z0-9]|[0-9][A-Za-z])")
_LEAST_TURNS = 1 / 4
_FOLDS = (
    (re.compile(_WHOLE.format(r"(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}")), "{hex}"),
    # Session ids: long, letters and digits mixed.
    (re.compile(_WHOLE.format(r"(?=[A-Za-z]*[0-9])[0-9A-Za-z]{16,}")), "{id}"),
    (re.compile(r"[0-9]+"), "{n}"),
)
_RUN_REPEATS = 3
_LONG, _KEPT_OF_LONG, _SHORTENED = 1_800, 1_000, "…"


@dataclass(frozen=True, slots=True)
class TrapRules:
    """The limits beyond which an address is taken for a trap. 0 lifts a limit.

    All can be told from an address alone; what a crawl has to count are budgets of the store.
    """

    max_length: int = 1_800
    max_segments: int = 20
    max_run_repeats: int = _RUN_REPEATS
    max_query_keys: int = 12

    def refusal(self, address: Address) -> Skipped | None:
        """None when nothing about the address itself looks like a trap."""
        if is_shortened(address) or (self.max_length and len(address) > self.max_length):
            return _trap("max_length", f"longer than {self.max_length} characters")
        path, _, query = target_of(address).partition("?")
        segments = path.removesuffix("/").split("/")[1:]
        if self.max_segments and len(segments) > self.max_segments:
            return _trap("max_segments", f"more than {self.max_segments} path segments")
        is_varied = len(set(segments)) == len(segments)
        if self.max_run_repeats and not is_varied and _repeats_run(segments, self.max_run_repeats):
            return _trap("max_run_repeats", f"path repeats itself {self.max_run_repeats} times")
        if query and self.max_query_keys and len(_query_keys(query)) > self.max_query_keys:
            return _trap("max_query_keys", f"more than {self.max_query_keys} query keys")
        return None


def shortened(address: Address) -> Address:
    """An address that is never requested, as it is kept: of a very long one the beginning, and `…`.

    A store keeps several short ones on a page of its file, but a long one on a page of its own.
    """
    is_long = len(address) > _LONG
    return Address(address[:_KEPT_OF_LONG] + _SHORTENED) if is_long else address


def is_shortened(address: str) -> bool:
    """Whether this is the beginning of an address: others are ASCII."""
    return address.endswith(_SHORTENED)


def shape_of(address: Address) -> str | None:
    """The address with all that varies folded, or None when nothing would vary.

    Numbers, dates, hexadecimal strings, UUIDs and session ids become placeholders, and the query
    is reduced to its sorted keys: all days of a calendar have one shape. What stands before `?` is
    the path, of which a store counts how many sets of keys it has.
    """
    path, _, query = target_of(address).partition("?")
    folded = _folded(path) if _DIGIT.search(path) else path
    if folded == path and not query:
        return None
    keys = "&".join(sorted(_query_keys(query)))
    return origin_of(address) + folded + (f"?{keys}" if keys else "")


def going_round(page: Address, links: Sequence[Address]) -> frozenset[Address]:
    """The links that lead deeper, if one of them leads to where the page already is; else none.

    `/news/about/` that links to `/news/about/news/` has links that are relative where they should
    not be: each of them goes on for ever, and together they make all sequences of their names.
    """
    path = page.partition("?")[0]
    base, folder = path.removesuffix("/") + "/", path[: path.rfind("/") + 1]
    above = path.removesuffix("/").split("/")[3:]
    back = tuple(start + name for start in (base, folder) for name in above)
    # Almost always the end of it, so that this is all it costs.
    if not any(link.startswith(back) for link in links):
        return frozenset()
    steps = {link: step for link in links if (step := _step_below(link, base, folder))}
    return frozenset(steps) if set(above) & set(steps.values()) else frozenset()


def _step_below(link: Address, base: str, folder: str) -> str:
    """The name by which a link begins to go deeper than its page; empty when it does not.

    A file is none: there is an `index.html` everywhere.
    """
    is_below = link.startswith(base)
    if not is_below and not link.startswith(folder):
        return ""
    rest = link[len(base if is_below else folder) :].partition("?")[0]
    step, slash, further = rest.partition("/")
    is_deeper = slash if is_below else further
    is_name = is_below and "." not in step
    return step if is_deeper or is_name else ""


def _folded(path: str) -> str:
    folded = _TOKEN.sub(_folded_token, _UUID.sub("{uuid}", path))
    for expression, placeholder in _FOLDS:
        folded = expression.sub(placeholder, folded)
    return folded


def _folded_token(match: re.Match[str]) -> str:
    """Random letters go from small to capital to digit all the time, and are no words."""
    token = match[0]
    if token.isalnum() or _WORD.search(token):
        return token
    return "{id}" if len(_TURN.findall(token)) >= len(token) * _LEAST_TURNS else token


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
