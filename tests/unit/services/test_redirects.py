"""Redirects that follow one another, against following them one by one."""

from random import Random

import numpy as np
import pytest

from leadline.domain.crawls import CrawlId, PageId
from leadline.services.graph.index import LinkIndex
from leadline.services.graph.redirects import ENDLESS, Redirects
from leadline.services.graph.rows import Adjacency

Links = dict[int, list[int]]


def index_of(links: Links, redirects: set[int]) -> LinkIndex:
    """An index in which page n has the id 10 * n."""
    pages = 1 + max([*links, *(target for targets in links.values() for target in targets)])
    sources = np.array([n for n in links for _ in links[n]], np.int32)
    targets = np.array([target for n in links for target in links[n]], np.int32)
    rows = Adjacency.of_runs(sources, np.ones(len(sources), np.int64), targets, pages)
    is_redirect = np.isin(np.arange(pages), list(redirects))
    return LinkIndex(CrawlId("c"), 1, np.arange(pages) * 10, rows, is_redirect)


def followed(links: Links, redirects: set[int], page: int) -> int:
    hops = 0
    while page in redirects:
        page, hops = links[page][0], hops + 1
        if hops > len(redirects):
            return ENDLESS
    return hops


def linking(links: Links, redirects: set[int], page: int) -> set[tuple[int, int]]:
    """The links to a page, and to redirects that lead there, found the slow way."""

    def ends_there(target: int) -> bool:
        for _ in range(len(redirects) + 1):
            if target == page:
                return True
            if target not in redirects:
                return False
            target = links[target][0]
        return False

    return {
        (source * 10, target * 10)
        for source, targets in links.items()
        if source not in redirects
        for target in targets
        if ends_there(target)
    }


@pytest.mark.parametrize("seed", range(8))
def test_random_redirects_are_what_following_them_says(seed: int) -> None:
    random = Random(seed)
    pages = range(60)
    redirects = set(random.sample(pages, 40))
    links = {
        n: random.sample([other for other in pages if other != n], 1 if n in redirects else 3)
        for n in pages
    }

    found = Redirects.of(index_of(links, redirects))

    assert found.pages.tolist() == [10 * n for n in sorted(redirects)]
    assert found.hops.tolist() == [followed(links, redirects, n) for n in sorted(redirects)]
    plain = [
        sum(n in links[source] for source in set(pages) - redirects) for n in sorted(redirects)
    ]
    assert found.links.tolist() == plain
    for page in pages:
        sources, targets = found.links_through(PageId(10 * page))
        pairs = list(zip(sources.tolist(), targets.tolist(), strict=True))
        assert len(pairs) == len(set(pairs))
        assert set(pairs) == linking(links, redirects, page)


def test_a_chain_is_followed_to_its_end_and_a_loop_once_round() -> None:
    links = {0: [1, 4, 6], 1: [2], 2: [3], 4: [5], 5: [4], 6: [4]}
    found = Redirects.of(index_of(links, {1, 2, 4, 5, 6}))

    assert found.chain(PageId(10), 9) == [10, 20, 30]
    assert found.chain(PageId(10), 2) == [10, 20]
    assert found.chain(PageId(40), 9) == [40, 50, 40]
    assert found.chain(PageId(0), 9) == [0]
    assert found.loops.tolist() == [40]
    assert found.hops.tolist() == [2, 1, ENDLESS, ENDLESS, ENDLESS]
    assert found.is_first.tolist() == [True, False, True, False, True]


def test_links_to_a_redirect_itself_are_told_from_those_through_others() -> None:
    links = {0: [1, 2], 1: [2], 2: [3], 3: [2]}
    found = Redirects.of(index_of(links, {1, 2}))

    assert [each.tolist() for each in found.links_to(PageId(20))] == [[0, 30], [20, 20]]


def test_a_very_long_chain_takes_no_time() -> None:
    length = 200_000
    links = {n: [n + 1] for n in range(length)}

    found = Redirects.of(index_of(links, set(range(1, length))))

    assert found.hops[0] == length - 1
    assert len(found.loops) == 0


def test_a_crawl_without_links_has_none() -> None:
    nothing = Adjacency(np.zeros(1, np.int64), np.empty(0, np.int32))
    empty = LinkIndex(CrawlId("c"), 0, np.empty(0, np.int64), nothing, np.empty(0, np.bool_))

    found = Redirects.of(empty)

    assert len(found.pages) == len(found.loops) == 0
    assert [len(each) for each in found.links_through(PageId(1))] == [0, 0]
