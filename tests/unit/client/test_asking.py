"""Requests of the client before they are sent, and answers as it reads them."""

import pytest

from leadline.client import AsyncLeadline, Crawl, Element, Extraction, Leadline
from leadline.client.crawls import pages, retry
from leadline.client.transport.drivers import ThreadDriver
from leadline.client.transport.effects import Call

NOBODY = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("option", "meant"),
    [("deph", "depth"), ("maxpages", "max_pages"), ("colour", "the options are ")],
)
def test_an_option_that_there_is_not_is_told_with_the_one_that_was_meant(
    option: str, meant: str
) -> None:
    with Leadline(NOBODY) as leadline, pytest.raises(TypeError) as refused:
        leadline.crawl("http://x/", **{option: 3})  # type: ignore[arg-type]

    assert str(refused.value).startswith(f"there is no option {option}: ")
    assert meant in str(refused.value)


async def test_the_other_client_tells_the_same() -> None:
    async with AsyncLeadline(NOBODY) as leadline:
        with pytest.raises(TypeError, match="did you mean timeout_ms"):
            await leadline.scrape("http://x/", timeout=3)  # type: ignore[call-arg]


@pytest.mark.parametrize("state", ["completed", "COMPLETED", "in-progress", "in_progress"])
def test_states_may_be_written_in_small_letters(state: str) -> None:
    call = next(pages("c", {"state": state}))

    assert isinstance(call, Call)
    assert call.query["state"] == state.upper().replace("_", "-")


def test_what_is_tried_again_may_be_too() -> None:
    call = next(retry("c", {"state": "failed"}))

    assert isinstance(call, Call)
    assert call.body == {"state": "FAILED"}


def test_a_crawl_tells_which_it_is() -> None:
    with Leadline(NOBODY) as leadline:
        driver: ThreadDriver = leadline._driver

        assert repr(Crawl(driver, "6a72")) == "Crawl('6a72' at http://127.0.0.1:9)"


def test_fields_are_lists_however_many_elements_were_matched() -> None:
    one, two = Element("1"), Element("2")
    found = Extraction(url="u", extracted={"none": [], "one": one, "many": [one, two]})

    assert [found.elements(name) for name in ("none", "one", "many")] == [[], [one], [one, two]]
    assert [found.first(name) for name in ("none", "one", "many")] == [None, "1", "1"]
    with pytest.raises(KeyError):
        found.elements("other")
