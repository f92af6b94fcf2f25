"""Figures of a crawl over HTTP."""

import re
from typing import Any

from e2e.api import Api
from leadsite.sections.tree import expected_pages

LISTED = ("new", "gone", "status", "changed", "not_fetched")


def test_statistics_are_what_the_command_counts(api: Api, tree: str) -> None:
    [known] = api.said("stats", tree, "--top", "3")

    found = api.got(f"/{tree}/stats?top=3")

    assert found.pop("seq") == api.got(f"/{tree}")["seq"]
    assert found == known
    pages = expected_pages()[1:]
    assert (found["total_urls"], found["unique_domains"]) == (len(pages), 1)
    assert found["max_depth_reached"] == max(page.depth for page in pages)
    assert found["by_status"]["404"] == sum(page.status == 404 for page in pages)
    assert api.got(f"/{tree}/pages/{found['page_rank'][0]['id']}")["depth"] == 0


def surveys(api: Api) -> float:
    """How often all pages of a crawl were read."""
    told = api.client.get("/metrics").text
    found = re.search(r'leadline_store_call_seconds_count{kind="survey"} (\S+)', told)
    return float(found[1]) if found else 0.0


def test_a_crawl_is_read_once_for_all_who_want_more_or_less_of_it(api: Api, tree: str) -> None:
    other = api.crawled("/tree/", max_depth=1)
    before = surveys(api)

    diffs = [api.got(f"/{tree}/diff?with={other}&limit={limit}") for limit in (2, 0, 7, 1_000)]
    stats = [api.got(f"/{other}/stats?top={top}") for top in (3, 1, 5)]

    assert surveys(api) == before + 2
    assert [len(each["items"]) for each in diffs[:3]] == [
        sum(min(limit, diffs[0]["counts"][kind]) for kind in LISTED) for limit in (2, 0, 7)
    ]
    assert [len(each["page_rank"]) for each in stats] == [3, 1, 5]


def test_errors_are_grouped_by_kind_and_status_with_samples(api: Api) -> None:
    some = ["/status/", "/status/40*", "/status/410", "/broken/", "/broken/not-http"]
    crawl = api.crawled("/", max_depth=2, max_attempts=1, scope="host", include=some)
    told = api.got(f"/{crawl}")

    errors = api.got(f"/{crawl}/errors?samples=2")

    counted = {(group["error"], group["status"]): group["pages"] for group in errors["items"]}
    assert counted["HttpError", 404] == 1
    assert counted["HttpError", 410] == 1
    assert {error for error, _ in counted} > {"HttpError"}
    assert sum(counted.values()) == errors["pages"] == told["failed"]
    sizes = [group["pages"] for group in errors["items"]]
    assert sizes == sorted(sizes, reverse=True)
    for group in errors["items"]:
        assert len(group["samples"]) == min(2, group["pages"])
        for sample in group["samples"]:
            assert 0 < len(sample["linked_from"]) <= min(3, sample["links_in"])
            assert {"id", "url", "anchor"} == set(sample["linked_from"][0])
        [page] = [
            page
            for page in api.walked(f"/{crawl}/pages", error=group["error"])
            if page["id"] == group["samples"][0]["id"]
        ]
        assert (page["message"], page["status"]) == (
            group["samples"][0]["message"],
            group["status"],
        )


def test_what_rules_kept_out_is_told_as_the_command_tells_it(api: Api) -> None:
    crawl = api.crawled("/tree/", max_depth=2, exclude=["/tree/a*/*"], max_pages=5)
    [shown] = api.said("show", crawl)

    told = api.got(f"/{crawl}/cuts")

    assert told["items"] == shown["cuts"]
    assert told["too_deep"] == shown["figures"]["too_deep"]
    assert sum(cut["pages"] for cut in told["items"]) == api.got(f"/{crawl}")["skipped"]
    [cut] = [cut for cut in told["items"] if cut["rule"] == "exclude"]
    assert len(api.walked(f"/{crawl}/pages", rule="exclude")) == cut["pages"]


def test_why_says_what_the_command_says(api: Api, tree: str) -> None:
    def why(path: str) -> dict[str, Any]:
        url = api.site.address(path)
        [known] = api.said("why", tree, url)
        told: dict[str, Any] = api.got(f"/{tree}/why", params={"url": url})
        assert told == known
        return told

    assert why("/tree/a0")["crawled"] is True
    assert len(why("/tree/a0/b0/c1")["path"]) > 0
    assert why("/tree/never")["known"] is False
    assert why("/elsewhere")["rule"] == "subpath"
    assert api.problem(f"/{tree}/why?url=nonsense", 422) == "invalid-address"
    assert api.got(f"/{tree}/why?url=ftp://a.example/")["reason"] == "address"


def test_nothing_is_told_of_a_crawl_that_is_not_there(api: Api) -> None:
    for what in ("stats", "errors", "cuts", "why?url=http://a.example/"):
        assert api.problem(f"/nobody/{what}", 404) == "unknown-crawl"
