"""The figures of one crawl, read in every place: they are the same, and add up."""

import json
from collections import Counter
from typing import Any

import pytest

from e2e.api import PATH, Api

SOME = {"exclude": ["/tree/a1*"], "max_depth": 1}


@pytest.fixture(scope="module")
def shallow(api: Api) -> str:
    """A crawl with pages that are fetched, skipped and too deep."""
    return api.crawled("/tree/", **SOME)


def figures_of(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Count pages of a list or an export."""
    by = Counter("fetched" if row["fetched"] else row["state"] for row in rows)
    return {
        "found": len(rows),
        "fetched": by["fetched"],
        "failed": by["FAILED"],
        "skipped": by["SKIPPED"],
        "too_deep": by["COMPLETED"],
        "cancelled": by["CANCELLED"],
        "queued": by["PENDING"],
        "fetching": by["IN-PROGRESS"],
    }


def test_all_places_have_the_same_figures(api: Api, shallow: str) -> None:
    told = api.got(f"/{shallow}")
    figures = told["figures"]
    stats = api.got(f"/{shallow}/stats")
    lines = api.client.get(f"{PATH}/{shallow}/export").text.splitlines()
    exported = [json.loads(line) for line in lines]
    [shown] = api.said("show", shallow)

    assert figures["found"] == sum(figures.values()) - figures["found"]
    assert figures["too_deep"] > 0
    assert figures["skipped"] > 0
    assert figures == stats["figures"] == shown["figures"]
    assert figures == figures_of(api.walked(f"/{shallow}/pages")) == figures_of(exported)
    assert sum(stats["by_depth"].values()) == sum(stats["by_state"].values()) == figures["found"]
    assert told["fetched"] == figures["fetched"]
    assert api.got(f"/{shallow}/cuts")["too_deep"] == figures["too_deep"]
    points = api.got(f"/{shallow}/timeline")["items"]
    assert points[-1]["fetched"] == figures["fetched"]
    assert max(point["pages_per_s"] for point in points) >= told["pages_per_s"], "the average"
    assert told["completed"] == figures["fetched"] - 1 + figures["too_deep"], "without the root"


@pytest.mark.parametrize(
    ("state", "figure"),
    [
        ("fetched", "fetched"),
        ("FETCHED", "fetched"),
        ("Too-Deep", "too_deep"),
        ("skipped", "skipped"),
        ("queued", "queued"),
        ("fetching", "fetching"),
        ("CANCELLED", "cancelled"),
    ],
)
def test_a_list_can_be_filtered_by_each_word(
    api: Api, shallow: str, state: str, figure: str
) -> None:
    figures = api.got(f"/{shallow}")["figures"]

    assert len(api.walked(f"/{shallow}/pages", state=state)) == figures[figure]


def test_a_depth_is_the_deepest_that_is_fetched(api: Api, shallow: str) -> None:
    pages = api.walked(f"/{shallow}/pages", state="fetched")
    told = api.got(f"/{shallow}")

    assert max(page["depth"] for page in pages) == 1 == told["max_depth"]
    assert (told["requested_depth"], api.got(f"/{shallow}/options")["max_depth"]) == (2, 1)


def test_two_depths_that_disagree_are_refused(api: Api) -> None:
    url = api.site.address("/tree/")
    for depths in ({"max_depth": 2, "requested_depth": 2}, {"depth": 2}):
        api.problem("", 422, "POST", json={"url": url, **depths})

    crawl = api.begin("/tree/", max_depth=0, requested_depth=1)
    assert api.finished(crawl)["figures"]["fetched"] == 1


def test_without_a_depth_it_is_three(api: Api) -> None:
    crawl = api.begin("/tree/", max_pages=1)

    assert api.got(f"/{crawl}")["max_depth"] == 3


def test_a_crawl_that_was_cut_names_the_limit(api: Api, shallow: str) -> None:
    cut = api.finished(api.begin("/tree/", max_pages=2, delay_ms=0))

    assert cut["limit_reached"] == ["max_pages"]
    assert cut["skipped_by"]["limit"] > 0
    assert api.got(f"/{shallow}")["limit_reached"] == []
