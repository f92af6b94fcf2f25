"""CSV (RFC 4180) without cells that a spreadsheet would evaluate as formulas."""

import csv as standard
import io
from collections.abc import AsyncIterator, Iterable
from typing import Any

from leadline.domain.json_objects import JsonObject
from leadline.services.exports.formats.table import Columns, Rows

# Characters that begin a formula, in both widths, and those that spreadsheets skip before one.
_BEGINS_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 -- wide ones count, too
_WORDS = {True: "true", False: "false"}


async def csv(rows: Rows, columns: Columns) -> AsyncIterator[bytes]:
    """Yield a line of column names, then the rows: lists joined by spaces, None as empty."""
    yield csv_lines(columns, [])
    async for chunk in rows:
        yield _lines([_cell(row[name]) for name in columns] for row in chunk)


def csv_lines(columns: Iterable[str], rows: Iterable[JsonObject]) -> bytes:
    """Return a line of column names and the rows."""
    names = list(columns)
    return _lines([names, *([_cell(row[name]) for name in names] for row in rows)])


def _lines(rows: Iterable[list[Any]]) -> bytes:
    text = io.StringIO(newline="")
    standard.writer(text).writerows(rows)
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        value = " ".join(value)
    if isinstance(value, str):
        return f"'{value}" if value[:1] in _BEGINS_FORMULA else value
    return _WORDS[value] if isinstance(value, bool) else value
