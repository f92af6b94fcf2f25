"""A drawing as it is stored with its crawl, packed."""

import msgspec
import numpy as np

from leadline.services.drawing.layout.flowers import Floats
from leadline.services.drawing.picture import Picture
from leadline.services.graph.rows import Numbers

_VERSION = 1
_ID, _NUMBER, _PLACE, _NODE = "<i8", "<i4", "<f4", "<u2"


class HostSheet(msgspec.Struct, array_like=True, frozen=True):
    """Hosts, those with the most pages first. The third number of an edge counts its leads."""

    names: list[str]
    pages: list[int]
    places: list[tuple[float, float]]
    edges: list[tuple[int, int, int]]
    total_nodes: int
    total_edges: int


class Sheet(msgspec.Struct, array_like=True, frozen=True):
    """The pages that can be shown, and the leads between them.

    `tree_edges` counts those of all pages. `ranks` is empty in sheets of older versions.
    """

    version: int
    tree_edges: int
    ids: bytes
    parents: bytes
    places: bytes
    in_degrees: bytes
    edges: bytes
    hosts: HostSheet
    ranks: bytes = b""

    def picture(self) -> Picture:
        """Return the picture, with all leads."""
        return Picture(
            np.frombuffer(self.ids, _ID).astype(np.int64),
            np.frombuffer(self.parents, _NUMBER).astype(np.int32),
            np.frombuffer(self.places, _PLACE).astype(np.float64).reshape(-1, 2),
            np.frombuffer(self.in_degrees, _NUMBER).astype(np.int64),
            np.frombuffer(self.edges, _NODE).astype(np.int64).reshape(-1, 2),
        )

    def ranks_of(self, ids: Numbers) -> Floats:
        """Return the PageRank of pages; NaN where it is not known."""
        known = np.frombuffer(self.ids, _ID)
        ranks = np.frombuffer(self.ranks, _PLACE).astype(np.float64)
        found = np.full(len(ids), np.nan)
        if len(ranks) == len(known) > 0:
            order = np.argsort(known)
            places = order[np.searchsorted(known, ids, sorter=order).clip(max=len(known) - 1)]
            is_known = known[places] == ids
            found[is_known] = ranks[places[is_known]]
        return found


def packed(picture: Picture, ranks: Floats, hosts: HostSheet, tree_edges: int) -> bytes:
    """Return a sheet as it is stored."""
    sheet = Sheet(
        version=_VERSION,
        tree_edges=tree_edges,
        ids=picture.ids.astype(_ID).tobytes(),
        parents=picture.parent.astype(_NUMBER).tobytes(),
        places=picture.places.astype(_PLACE).tobytes(),
        in_degrees=picture.in_degree.astype(_NUMBER).tobytes(),
        edges=picture.edges.astype(_NODE).tobytes(),
        hosts=hosts,
        ranks=ranks.astype(_PLACE).tobytes(),
    )
    return msgspec.msgpack.encode(sheet)


def unpacked(data: bytes) -> Sheet | None:
    """Return a stored sheet; None if another version stored it."""
    try:
        sheet = msgspec.msgpack.decode(data, type=Sheet)
    except msgspec.ValidationError:
        return None
    return sheet if sheet.version == _VERSION else None
