"""A trial of a scope and its patterns on addresses, without fetching."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from leadline.domain.addresses import Address
from leadline.domain.json_objects import JsonObject
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped
from leadline.urls.address import normalize
from leadline.urls.patterns import Pattern, check_budget
from leadline.urls.scope import Scope, ScopeRule
from leadline.urls.traps import TrapRules

_FOLLOWED = "it would be followed"


class TrialStopped(Exception):
    """The caller no longer wants a result."""


class _Stoppable:
    """A pattern that checks before each match whether to stop; a match takes up to 0.2 s."""

    def __init__(self, pattern: Pattern, is_stopped: Callable[[], bool]) -> None:
        self._pattern = pattern
        self._is_stopped = is_stopped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def matches(self, address: str) -> bool:
        """Return whether this pattern matches `address`. Raises TrialStopped."""
        if self._is_stopped():
            raise TrialStopped
        return self._pattern.matches(address)


@dataclass(frozen=True, slots=True)
class ScopeTest:
    """A scope around a root, and the rules that every crawl has."""

    scope: Scope
    traps: TrapRules

    def try_on(self, urls: Iterable[str]) -> list[JsonObject]:
        """Return for each URL, absolute or relative to the root, whether it would be followed."""
        return [self._try(url) for url in urls]

    def _try(self, url: str) -> JsonObject:
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
        """Return the pattern that decided, if one did."""
        if refused is None:
            return _first(self.scope.include, address)
        return _first(self.scope.exclude, address) if refused.rule == Rule.EXCLUDE else None


def scope_test(
    root: Address,
    rule: ScopeRule,
    patterns: tuple[Iterable[str], Iterable[str]],
    traps: TrapRules,
    is_stopped: Callable[[], bool],
) -> ScopeTest:
    """Return the scope that a crawl of `root` would have; `patterns` include, and exclude.

    Trying it raises TrialStopped soon after `is_stopped` is true. Raises InvalidPattern.
    """
    include, exclude = (tuple(texts) for texts in patterns)
    check_budget((*include, *exclude))

    def parsed(text: str) -> Pattern:
        return cast("Pattern", _Stoppable(Pattern.parse(text), is_stopped))

    scope = Scope(rule, root, tuple(map(parsed, include)), tuple(map(parsed, exclude)))
    return ScopeTest(scope, traps)


def _first(patterns: Sequence[Pattern], address: Address) -> str | None:
    return next((each.text for each in patterns if each.matches(address)), None)
