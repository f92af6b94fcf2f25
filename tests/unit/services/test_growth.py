"""Pictures of crawls that run: what is drawn stays where it is."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.pages import PageLeads
from leadline.services.drawing.growth import Growth
from leadline.services.drawing.layout.flowers import ROOM

C = CrawlId("c")
ROOT = PageId(1)
Web = list[tuple[int, list[int]]]
"""Pages in the order in which they ended, and where each leads."""

ids = st.integers(1, 60)
webs = st.lists(
    st.tuples(ids, st.lists(ids, unique=True, max_size=20)),
    max_size=30,
    unique_by=lambda row: row[0],
)


def leads(web: Web) -> list[PageLeads]:
    """As a store tells them: pages without leads are not among them."""
    return [
        PageLeads(
            seq=seq,
            source=PageId(source),
            is_redirect=False,
            targets=np.array(targets, "<i8").tobytes(),
            notes=b"",
        )
        for seq, (source, targets) in enumerate(web, 1)
        if targets
    ]


def grown(*parts: Sequence[PageLeads], most: int = 1_000_000) -> Growth:
    growth = Growth.begun(C, ROOT, most)
    for part in parts:
        growth = growth.after(part) if part else growth
    return growth


def places(growth: Growth) -> dict[int, tuple[float, ...]]:
    where = growth.places(np.arange(len(growth.ids)))
    return {
        page: tuple(place) for page, place in zip(growth.ids.tolist(), where.tolist(), strict=True)
    }


def parents(growth: Growth) -> dict[int, int | None]:
    return {
        page: int(growth.ids[parent]) if parent >= 0 else None
        for page, parent in zip(growth.ids.tolist(), growth.parent.tolist(), strict=True)
    }


@given(webs, st.integers(0, 30))
def test_what_is_found_later_moves_nothing(web: Web, earlier: int) -> None:
    before = grown(leads(web[:earlier]))
    after = grown(leads(web))

    assert places(before).items() <= places(after).items()
    assert parents(before).items() <= parents(after).items()
    assert after.ids[: len(before.ids)].tolist() == before.ids.tolist()


@given(webs, st.lists(st.integers(0, 30), max_size=4))
def test_it_does_not_matter_in_which_parts_leads_are_read(web: Web, cuts: list[int]) -> None:
    told = leads(web)
    edges = [0, *sorted(cuts), len(told)]
    parts = [told[start:stop] for start, stop in pairwise(edges)]

    in_parts, at_once = grown(*parts), grown(told)

    assert places(in_parts) == places(at_once)
    assert parents(in_parts) == parents(at_once)
    assert in_parts.in_degree.tolist() == at_once.in_degree.tolist()
    assert in_parts.found_at.tolist() == at_once.found_at.tolist()


@given(webs)
def test_a_page_is_below_the_page_that_led_to_it_first(web: Web) -> None:
    expected: dict[int, int | None] = {ROOT: None}
    counts = dict.fromkeys(range(61), 0)
    for source, targets in web:
        if targets:
            expected.setdefault(source, None)
        for target in targets:
            expected.setdefault(target, source)
            counts[target] += 1

    growth = grown(leads(web))

    assert parents(growth) == expected
    assert growth.in_degree.tolist() == [counts[page] for page in growth.ids.tolist()]


def test_thousands_of_siblings_have_room_each() -> None:
    growth = grown(leads([(1, list(range(2, 5_002)))]))

    where = growth.places(np.arange(len(growth.ids)))
    order = np.argsort(where[:, 0])
    near = [
        math.dist(where[one], where[other])
        for step in range(1, 40)
        for one, other in zip(order, order[step:], strict=False)
    ]
    assert len(where) == 5_001
    assert np.abs(where).max() < 1.5 * ROOM
    # As many points, spread evenly over the same disc, are about 1.8 times as far apart.
    assert min(near) > ROOM * 1.4 / math.sqrt(5_000) / 2


def test_flowers_stand_beside_each_other() -> None:
    web = [(1, list(range(2, 52))), *((n, [100 * n + k for k in range(50)]) for n in range(2, 52))]

    growth = grown(leads(web))

    where = growth.places(np.arange(len(growth.ids)))
    centres, petals = where[1:51], where[51:]
    nearest = np.argmin(((petals[:, None] - centres[None]) ** 2).sum(axis=2), axis=1)
    # A few petals may reach into the next flower.
    assert (nearest + 1 == growth.parent[51:]).mean() > 0.95


def test_a_chain_of_pages_keeps_them_apart() -> None:
    growth = grown(leads([(n, [n + 1]) for n in range(1, 40)]))

    where = growth.places(np.arange(40)).round(3)
    assert len({tuple(place) for place in where.tolist()}) == 40


def test_pages_that_nothing_led_to_are_around_the_others() -> None:
    web = [(1, [2, 3]), *((n, [10 * n]) for n in range(100, 300))]

    growth = grown(leads(web))

    alone = growth.places(np.flatnonzero(growth.parent < 0)[1:])
    assert len(alone) == 200
    assert (np.hypot(*alone.T) > 1.4 * ROOM).all()
    assert len({tuple(place) for place in alone.round(3).tolist()}) == 200


def test_a_picture_has_an_end() -> None:
    web = [(1, [2, 3, 4, 5]), (2, [6, 7]), (3, [2])]

    growth = grown(leads(web), most=4)

    assert growth.ids.tolist() == [1, 2, 3, 4]
    assert growth.in_degree.tolist() == [0, 2, 1, 1]
    assert places(growth).items() <= places(grown(leads(web))).items()
