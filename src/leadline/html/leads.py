"""The links of a page against the known pages: nearly all of them become leads.

In Python, resolving, looking up and packing took a tenth of a page's time: see `leads.c`.
"""

import ctypes
import weakref
from array import array
from collections.abc import Callable, Iterable

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import PackedLeads
from leadline.domain.web.documents import WrittenLinks
from leadline.html.reader import library

NO_PAGE = -2
"""The id of a link that leads to no page."""
_NOT_KNOWN = -1

Columns = tuple[list[str], list[str], list[str]]


class _Result(ctypes.Structure):
    _fields_ = [
        *((f"{name}", ctypes.c_void_p) for name in ("unknown", "targets", "notes")),
        *((f"{name}_length", ctypes.c_size_t) for name in ("unknown", "targets", "notes")),
    ]


def _function(name: str, result: type | None, *given: type) -> Callable[..., int]:
    function = getattr(library, name)
    function.restype, function.argtypes = result, given
    found: Callable[..., int] = function
    return found


_size, _id, _text, _flag = ctypes.c_size_t, ctypes.c_int64, ctypes.c_char_p, ctypes.c_bool
_table, _out = ctypes.c_void_p, ctypes.POINTER(_Result)
_new = _function("known_new", _table, ctypes.c_uint32)
_free = _function("known_free", None, _table)
_get = _function("known_get", _id, _table, _text, _size)
_note = _function("known_note", None, _table, _text, _size, _id)
_join = _function("links_join", ctypes.c_int, _text, _size, _text, _out)
_find = _function("leads_find", ctypes.c_int, _table, _text, _size, _text, _flag, _id, _out)
_pack = _function("leads_pack", ctypes.c_int, ctypes.c_void_p, _id, _out)
# The result of the library, for one page at a time.
_result = _Result()


def joined(links: bytes, base: Address) -> Columns:
    """Return the addresses, anchors and rels of all links of a page.

    Where the address takes a URL parser, there is a space and the href without its fragment.
    """
    if _join(links, len(links), base.encode(), _result):
        raise MemoryError
    return _unknown()


class Ids:
    """The ids of recent pages, by their addresses."""

    def __init__(self, limit: int) -> None:
        self._table = _new(limit)
        if not self._table:
            raise MemoryError
        weakref.finalize(self, _free, self._table)

    def get(self, address: str) -> PageId | None:
        """Return the id that was noted for an address, if it is not forgotten."""
        text = address.encode()
        found = _get(self._table, text, len(text))
        return None if found == _NOT_KNOWN else PageId(found)

    def note(self, address: str, page: PageId) -> None:
        """Remember the id of a page. Links may also be noted as `joined` returns them."""
        text = address.encode()
        _note(self._table, text, len(text), page)

    def leads(
        self, links: WrittenLinks, page: PageId, name: Callable[[Columns], Iterable[int]]
    ) -> PackedLeads:
        """Return one lead for each page that is linked to, except `page` itself.

        A lead has the first anchor, and its rel if all of the links have one. `name` gets the
        unknown links in the form of `joined`, and returns their ids, or NO_PAGE.
        """
        texts, base = links.texts, links.base
        is_own = base == links.address
        if _find(self._table, texts, len(texts), base.encode(), is_own, page, _result):
            raise MemoryError
        if _result.unknown_length:
            unknown = _unknown()
            ids = array("q", name(unknown))
            # The library reads as many from there.
            assert len(ids) == len(unknown[0])  # noqa: S101
            if _pack(ids.buffer_info()[0], page, _result):
                raise MemoryError
        return PackedLeads(
            ctypes.string_at(_result.targets, _result.targets_length),
            ctypes.string_at(_result.notes, _result.notes_length),
        )


def _unknown() -> Columns:
    if not _result.unknown_length:
        return [], [], []
    found = ctypes.string_at(_result.unknown, _result.unknown_length)
    texts = found.decode(errors="replace").split("\0")
    return texts[:-1:3], texts[1::3], texts[2::3]
