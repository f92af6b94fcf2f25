"""Parquet by pyarrow, which is an extra: nothing else may import this file when it loads."""

import io
from collections.abc import AsyncIterator
from typing import Any

import pyarrow as pa
from pyarrow import parquet as pq

from leadline.services.export_formats.table import Columns, Rows

_GROUP_ROWS = 50_000
# With texts, so many rows would be too much to hold.
_GROUP_BYTES = 32 * 1024 * 1024


async def parquet(rows: Rows, columns: Columns) -> AsyncIterator[bytes]:
    """Typed columns in row groups, compressed with zstd."""
    schema = pa.schema([(name, _type(kind)) for name, kind in columns.items()])
    sink, group = _Sink(), _Group(schema)
    with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
        async for chunk in rows:
            group.add(chunk)
            if group.is_full:
                writer.write_table(group.taken())
                yield sink.taken()
        if group.rows:
            writer.write_table(group.taken())
    yield sink.taken()


def _type(kind: str) -> Any:
    return pa.list_(pa.string()) if kind == "list<string>" else pa.type_for_alias(kind)


class _Group:
    """Rows that are written together. As columns they are a tenth of what they are as objects."""

    def __init__(self, schema: Any) -> None:
        self.rows = 0
        self._schema = schema
        self._batches: list[Any] = []
        self._bytes = 0

    def add(self, rows: list[dict[str, Any]]) -> None:
        batch = pa.RecordBatch.from_pylist(rows, schema=self._schema)
        self._batches.append(batch)
        self.rows += len(rows)
        self._bytes += batch.nbytes

    @property
    def is_full(self) -> bool:
        return self.rows >= _GROUP_ROWS or self._bytes >= _GROUP_BYTES

    def taken(self) -> Any:
        table = pa.Table.from_batches(self._batches)
        self._batches, self.rows, self._bytes = [], 0, 0
        return table


class _Sink(io.RawIOBase):
    """A file whose beginning is taken away while its end is written."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = bytearray()
        self._gone = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        self._kept += data
        return size

    def tell(self) -> int:
        return self._gone + len(self._kept)

    def taken(self) -> bytes:
        taken = bytes(self._kept)
        self._gone += len(taken)
        self._kept.clear()
        return taken
