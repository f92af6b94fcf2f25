"""Trees of pages, and which pages are shown when there are too many."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from leadline.services.drawing.layout.forest import (
    among_siblings,
    below,
    by_importance,
    levels,
)
from leadline.services.graph.rows import NO_PLACE


@st.composite
def forests(draw: st.DrawFn) -> NDArray[np.int32]:
    """Parents of pages in any order; the root is number 0."""
    pages = draw(st.integers(1, 40))
    parents = [draw(st.integers(NO_PLACE, number - 1)) for number in range(1, pages)]
    names = [0, *draw(st.permutations(range(1, pages)))]
    renamed = np.full(pages, NO_PLACE, np.int32)
    for number, parent in enumerate(parents, 1):
        renamed[names[number]] = names[parent] if parent >= 0 else NO_PLACE
    return renamed


def above(page: int, parent: NDArray[np.int32]) -> list[int]:
    found = []
    while (page := int(parent[page])) != NO_PLACE:
        found.append(page)
    return found


@given(forests())
def test_levels_count_the_pages_above(parent: NDArray[np.int32]) -> None:
    found, kept = levels(parent)

    assert found.tolist() == [len(above(page, parent)) for page in range(len(parent))]
    assert kept.tolist() == parent.tolist()


def test_pages_in_circles_are_below_nobody() -> None:
    parent = np.array([NO_PLACE, 2, 1, 1, 0], np.int32)

    found, kept = levels(parent)

    assert kept.tolist() == [NO_PLACE, NO_PLACE, NO_PLACE, NO_PLACE, 0]
    assert found.tolist() == [0, 0, 0, 0, 1]


@given(forests(), st.data())
def test_whatever_is_left_out_the_rest_is_a_tree_of_the_best(
    parent: NDArray[np.int32], data: st.DataObject
) -> None:
    value = st.integers(0, 5)
    importance = np.array([data.draw(value) for _ in parent], np.int64)

    order, places = by_importance(importance, parent, root=0)

    assert order[0] == 0
    assert sorted(order.tolist()) == list(range(len(parent)))
    for place, page in enumerate(order.tolist()):
        assert (parent[page] == NO_PLACE) == (places[place] == NO_PLACE)
        if parent[page] != NO_PLACE:
            assert places[place] < place
            assert order[places[place]] == parent[page]
    best = [
        max(
            importance[other]
            for other in range(len(parent))
            if page in [other, *above(other, parent)]
        )
        for page in order.tolist()
    ]
    assert best[1:] == sorted(best[1:], reverse=True)


@given(forests(), st.data())
def test_what_is_below_a_page_is_found(parent: NDArray[np.int32], data: st.DataObject) -> None:
    page = data.draw(st.integers(0, len(parent) - 1))

    found = below(page, parent, levels(parent)[0])

    expected = [each for each in range(len(parent)) if page in [each, *above(each, parent)]]
    assert found.tolist() == expected


@given(forests())
def test_siblings_are_counted(parent: NDArray[np.int32]) -> None:
    which, of = among_siblings(parent)

    told = parent.tolist()
    assert of.tolist() == [told.count(each) for each in told]
    assert which.tolist() == [told[:number].count(each) for number, each in enumerate(told)]
