"""What formats of tables are given."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

Row = dict[str, Any]
Rows = AsyncIterator[list[Row]]
Columns = Mapping[str, str]
"""Names and types, in order: string, bool, int16, int32, int64, double, list<string>."""
