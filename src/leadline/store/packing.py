"""Leads as they are packed: targets as numbers for arithmetic, anchors and rel as one text."""

import sys
from array import array
from collections.abc import Iterator, Sequence

import msgspec

from leadline.domain.crawls import PageId
from leadline.domain.pages import Lead, PackedLeads

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[tuple[str, tuple[str, ...]]]).decode


def packed(leads: Sequence[Lead] | PackedLeads) -> tuple[bytes, bytes]:
    """Targets as 64-bit little-endian integers, and their notes, of at least one lead."""
    if isinstance(leads, PackedLeads):
        return leads.targets, leads.notes
    targets, anchors, rels = zip(*leads, strict=True)
    numbers = _little_endian(array("q", targets))
    return numbers.tobytes(), _encode(list(zip(anchors, rels, strict=True)))


def unpacked(targets: bytes, notes: bytes) -> Iterator[Lead]:
    """What was packed."""
    for target, (anchor, rel) in zip(_numbers(targets), _decode(notes), strict=True):
        yield Lead(PageId(target), anchor, rel)


def targets_of(targets: bytes) -> list[PageId]:
    """Of what was packed only where it leads."""
    return [PageId(target) for target in _numbers(targets)]


def lead_to(target: PageId, targets: bytes, notes: bytes) -> Lead | None:
    """Of what was packed the lead to one page, without making all the others."""
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
