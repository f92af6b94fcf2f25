"""Space between pages that would overlap: side by side, like seeds in a sunflower."""

import math
from itertools import chain, count, product

import numpy as np

from leadline.services.drawing.layout.flowers import ROOM, Floats

_ROOM_PART = 0.55
"""A share of the distance between neighbours, if all pages were spread evenly."""
_NEAREST = 0.8
_NEAREST_SEATS = 7
_CROWD = 4
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
_AROUND = tuple(product((-1, 0, 1), repeat=2))

_Cell = tuple[int, int]


def spread(places: Floats) -> Floats:
    """Return places of a fitted picture, moved so that any two have some distance.

    The first page at a place stays. Forces put pages with the same links in one place; around it,
    each takes the next free seat of a spiral by the golden angle.
    """
    gap = _ROOM_PART * ROOM * math.sqrt(math.pi / max(1, len(places)))
    seats = _Seats(_NEAREST * gap)
    filled: dict[_Cell, int] = {}
    found = np.empty_like(places)
    for number, (x, y) in enumerate(places.tolist()):
        # In a crowd, the search starts at the last seat that was taken there.
        home = (int(x // (_CROWD * gap)), int(y // (_CROWD * gap)))
        for seat in chain(range(_NEAREST_SEATS), count(filled.get(home, _NEAREST_SEATS))):
            reach, angle = gap * math.sqrt(seat), seat * _GOLDEN_ANGLE
            at = (x + reach * math.cos(angle), y + reach * math.sin(angle))
            if seats.take(at):
                filled[home] = max(seat, filled.get(home, _NEAREST_SEATS))
                found[number] = at
                break
    return found


class _Seats:
    """Points with at least a distance between any two."""

    def __init__(self, distance: float) -> None:
        self._distance = distance
        self._taken: dict[_Cell, list[tuple[float, float]]] = {}

    def take(self, at: tuple[float, float]) -> bool:
        """Add a point if there is room; return whether there was."""
        x, y = at
        column, row = int(x // self._distance), int(y // self._distance)
        for i, j in _AROUND:
            for other in self._taken.get((column + i, row + j), ()):
                if math.dist(at, other) < self._distance:
                    return False
        self._taken.setdefault((column, row), []).append(at)
        return True
