"""Refusal is a value: the reasons for which an address is not fetched."""

from dataclasses import dataclass
from enum import StrEnum

NOFOLLOW = "nofollow"
"""The rule of links that ask not to be followed: of the link, so that another one may be."""


class SkipReason(StrEnum):
    """Why a page was not fetched although nothing failed."""

    SCOPE = "scope"
    ROBOTS = "robots"
    LIMIT = "limit"
    TRAP = "trap"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Skipped:
    """An address that a rule keeps us from fetching.

    `rule` names the rule that decided (`"private network"`, `"max_segments"`), and `detail`
    is one sentence for people.
    """

    reason: SkipReason
    rule: str
    detail: str
