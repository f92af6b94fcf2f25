"""The pages of a crawl over HTTP."""

from typing import Any

import pytest

from e2e.api import Api
from leadsite.sections.tree import expected_pages


def path_of(page: dict[str, Any]) -> str:
    """As the key has it: without tracking parameters and the last slash."""
    return "/" + str(page["key"]).split("/", 3)[3]


def test_all_pages_of_a_crawl_are_listed_with_what_became_of_them(api: Api, tree: str) -> None:
    listed = api.walked(f"/{tree}/pages", limit=100)

    found = {(path_of(page), page["status"], page["depth"]) for page in listed}
    assert found == {(page.path.rstrip("/"), page.status, page.depth) for page in expected_pages()}
    assert len(listed) == len(expected_pages())


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        ({"state": "FAILED"}, ["--state", "failed"]),
        ({"status": "3xx", "sort": "depth"}, ["--status", "3xx", "--sort", "depth"]),
        ({"depth": 2, "search": "CHAIN"}, ["--depth", "2", "--search", "CHAIN"]),
        ({"content_type": "text/*"}, ["--content-type", "text/*"]),
        ({"sort": "size"}, ["--sort", "size"]),
        ({"sort": "time", "order": "asc"}, ["--sort", "time", "--reverse"]),
        ({"host": "nowhere.example"}, ["--host", "nowhere.example"]),
    ],
    ids=str,
)  # fmt: skip
def test_a_list_is_what_the_command_lists(
    api: Api, tree: str, asked: dict[str, Any], command: list[str]
) -> None:
    known = api.said("pages", tree, "--limit", "1000", *command)

    assert api.walked(f"/{tree}/pages", limit=45, **asked) == known


def test_pages_are_found_by_error_rule_content_and_by_when_they_ended(api: Api, tree: str) -> None:
    def paths(crawl: str, **asked: Any) -> set[str]:
        return {path_of(page) for page in api.walked(f"/{crawl}/pages", **asked)}

    missing = {page.path for page in expected_pages() if page.status == 404}
    assert paths(tree, error="HttpError") == missing
    assert paths(tree, error="TimedOut") == set()
    [root] = api.got(f"/{tree}/pages", params={"depth": 0})["items"]
    assert paths(tree, content_hash=root["content_hash"]) == {"/tree"}
    newest = api.got(f"/{tree}")["seq"]
    ended = api.walked(f"/{tree}/pages", after_seq=newest - 3, sort="seq")
    assert [page["seq"] for page in ended] == [newest - 2, newest - 1, newest]

    narrow = api.crawled("/tree/", depth=2, include=["/tree/a*"])
    assert "/tree/moved/0" in paths(narrow, rule="include", reason="scope")


def test_what_cannot_be_listed_is_told(api: Api, tree: str) -> None:
    pages = f"/{tree}/pages"
    [first] = [api.got(pages, params={"limit": 1})["next"]]

    assert api.problem("/nobody/pages", 404) == "unknown-crawl"
    assert api.problem(pages, 422, params={"stauts": "404"}) == "invalid-request"
    assert api.problem(pages, 422, params={"status": "4x4"}) == "invalid-request"
    assert api.problem(pages, 422, params={"depth": 10**30}) == "invalid-request"
    assert api.problem(pages, 422, params={"cursor": first, "sort": "size"}) == "invalid-cursor"


def test_hostile_titles_and_addresses_are_data(api: Api) -> None:
    crawl = api.crawled("/hostile/script-title", depth=1, scope="host")
    strange = api.crawled("/hostile/escaped-script-title", depth=1, scope="host")

    [page] = api.got(f"/{strange}/pages")["items"]
    assert page["title"] == "<script>fetch('/hostile/tripped')</script>"
    answer = api.client.get(f"/api/v1/crawls/{crawl}/pages")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
