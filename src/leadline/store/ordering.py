"""Lists of pages in an order: ranges to read, pages of several ranges sorted, and cursors."""

import base64
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.errors import InvalidCursor
from leadline.domain.listing import PageOrder, SortKey

PAGES_OF_RANGE = 50_000
"""Pages that one query looks at, so that no read is long."""

Value = str | float | Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None


class Found(NamedTuple):
    """A page of a list, and the value that it is sorted by."""

    id: PageId
    address: Address
    value: Value


class ListPlace(msgspec.Struct, array_like=True):
    """The place where a list ended."""

    order: str
    value: Value
    address: str


def ranges(after: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of numbers of pages from behind `after`, each with its first and last."""
    for first in range(after + 1, end + 1, PAGES_OF_RANGE):
        yield first, first + PAGES_OF_RANGE - 1


def sort(found: Iterable[Found], order: PageOrder) -> list[Found]:
    """Return pages by value, then by address; those without a value come last."""
    by_address = sorted(found, key=lambda each: each.address)
    known = [each for each in by_address if each.value is not None]
    known.sort(key=lambda each: each.value, reverse=order.is_descending)  # type: ignore[arg-type,return-value]
    return known + [each for each in by_address if each.value is None]


def cursor_of(last: Found, order: PageOrder) -> str:
    """Return the cursor of the list behind a page."""
    # An address may be long: it is not there twice.
    value = None if order.by is SortKey.ADDRESS else last.value
    place = ListPlace(_name(order), value, last.address)
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def read_cursor(cursor: str, order: PageOrder) -> ListPlace:
    """Return the place of a cursor. Raises InvalidCursor."""
    try:
        place = msgspec.json.decode(base64.urlsafe_b64decode(cursor), type=ListPlace)
    except ValueError as exc:
        raise InvalidCursor("this is not a cursor that a list ended with") from exc
    if place.order != _name(order):
        raise InvalidCursor("this cursor is of a list in another order")
    if order.by is SortKey.ADDRESS:
        place.value = place.address
    return place


def _name(order: PageOrder) -> str:
    return f"-{order.by}" if order.is_descending else order.by
