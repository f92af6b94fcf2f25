"""The scope of a crawl: the addresses that belong to it."""

from dataclasses import dataclass, field
from enum import StrEnum

from leadline.domain.addresses import Address
from leadline.domain.rules import RULES, Rule
from leadline.domain.skips import Skipped
from leadline.urls.address import hostname_of, origin_of, target_of
from leadline.urls.domains import site_of
from leadline.urls.identity import key_of
from leadline.urls.patterns import Pattern


class ScopeRule(StrEnum):
    """How far from the root a crawl may go."""

    DOMAIN = "domain"
    HOST = "host"
    SUBPATH = "subpath"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope rule around a root, narrowed by patterns.

    - `domain`: the same registrable domain, any scheme and port (for IPs and single labels the same
      hostname).
    - `host`: the same hostname and port.
    - `subpath`: the same host, and below the root's path up to its last `/`.

    An address must match an `include` pattern when there are any, and no `exclude` pattern; the
    root itself is never excluded.
    """

    rule: ScopeRule
    root: Address
    include: tuple[Pattern, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    folds_path_case: bool = field(default=False, kw_only=True)
    """Whether paths that differ only in case are one, as in URL keys."""

    def refusal(self, address: Address) -> Skipped | None:
        """Return the rule that skips `address`; None when it is in scope."""
        if address == self.root:
            return None
        if not self._is_near(address):
            return RULES[self.rule].skip(f"outside of scope {self.rule} of {self.root}")
        if excluded := self.exclusion(address):
            return excluded
        if self.include and not any(pattern.matches(address) for pattern in self.include):
            return Rule.INCLUDE.skip("matches no include pattern")
        return None

    def exclusion(self, address: Address) -> Skipped | None:
        """Return the pattern that skips `address`, in scope or not, if one does."""
        for pattern in self.exclude:
            if pattern.matches(address):
                return Rule.EXCLUDE.skip(f"excluded by {pattern.text}")
        return None

    def is_outside(self, address: Address) -> bool:
        """Return whether no address of the same page is in scope, whatever patterns say."""
        if self.rule is not ScopeRule.SUBPATH:
            return not self._is_near(address)
        below = Address(origin_of(self.root) + self._below)
        return not self._folder(address).startswith(self._folder(below))

    @property
    def _below(self) -> str:
        return target_of(self.root).partition("?")[0].rpartition("/")[0] + "/"

    def admits_origin(self, address: Address) -> bool:
        """Return whether secrets of the crawl may be sent to the origin of `address`.

        Paths and patterns are about pages, and not about trust. `all` admits only the origin of the
        root, and secrets for https are never sent by http.
        """
        if self.root.startswith("https:") and not address.startswith("https:"):
            return False
        match self.rule:
            case ScopeRule.ALL:
                return origin_of(address) == origin_of(self.root)
            case ScopeRule.DOMAIN:
                return self._is_near(address)
            case ScopeRule.HOST | ScopeRule.SUBPATH:
                return _authority(address) == _authority(self.root)

    def _is_near(self, address: Address) -> bool:
        match self.rule:
            case ScopeRule.ALL:
                return True
            case ScopeRule.DOMAIN:
                return site_of(hostname_of(address)) == site_of(hostname_of(self.root))
            case ScopeRule.HOST:
                return _authority(address) == _authority(self.root)
            case ScopeRule.SUBPATH:
                is_below = self._path(target_of(address)).startswith(self._path(self._below))
                return is_below and _authority(address) == _authority(self.root)

    def _path(self, target: str) -> str:
        return target.lower() if self.folds_path_case else target

    def _folder(self, address: Address) -> str:
        """Return the start of the URL keys of all pages below an address, without the scheme."""
        key = key_of(address, fold_path_case=self.folds_path_case)
        return key.partition("?")[0].partition("//")[2] + "/"


def _authority(address: Address) -> str:
    return origin_of(address).partition("//")[2]
