"""JSON lines: one object per line."""

from collections.abc import AsyncIterator

import msgspec

from leadline.services.exports.formats.table import Columns, Rows

_encode_lines = msgspec.json.Encoder().encode_lines


async def jsonl(rows: Rows, _: Columns) -> AsyncIterator[bytes]:
    """Yield the rows as JSON lines."""
    async for chunk in rows:
        yield _encode_lines(chunk)
