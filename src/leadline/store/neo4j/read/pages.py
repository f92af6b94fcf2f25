"""Pages, facts and figures of pages."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from leadline.domain.listing import PageFacts
from leadline.domain.pages import FoundBy, Page, PageKind, PageState
from leadline.domain.skips import SkipReason

_FIELDS = [field.name for field in fields(Page)]


_KIND = PageFacts._fields.index("kind")


def _reason(reason: str | None) -> SkipReason | None:
    return SkipReason(reason) if reason else None


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "kind": PageKind,
    "state": PageState,
    "found_by": FoundBy,
    "reason": _reason,
    "title": lambda title: title or None,
    "timings": lambda timings: tuple(round(value, 3) for value in timings or ()),
}
# By place: looking so many fields up by name takes as long as all the rest.
_CONVERTED = [(_FIELDS.index(name), convert) for name, convert in _CONVERSIONS.items()]


def read_page(values: list[Any]) -> Page:
    """Return the page of its fields in a row."""
    for place, convert in _CONVERTED:
        values[place] = convert(values[place])
    return Page(*values)


def read_facts(values: list[Any]) -> PageFacts:
    """Return the countable facts of a page."""
    known = list(values)
    known[1] = PageState(known[1])
    known[2] = _reason(known[2])
    known[_KIND] = PageKind(known[_KIND])
    return PageFacts(*known)
