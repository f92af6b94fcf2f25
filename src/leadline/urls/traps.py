"""Traps: addresses of which a site can make any number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped
from leadline.urls.address import origin_of, target_of

_WHOLE = r"(?<![0-9A-Za-z]){}(?![0-9A-Za-z])"
_DIGIT = re.compile("[0-9]")
_UUID = re.compile(_WHOLE.format(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"))
# Base64 for addresses: beside letters and digits it has the characters between words of titles.
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
    """The limits beyond which an address counts as a trap. 0 lifts a limit.

    These rules need only the address; budgets, which a crawl has to count, are in the store.
    """

    max_length: int = 1_800
    max_segments: int = 20
    max_run_repeats: int = _RUN_REPEATS
    max_query_keys: int = 12

    def refusal(self, address: Address) -> Skipped | None:
        """Return the rule by which an address looks like a trap, if there is one."""
        if is_shortened(address) or (self.max_length and len(address) > self.max_length):
            return Rule.MAX_LENGTH.skip(f"longer than {self.max_length} characters")
        path, _, query = target_of(address).partition("?")
        segments = path.removesuffix("/").split("/")[1:]
        if self.max_segments and len(segments) > self.max_segments:
            return Rule.MAX_SEGMENTS.skip(f"more than {self.max_segments} path segments")
        is_varied = len(set(segments)) == len(segments)
        if self.max_run_repeats and not is_varied and _repeats_run(segments, self.max_run_repeats):
            return Rule.MAX_RUN_REPEATS.skip(f"path repeats itself {self.max_run_repeats} times")
        if query and self.max_query_keys and len(_query_keys(query)) > self.max_query_keys:
            return Rule.MAX_QUERY_KEYS.skip(f"more than {self.max_query_keys} query keys")
        return None


def shortened(address: Address) -> Address:
    """Return an address that is never requested as it is stored: very long, it ends with `…`.

    A page of the store's file has room for several short addresses, but a long one takes a page.
    """
    is_long = len(address) > _LONG
    return Address(address[:_KEPT_OF_LONG] + _SHORTENED) if is_long else address


def is_shortened(address: str) -> bool:
    """Return whether an address was truncated: others are ASCII."""
    return address.endswith(_SHORTENED)


def shape_of(address: Address) -> str | None:
    """Return the shape of an address, or None when nothing in it varies.

    Numbers, dates, hexadecimal strings, UUIDs and session ids become placeholders, and the query is
    reduced to its sorted keys: all days of a calendar have one shape. The part before `?` is the
    path, whose sets of query keys the store counts.
    """
    path, _, query = target_of(address).partition("?")
    folded = _folded(path) if _DIGIT.search(path) else path
    if folded == path and not query:
        return None
    keys = "&".join(sorted(_query_keys(query)))
    return origin_of(address) + folded + (f"?{keys}" if keys else "")


def going_round(page: Address, links: Sequence[Address]) -> frozenset[Address]:
    """Return the links that lead deeper, if one of them repeats the path of the page; else none.

    `/news/about/` that links to `/news/about/news/` has links that are relative by mistake: each of
    them never ends, and together they make all sequences of their names.
    """
    path = page.partition("?")[0]
    base, folder = path.removesuffix("/") + "/", path[: path.rfind("/") + 1]
    above = path.removesuffix("/").split("/")[3:]
    back = tuple(start + name for start in (base, folder) for name in above)
    # Nearly all pages end here.
    if not any(link.startswith(back) for link in links):
        return frozenset()
    steps = {link: step for link in links if (step := _step_below(link, base, folder))}
    return frozenset(steps) if set(above) & set(steps.values()) else frozenset()


def _step_below(link: Address, base: str, folder: str) -> str:
    """Return the first name by which a link goes deeper than its page; empty when it does not.

    A file does not count: there is an `index.html` in every folder.
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
    """Return `{id}` for random letters: they change often between small, capital and digit."""
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
