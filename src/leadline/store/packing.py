"""Leads as they are packed: targets as numbers for arithmetic, anchors and rel as one text."""

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from leadline.domain.crawls import PageId
from leadline.domain.pages import Lead, PackedLeads, PageLeads

_ID_BYTES = 8
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[tuple[str, tuple[str, ...]]]).decode


def packed(leads: Sequence[Lead] | PackedLeads) -> tuple[bytes, bytes]:
    """Return targets as 64-bit little-endian integers, and their notes, of at least one lead."""
    if isinstance(leads, PackedLeads):
        return leads.targets, leads.notes
    targets, anchors, rels = zip(*leads, strict=True)
    return packed_ids(targets), _encode(list(zip(anchors, rels, strict=True)))


def packed_ids(ids: Iterable[int]) -> bytes:
    """Return ids as the targets of leads are packed."""
    return _little_endian(array("q", ids)).tobytes()


def unpacked(targets: bytes, notes: bytes) -> Iterator[Lead]:
    """Yield the leads that were packed."""
    for target, (anchor, rel) in zip(_numbers(targets), _decode(notes), strict=True):
        yield Lead(PageId(target), anchor, rel)


def targets_of(targets: bytes) -> list[PageId]:
    """Return the targets of packed leads."""
    return [PageId(target) for target in _numbers(targets)]


def targets_of_all(chunk: Iterable[PageLeads]) -> "array[int]":
    """Return the targets of all leads of some pages, page by page, for arithmetic."""
    return _numbers(b"".join([leads.targets for leads in chunk]))


def lead_counts(chunk: Iterable[PageLeads]) -> list[int]:
    """Return how many leads each of some pages has."""
    return [len(leads.targets) // _ID_BYTES for leads in chunk]


def lead_to(target: PageId, targets: bytes, notes: bytes) -> Lead | None:
    """Return the packed lead to one page, without unpacking the others; None without one."""
    numbers = _numbers(targets)
    if target not in numbers:
        return None
    return Lead(target, *_decode(notes)[numbers.index(target)])


def _numbers(targets: bytes) -> "array[int]":
    numbers = array("q")
    numbers.frombytes(targets)
    return _little_endian(numbers)


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
