"""Skipping is a value: the reasons why an address is not fetched."""

from dataclasses import dataclass
from enum import StrEnum


class SkipReason(StrEnum):
    """The reason why a rule skips a page."""

    SCOPE = "scope"
    ROBOTS = "robots"
    LIMIT = "limit"
    TRAP = "trap"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Skipped:
    """An address that a rule skips.

    `rule` is the name of the rule (`"private network"`, `"max_segments"`), and `detail` is one
    sentence for people.
    """

    reason: SkipReason
    rule: str
    detail: str
