"""Bodies as packed objects: the pieces of one commit, one after the other, under a hash as name."""

import asyncio
import re
import secrets
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import StoreUnavailable, UnknownCrawl, WrongStore
from leadline.store.bodies.contract import Bodies, Page, Span, StoredPieces
from leadline.store.bodies.objects import Objects

_MARKER = "leadline-bodies"
_MARKER_BYTES = 16
_NAME_BYTES = 16
_OPEN_AT_ONCE = 8
"""Objects that one call reads at once."""
_is_crawl = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}").fullmatch
_is_object = re.compile(rf"[0-9a-f]{{{2 * _NAME_BYTES}}}").fullmatch


class PackedBodies(Bodies):
    """Bodies on objects of any kind; the only place where their errors are translated."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects

    async def put(
        self, crawl: CrawlId, pieces: Sequence[tuple[int, str, bytes]]
    ) -> Mapping[int, StoredPieces]:
        """Store pieces as one object, as the contract says."""
        group = _group(crawl)
        if not pieces:
            return {}
        # By name first: a list of texts is then read as one range.
        ordered = sorted(pieces, key=lambda piece: (piece[1], piece[0]))
        data = b"".join(piece for _, _, piece in ordered)
        # Of the content, so that a repeated put changes nothing; a site cannot forge a collision.
        name = blake2b(data, digest_size=_NAME_BYTES).hexdigest()
        with self._translated():
            await self._objects.put(group, name, data)
        return _stored(name, ordered)

    async def get(
        self, crawl: CrawlId, name: str, pages: Mapping[Page, StoredPieces]
    ) -> dict[Page, bytes]:
        """Return one piece of some pages, as the contract says."""
        group = _group(crawl)
        wanted: dict[str, dict[Page, Span]] = defaultdict(dict)
        for page, stored in pages.items():
            if name in stored.spans:
                wanted[_object(stored.object)][page] = stored.spans[name]
        found: dict[Page, bytes] = {}
        limit = asyncio.Semaphore(_OPEN_AT_ONCE)

        async def read(one: str, spans: dict[Page, Span]) -> None:
            async with limit:
                found.update(await self._read(group, one, spans))

        try:
            async with asyncio.TaskGroup() as tasks:
                for one, spans in wanted.items():
                    tasks.create_task(read(one, spans))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        return found

    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """Remove objects of a crawl, as the contract says."""
        with self._translated():
            return await self._objects.delete(_group(crawl), limit)

    async def claim_marker(self) -> str:
        """Return the marker; create it if there is none."""
        with self._translated():
            await self._objects.put_first(_MARKER, secrets.token_hex(_MARKER_BYTES).encode())
        marker = await self._marker()
        if marker is None:
            raise StoreUnavailable(f"{self._objects.url}: the marker of this bodies store is gone")
        return marker

    async def check_marker(self, marker: str) -> None:
        """Raise WrongStore unless the marker is this one."""
        found = await self._marker()
        if found == marker:
            return
        has = "has no marker" if found is None else "has the marker of another store"
        raise WrongStore(
            f"{self._objects.url} is not the bodies store of this store: it {has}. All machines of"
            " a store need one bodies store: set LEADLINE_BODIES to an object store, or to a folder"
            " that they share"
        )

    async def _marker(self) -> str | None:
        with self._translated():
            found = await self._objects.read_first(_MARKER)
        return None if found is None else found.decode(errors="replace")

    async def _read(self, group: str, name: str, spans: dict[Page, Span]) -> dict[Page, bytes]:
        with self._translated():
            read = await self._objects.read(group, name, list(spans.values()))
        if read is None:
            return {}
        found = dict(zip(spans, read, strict=True))
        if any(len(found[page]) != span.length for page, span in spans.items()):
            raise WrongStore(f"{self._objects.url}: object {name} of {group} is damaged")
        return found

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self._objects.failures as exc:
            [said, *_] = str(exc).splitlines() or [type(exc).__name__]
            raise StoreUnavailable(f"{self._objects.url}: {said}") from exc


def _stored(name: str, ordered: Sequence[tuple[int, str, bytes]]) -> dict[int, StoredPieces]:
    spans: dict[int, dict[str, Span]] = defaultdict(dict)
    offset = 0
    for page, piece, data in ordered:
        spans[page][piece] = Span(offset, len(data))
        offset += len(data)
    return {page: StoredPieces(name, of_page) for page, of_page in spans.items()}


def _group(crawl: CrawlId) -> str:
    if not _is_crawl(crawl):
        raise UnknownCrawl(f"there is no crawl {crawl!r}")
    return crawl


def _object(name: str) -> str:
    if not _is_object(name):
        raise WrongStore(f"{name!r} is not the name of an object")
    return name
