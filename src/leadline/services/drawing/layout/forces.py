"""The layout of a finished crawl: all pages repel each other, linked ones attract each other.

The repulsion is not computed pair by pair: pages are spread over a grid, the push of all cells on
all others is one convolution, and each page takes it from the cells around it.
"""

from dataclasses import dataclass

import numpy as np

from leadline.services.drawing.layout.flowers import ROOM, Floats
from leadline.services.drawing.layout.forest import Pairs

_ROUNDS = 300
_GRAVITY = 0.02
_MASS_OF_LINK = 0.3
_FIRST_STEP = 0.1
_LAST_STEP = 0.01
_COOLING = 1.5
_JITTER = 0.01
_SEED = 1
_NEAR = 0.5
_FEW = 2
_GRIDS = ((100, 32), (500, 64), (4_000, 128))
_LARGEST_GRID = 256
_FITTING = 99


@dataclass(frozen=True, slots=True)
class Pulls:
    """Pairs of pages that attract each other, and how strongly."""

    pairs: Pairs
    strength: Floats


def relaxed(places: Floats, pulls: Pulls, rounds: int = _ROUNDS) -> Floats:
    """Move places, a row for each page, until the forces balance; return the new ones."""
    pages = len(places)
    if pages <= _FEW:
        return places
    size = np.sqrt(pages)
    places = places - places.mean(axis=0)
    places = places / (places.std() or 1.0) * size
    # Pages at exactly the same place would never separate.
    places += np.random.default_rng(_SEED).normal(0, _JITTER, places.shape)
    one, other = pulls.pairs.T
    links = np.bincount(pulls.pairs.ravel(), minlength=pages)
    mass = 1 + _MASS_OF_LINK * links[:, None].astype(np.float64)
    grid = _Grid(next((cells for most, cells in _GRIDS if pages <= most), _LARGEST_GRID))
    for number in range(rounds):
        apart = places[one] - places[other]
        far = np.sqrt((apart**2).sum(axis=1)) + 1e-9
        pull = (pulls.strength * np.log1p(far) / far)[:, None] * apart
        force = mass * grid.push(places, mass[:, 0]) - _GRAVITY * mass * places
        for axis in (0, 1):
            force[:, axis] += np.bincount(other, pull[:, axis], pages)
            force[:, axis] -= np.bincount(one, pull[:, axis], pages)
        strength = np.sqrt((force**2).sum(axis=1, keepdims=True)) + 1e-9
        longest = size * _FIRST_STEP * (1 - number / rounds) ** _COOLING + _LAST_STEP
        places = places + force / strength * np.minimum(strength / mass, longest)
    return places


def fitted(places: Floats) -> Floats:
    """Return the places, centred and scaled to the common size."""
    places = places - (places.min(axis=0) + places.max(axis=0)) / 2
    far = np.sqrt((places**2).sum(axis=1))
    # A few outliers must not make all others small.
    return places * (ROOM / (np.percentile(far, _FITTING) or 1.0))


class _Grid:
    """The repulsion of masses, which falls with distance, computed on a grid."""

    def __init__(self, cells: int) -> None:
        self._cells = cells
        # Twice as wide as the picture: the convolution wraps around at its edges.
        self._width = 2 * cells
        steps = np.fft.fftfreq(self._width, 1 / self._width)
        dx, dy = np.meshgrid(steps, steps, indexing="ij")
        square = dx**2 + dy**2 + _NEAR
        self._kernels = [np.fft.rfft2(each / square) for each in (dx, dy)]

    def push(self, places: Floats, mass: Floats) -> Floats:
        """Return the push on a mass of 1 at each place."""
        low = places.min(axis=0)
        cell = float((places.max(axis=0) - low).max()) / (self._cells - 2) or 1.0
        within = (places - low) / cell
        corner = within.astype(np.int64)
        part = within - corner
        first = corner[:, 0] * self._width + corner[:, 1]
        # The mass of a page is shared by the four cells around it, by distance.
        shares = [
            (first + i * self._width + j, _share(part[:, 0], i) * _share(part[:, 1], j))
            for i in (0, 1)
            for j in (0, 1)
        ]
        masses = sum(
            np.bincount(where, share * mass, minlength=self._width**2) for where, share in shares
        )
        spread = np.fft.rfft2(np.reshape(masses, (self._width, self._width)))
        push = np.empty_like(places)
        for axis, kernel in enumerate(self._kernels):
            field = np.fft.irfft2(spread * kernel, s=(self._width, self._width)).ravel() / cell
            push[:, axis] = sum(share * field[where] for where, share in shares)
        return push


def _share(part: Floats, side: int) -> Floats:
    return part if side else 1 - part
