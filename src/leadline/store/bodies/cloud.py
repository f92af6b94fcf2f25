"""Objects in an object store, by obstore, an optional package: import this when it is needed."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import from_url

from leadline.store.bodies.contract import Span
from leadline.store.bodies.objects import Objects

_RETRY = timedelta(seconds=20)
_RETRIES = 4
_NEAR_BYTES = 256 * 1024
"""Parts that are nearer than this are read by one request, which costs more than these bytes."""


class CloudObjects(Objects):
    """S3, Google Cloud Storage or Azure; all of them answer a put when it is durable.

    Credentials, region and endpoint are read from the environment by obstore, under the names that
    the tools of these clouds use. Raises BaseError and ValueError for an address that it refuses.
    """

    # FileNotFoundError, which obstore raises for a missing bucket, is an OSError.
    failures = (BaseError, OSError)

    def __init__(self, url: str) -> None:
        self.url = url
        # Options of the client, such as time-outs, would hide those of the environment; the
        # defaults are 5 s for connecting and 30 s for a request.
        self._store = from_url(url, retry_config={"max_retries": _RETRIES, "retry_timeout": _RETRY})

    async def put(self, group: str, name: str, data: bytes) -> None:
        """Store an object by one request: parts of a broken upload would be kept and paid for."""
        await obstore.put_async(self._store, f"{group}/{name}", data, use_multipart=False)

    async def read(self, group: str, name: str, spans: Sequence[Span]) -> list[bytes] | None:
        """Return parts of an object; None if missing."""
        # A range of no bytes is none for HTTP.
        wanted = [span for span in spans if span.length]
        try:
            found = await obstore.get_ranges_async(
                self._store,
                f"{group}/{name}",
                starts=[span.offset for span in wanted],
                lengths=[span.length for span in wanted],
                coalesce=_NEAR_BYTES,
            )
        except FileNotFoundError:
            return None
        read = iter(found)
        return [next(read).to_bytes() if span.length else b"" for span in spans]

    async def delete(self, group: str, limit: int) -> int:
        """Remove objects of a group, up to 1,000 by one request."""
        async for chunk in obstore.list(self._store, group, chunk_size=limit):
            paths = [found["path"] for found in chunk]
            await obstore.delete_async(self._store, paths)
            return len(paths)
        return 0

    async def put_first(self, name: str, data: bytes) -> None:
        """Store an object outside of groups, unless there is one."""
        with suppress(AlreadyExistsError):
            await obstore.put_async(self._store, name, data, mode="create", use_multipart=False)

    async def read_first(self, name: str) -> bytes | None:
        """Return an object outside of groups; None if missing."""
        try:
            found = await obstore.get_async(self._store, name)
            return (await found.bytes_async()).to_bytes()
        except FileNotFoundError:
            return None
