"""How a person names a crawl."""

import pytest

from invented import Told, kept
from leadline.domain.errors import UnknownCrawl
from leadline.services.crawling.crawls import find_crawl
from leadline.store.contract import Store


async def test_by_id_by_its_beginning_and_the_latest(store: Store) -> None:
    for name in ("abc1", "abd2", "c3"):
        await kept(store, {"/": Told()}, name)

    for name, id_ in (("abc1", "abc1"), ("abd", "abd2"), ("ABC", "abc1"), ("latest", "c3")):
        assert (await find_crawl(store, name)).id == id_


async def test_an_id_that_others_begin_with_is_itself(store: Store) -> None:
    for name in ("ab", "abc"):
        await kept(store, {"/": Told()}, name)

    assert (await find_crawl(store, "ab")).id == "ab"


@pytest.mark.parametrize(
    ("name", "words"),
    [("ab", "abc1, abd2"), ("x", "no crawl x"), ("", "no crawl"), ("%", "no crawl")],
)
async def test_what_is_not_one_crawl_is_refused(store: Store, name: str, words: str) -> None:
    for known in ("abc1", "abd2"):
        await kept(store, {"/": Told()}, known)

    with pytest.raises(UnknownCrawl, match=words):
        await find_crawl(store, name)


async def test_there_is_no_latest_of_nothing(store: Store) -> None:
    with pytest.raises(UnknownCrawl, match="leadline crawl URL"):
        await find_crawl(store, "latest")
