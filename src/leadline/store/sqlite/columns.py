"""The columns of a page. They have the names of the fields of `Page` and `Answer`.

A new field is read and stored without a change here, if SQLite has its type.
"""

import sqlite3
from array import array
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from leadline.domain.pages import Answer, FoundBy, Page
from leadline.domain.skips import SkipReason
from leadline.store.sqlite.codes import COMPLETED, KINDS, STATES

_TIMINGS = Answer._fields.index("timings")
_FIELDS = [field.name for field in fields(Page)]
_ELSEWHERE = {
    "host": "host.name",
    "is_fetched": f"page.fetched AND page.state = {COMPLETED}",
}
_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "kind": KINDS.__getitem__,
    "state": STATES.__getitem__,
    "found_by": FoundBy,
    "is_fetched": bool,
    "reason": lambda reason: SkipReason(reason) if reason else None,
    "title": lambda title: title or None,
    "timings": lambda data: tuple(round(value, 3) for value in array("f", data or b"")),
}
# By place: looking so many columns up by name takes as long as all the rest.
_CONVERTED = [(_FIELDS.index(name), convert) for name, convert in _CONVERSIONS.items()]

PAGE_COLUMNS = ", ".join(_ELSEWHERE.get(name, f"page.{name}") for name in _FIELDS)
"""The columns of `page` and its `host` that `read_page` reads."""
SET_ANSWER = ", ".join(f"{name} = ?" for name in Answer._fields)
"""Sets what `answer_values` returns."""


def read_page(row: sqlite3.Row) -> Page:
    """Return the page of a row with `PAGE_COLUMNS`."""
    values = list(row)
    for place, convert in _CONVERTED:
        values[place] = convert(values[place])
    return Page(*values)


def answer_values(answer: Answer) -> list[Any]:
    """Return the values of an answer, in the order of `SET_ANSWER`."""
    values: list[Any] = list(answer)
    values[_TIMINGS] = array("f", answer.timings).tobytes()
    return values
