"""The layout of a finished crawl: what has much in common is near."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.services.drawing.layout.flowers import ROOM, spiral
from leadline.services.drawing.layout.forces import Pulls, fitted, relaxed
from leadline.services.drawing.layout.forest import Pairs
from leadline.services.drawing.layout.likeness import closest, likeness, pairs_once
from leadline.services.drawing.layout.spread import spread

pages = st.integers(0, 15)
pairs_of_pages = st.lists(st.tuples(pages, pages), max_size=40)


def two_groups(size: int) -> Pairs:
    """All pages of a group are linked; one link is between the two groups."""
    inside = [(i, j) for i in range(size) for j in range(i + 1, size)]
    other = [(i + size, j + size) for i, j in inside]
    return np.array([*inside, *other, (0, size)])


def test_pages_that_are_linked_come_together_whatever_they_began_with() -> None:
    pairs = two_groups(20)
    start = np.random.default_rng(3).normal(size=(40, 2))

    places = relaxed(start, Pulls(pairs, np.ones(len(pairs))))

    one, other = places[:20], places[20:]
    apart = np.hypot(*(one.mean(axis=0) - other.mean(axis=0)))
    assert one.std(axis=0).max() < apart / 2
    assert other.std(axis=0).max() < apart / 2


def test_the_same_crawl_is_drawn_in_the_same_way() -> None:
    pairs = two_groups(5)
    pulls = Pulls(pairs, np.ones(len(pairs)))

    one, other = (relaxed(spiral(np.arange(10)), pulls, rounds=20) for _ in range(2))

    assert one.tolist() == other.tolist()


@pytest.mark.parametrize("count", [1, 2, 3, 600])
def test_pages_at_one_place_and_without_links_are_spread_out(count: int) -> None:
    nothing = Pulls(np.empty((0, 2), np.int64), np.empty(0))

    places = fitted(relaxed(np.zeros((count, 2)), nothing, rounds=30))

    assert np.isfinite(places).all()
    assert np.abs(places).max() < 3 * ROOM
    if count > 2:
        assert len({tuple(place) for place in places.round(3).tolist()}) == count


def test_a_few_far_away_do_not_make_the_others_small() -> None:
    places = np.concatenate([spiral(np.arange(1_000)), [[1e6, 0.0]]])

    far = np.hypot(*fitted(places).T)

    assert np.median(far) > ROOM / 10


@pytest.mark.parametrize("width", [0, 1, 100])
def test_pages_in_a_heap_are_laid_side_by_side(width: float) -> None:
    heap = np.random.default_rng(1).normal(0, width, (500, 2))
    few = ROOM * spiral(np.arange(20)) / np.abs(spiral(np.arange(20))).max()

    places = spread(np.concatenate([few, heap]))

    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > 0.4 * ROOM * np.sqrt(np.pi / len(places))
    assert np.hypot(*places[20:].T).max() < ROOM
    assert places[0].tolist() == few[0].tolist()
    assert places.tolist() == spread(np.concatenate([few, heap])).tolist()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_pages_stay_where_they_are(count: int) -> None:
    places = ROOM * np.eye(2)[:count]

    assert spread(places).tolist() == places.tolist()


@given(pairs_of_pages)
def test_pairs_are_counted_once(given_pairs: list[tuple[int, int]]) -> None:
    found = pairs_once(np.array(given_pairs, np.int64).reshape(-1, 2))

    assert [tuple(pair) for pair in found.tolist()] == sorted(
        {(min(pair), max(pair)) for pair in given_pairs if pair[0] != pair[1]}
    )


def test_likeness_is_the_part_of_neighbours_that_are_shared() -> None:
    random = np.random.default_rng(1)
    pairs = pairs_once(random.integers(0, 30, (200, 2)))
    sets = [{page} for page in range(30)]
    for one, other in pairs.tolist():
        sets[one].add(other)
        sets[other].add(one)

    found = likeness(pairs, 30)

    exact = [len(sets[i] & sets[j]) / len(sets[i] | sets[j]) for i, j in pairs.tolist()]
    assert np.abs(found - exact).mean() < 0.06
    assert np.corrcoef(found, exact)[0, 1] > 0.5


def test_the_closest_of_every_page_are_kept() -> None:
    pairs = np.array([(0, 1), (0, 2), (0, 3), (1, 2)])

    kept = closest(pairs, np.array([0.9, 0.5, 0.1, 0.7]), 1)

    # (0, 3) is all that 3 has; of (0, 2) neither is the best.
    assert kept.tolist() == [True, False, True, True]
