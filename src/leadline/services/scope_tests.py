"""Trying a scope and its patterns on addresses, before anything is fetched."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.outcomes import Skipped
from leadline.services.export_formats.table import Row
from leadline.urls.address import normalize
from leadline.urls.patterns import Pattern, check_budget
from leadline.urls.scope import Scope, ScopeRule
from leadline.urls.submitted import submitted
from leadline.urls.traps import TrapRules

_FOLLOWED = "it would be followed"


class TrialStopped(Exception):
    """The caller no longer wants a result."""


class _Stoppable:
    """A pattern that asks before each match whether to go on; a match takes up to 0.2 s."""

    def __init__(self, pattern: Pattern, is_stopped: Callable[[], bool]) -> None:
        self._pattern = pattern
        self._is_stopped = is_stopped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def matches(self, address: str) -> bool:
        """Whether this pattern covers `address`. Raises TrialStopped."""
        if self._is_stopped():
            raise TrialStopped
        return self._pattern.matches(address)


@dataclass(frozen=True, slots=True)
class ScopeTest:
    """A scope around a root, and the rules that every crawl has."""

    scope: Scope
    traps: TrapRules

    def try_on(self, urls: Iterable[str]) -> list[Row]:
        """What becomes of each address; those that are relative are seen from the root."""
        return [self._tried(url) for url in urls]

    def _tried(self, url: str) -> Row:
        address = normalize(url, self.scope.root)
        refused: Skipped | None
        if isinstance(address, Skipped):
            refused, pattern = address, None
        else:
            refused = self.scope.refusal(address) or self.traps.refusal(address)
            pattern = self._pattern(address, refused)
        return {
            "url": url,
            "address": None if isinstance(address, Skipped) else address,
            "followed": refused is None,
            "reason": refused and refused.reason,
            "rule": refused and refused.rule,
            "pattern": pattern,
            "detail": refused.detail if refused else _FOLLOWED,
        }

    def _pattern(self, address: Address, refused: Skipped | None) -> str | None:
        """The pattern that decided, if one did."""
        if refused is None:
            return _first(self.scope.include, address)
        return _first(self.scope.exclude, address) if refused.rule == "exclude" else None


def scope_test(
    url: str,
    rule: ScopeRule,
    patterns: tuple[Iterable[str], Iterable[str]],
    traps: TrapRules,
    is_stopped: Callable[[], bool],
) -> ScopeTest:
    """A scope as a crawl of `url` would have it; `patterns` are to include, and to exclude.

    Trying it raises TrialStopped soon after `is_stopped` is true. Raises InvalidAddress and
    InvalidPattern.
    """
    root = submitted(url)
    if isinstance(root, Skipped):
        raise InvalidAddress(root.detail)
    include, exclude = (tuple(texts) for texts in patterns)
    check_budget((*include, *exclude))

    def parsed(text: str) -> Pattern:
        return cast("Pattern", _Stoppable(Pattern.parse(text), is_stopped))

    scope = Scope(rule, root, tuple(map(parsed, include)), tuple(map(parsed, exclude)))
    return ScopeTest(scope, traps)


def _first(patterns: Sequence[Pattern], address: Address) -> str | None:
    return next((each.text for each in patterns if each.matches(address)), None)
