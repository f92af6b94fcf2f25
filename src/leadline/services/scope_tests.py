"""Trying a scope and its patterns on addresses, before anything is fetched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
    url: str, rule: ScopeRule, include: Sequence[str], exclude: Sequence[str], traps: TrapRules
) -> ScopeTest:
    """A scope as a crawl of `url` would have it. Raises InvalidAddress and InvalidPattern."""
    root = submitted(url)
    if isinstance(root, Skipped):
        raise InvalidAddress(root.detail)
    check_budget((*include, *exclude))
    patterns = (tuple(map(Pattern.parse, texts)) for texts in (include, exclude))
    return ScopeTest(Scope(rule, root, *patterns), traps)


def _first(patterns: Sequence[Pattern], address: Address) -> str | None:
    return next((each.text for each in patterns if each.matches(address)), None)
