"""The rows and columns that a table format writes."""

from collections.abc import AsyncIterator, Mapping

from leadline.domain.json_objects import JsonObject

Rows = AsyncIterator[list[JsonObject]]
Columns = Mapping[str, str]
"""Names and types, in order: string, bool, int16, int32, int64, double, list<string>."""
