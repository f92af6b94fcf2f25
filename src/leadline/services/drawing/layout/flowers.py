"""The layout of a growing crawl: pages around the page that led to them, as in a flower.

A place depends on the place of the parent, the number of pages that it led to first, and the
number of this page among them. None of these changes later, so a new page never moves another.
Flowers are nested: each has its own room, however large it becomes.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leadline.services.drawing.layout.forest import among_siblings
from leadline.services.graph.rows import NO_PLACE

Floats = NDArray[np.float64]
Whole = NDArray[np.integer[Any]]

ROOM = 1_000.0
"""The room of the root: about the radius of a picture."""
_GOLDEN = np.pi * (3 - np.sqrt(5))
# A chain of single pages curls instead of running straight.
_TURN = 0.4
_LONE_ROOM = 0.88
_PETAL_ROOM = 0.85
_HOLLOW = 0.12
_MOST_OPEN = 1.4
# Pages without a parent are spread around the flower of the root.
_ASIDE = 1.6 * ROOM
_ASIDE_ROOM = 0.04 * ROOM
_ASIDE_WIDENS_AT = 2_000
_SPIRAL = 0.1 * ROOM


class Spots(NamedTuple):
    """Places by page: `room` is the radius for its children, `turn` the angle of the first."""

    x: Floats
    y: Floats
    room: Floats
    turn: Floats

    def at(self, which: Whole) -> "Spots":
        """Return some of the places."""
        return Spots(*(each[which] for each in self))

    def beside(self, others: "Spots") -> "Spots":
        """Return these places, then others."""
        return Spots(*(np.concatenate(pair) for pair in zip(self, others, strict=True)))


def centre() -> Spots:
    """Return the place of the root."""
    return Spots(*(np.array([value]) for value in (0.0, 0.0, ROOM, 0.0)))


def grown(spots: Spots, parent: Whole, which: Whole, of: Whole, others_aside: int = 0) -> Spots:
    """Return the places with those of more pages; the first of all is the root.

    `parent` is an index into all places, or NO_PLACE; `others_aside` pages without a parent are
    placed already. `which` is a page's number among the `of` pages with the same parent.
    """
    old, is_aside = len(spots.x), parent == NO_PLACE
    spots = spots.beside(_aside(others_aside + np.cumsum(is_aside) - 1))
    is_done = np.concatenate([np.ones(old, np.bool_), is_aside])
    todo = np.flatnonzero(~is_aside)
    while len(todo):
        # A new page can be the parent of another new page.
        now = todo[is_done[parent[todo]]]
        found = _petals(spots.at(parent[now]), which[now], of[now])
        for values, new in zip(spots, found, strict=True):
            values[old + now] = new
        is_done[old + now] = True
        todo = todo[~is_done[old + todo]]
    return spots


def bloom(parent: Whole) -> Spots:
    """Return the places of a whole tree, whose root comes first."""
    which, of = among_siblings(parent[1:])
    return grown(centre(), parent[1:], which, of)


def spiral(which: Whole) -> Floats:
    """Return places from the middle outwards by number, a row for each."""
    turn, distance = which * _GOLDEN, _SPIRAL * np.sqrt(which)
    return np.stack([distance * np.cos(turn), distance * np.sin(turn)], axis=1)


def _petals(around: Spots, which: Whole, of: Whole) -> Spots:
    """Return places around parents: number `which` of the `of` children of each."""
    opened = np.minimum(_MOST_OPEN, 0.5 + 0.3 * np.log10(of)) * around.room
    is_lone = of == 1
    part = np.sqrt((which + 0.5 + _HOLLOW * of) / ((1 + _HOLLOW) * of))
    distance = opened * np.where(is_lone, 1.0, part)
    turn = around.turn + _TURN + which * _GOLDEN
    room = np.where(is_lone, _LONE_ROOM * around.room, _PETAL_ROOM * opened / np.sqrt(of))
    x, y = around.x + distance * np.cos(turn), around.y + distance * np.sin(turn)
    return Spots(x, y, room, turn)


def _aside(which: Whole) -> Spots:
    """Return places for pages without a parent, by their number among these."""
    turn = which * _GOLDEN
    distance = _ASIDE * np.sqrt(1 + which / _ASIDE_WIDENS_AT)
    room = np.full(len(which), _ASIDE_ROOM)
    return Spots(distance * np.cos(turn), distance * np.sin(turn), room, turn)
