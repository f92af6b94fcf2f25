"""One JSON object a line."""

from collections.abc import AsyncIterator

import msgspec

from leadline.services.export_formats.table import Columns, Rows

_encode_lines = msgspec.json.Encoder().encode_lines


async def jsonl(rows: Rows, _: Columns) -> AsyncIterator[bytes]:
    """Rows as they are."""
    async for chunk in rows:
        yield _encode_lines(chunk)
