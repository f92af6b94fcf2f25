"""The pages of a crawl over HTTP."""

from typing import Any

import pytest

from e2e.api import Api
from leadsite.sections.tree import expected_leads, expected_pages


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
        ({"sort": "links_in"}, ["--sort", "links_in"]),
        ({"sort": "links_out", "order": "asc"}, ["--sort", "links_out", "--reverse"]),
        ({"title": "LEAF", "links": True}, ["--title", "LEAF", "--links"]),
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

    narrow = api.crawled("/tree/", max_depth=1, include=["/tree/a*"])
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
    crawl = api.crawled("/hostile/script-title", max_depth=0, scope="host")
    strange = api.crawled("/hostile/escaped-script-title", max_depth=0, scope="host")

    [page] = api.got(f"/{strange}/pages")["items"]
    assert page["title"] == "<script>fetch('/hostile/tripped')</script>"
    answer = api.client.get(f"/api/v1/crawls/{crawl}/pages")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def page_at(api: Api, crawl: str, path: str) -> dict[str, Any]:
    """A page by its path, as the list has it with links."""
    found = api.walked(f"/{crawl}/pages", search=path, limit=1000, links=True)
    [page] = [page for page in found if path_of(page) == path]
    return page  # type: ignore[no-any-return]


def test_a_page_is_told_with_all_that_is_kept_of_it(api: Api, tree: str) -> None:
    listed = page_at(api, tree, "/tree/a0/b0")
    page = api.got(f"/{tree}/pages/{listed['id']}", params={"text": 10})
    [known] = api.said("why", tree, listed["url"])

    assert {name: page[name] for name in listed} == listed
    assert page["explanation"] == known["explanation"]
    assert page["explanation"].startswith("crawled: it answered 200")
    assert page["found_on_url"] == known["found_on"]
    names = ("source", "target", "anchor", "rel")
    assert [{name: step[name] for name in names} for step in page["path"]] == known["path"]
    assert {"name": "content-type", "value": "text/html; charset=utf-8"} in page["headers"]
    assert page["text"] == "Tree /tree"
    assert page["text_length"] > 10
    assert set(page["kept"]) == {"headers", "html", "text"}
    assert page["ip"] == "127.0.0.1"
    assert page["duplicates"] == []


@pytest.mark.parametrize("direction", ["in", "out"])
def test_all_leads_of_a_page_are_told_some_at_a_time(api: Api, tree: str, direction: str) -> None:
    root = page_at(api, tree, "/tree")
    whole = api.walked(f"/{tree}/pages/{root['id']}/leads", direction=direction, limit=1000)
    leads = api.walked(f"/{tree}/pages/{root['id']}/leads", direction=direction, limit=9)
    first = api.got(f"/{tree}/pages/{root['id']}", params={"leads": 2})[f"leads_{direction}"]

    other = {"in": 0, "out": 1}[direction]
    assert {lead["url"].split("/", 3)[3].partition("?")[0].rstrip("/") for lead in leads} == {
        pair[other][1:].rstrip("/") for pair in expected_leads() if pair[1 - other] == "/tree/"
    }
    assert leads == whole
    assert (first["items"], first["count"]) == (leads[:2], len(leads))
    known = api.said("links", tree, root["url"], f"--{direction}", "--limit", "1000")
    assert [lead["anchor"] for lead in leads] == [lead["anchor"] for lead in known]


def test_redirects_are_told_hop_by_hop(api: Api, tree: str) -> None:
    page = page_at(api, tree, "/tree/moved/twice")

    details = api.got(f"/{tree}/pages/{page['id']}")

    assert [hop["status"] for hop in details["redirects"]] == [301, 301]
    assert details["redirects"][0]["location"] == api.site.address("/tree/moved/0")
    assert details["redirects"][1]["url"] == api.site.address("/tree/moved/0")
    assert {"name": "location", "value": "/tree/moved/0"} in details["headers"]
    assert details["leads_out"]["items"][0]["redirect"] is True


def test_kept_html_is_a_file_that_no_browser_shows(api: Api, tree: str) -> None:
    page = page_at(api, tree, "/tree")
    missing = page_at(api, tree, "/tree/missing/0")

    html = api.client.get(f"/api/v1/crawls/{tree}/pages/{page['id']}/html")

    assert html.content.startswith(b"<!doctype html>")
    assert len(html.content) == page["size"]
    assert html.headers["content-type"] == "text/plain"
    assert html.headers["content-disposition"].startswith("attachment")
    assert html.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert api.problem(f"/{tree}/pages/{missing['id']}/html", 404) == "not-kept"


def test_fields_of_a_kept_page_are_extracted_without_asking_for_it(api: Api, tree: str) -> None:
    page = page_at(api, tree, "/tree")
    extract = f"/{tree}/pages/{page['id']}/extract"
    before = len(api.site.visits())

    asked = {"selectors": {"title": "title", "links": "a", "none": "video"}}
    found = api.got(extract, "POST", json=asked)
    plain = api.got(extract, "POST", json={"selectors": {}, "markdown": True})

    assert len(api.site.visits()) == before
    assert found["extracted"]["title"]["text"] == "Tree /tree/"
    assert len(found["extracted"]["links"]) > 7
    assert found["extracted"]["none"] == []
    assert (found["url"], found["markdown"]) == (page["url"], None)
    assert "to /tree/a0" in plain["markdown"]
    missing = page_at(api, tree, "/tree/missing/0")
    gone = f"/{tree}/pages/{missing['id']}/extract"
    assert api.problem(gone, 404, "POST", json={"selectors": {}}) == "not-kept"
    assert api.problem(extract, 422, "POST", json={"selectors": {"a": "..("}}) == "invalid-selector"
    assert api.problem(f"/{tree}/pages/1/extract", 404, "POST", json={"selectors": {}})


def test_values_of_cookies_are_not_kept(api: Api) -> None:
    crawl = api.crawled("/locked/cookie", max_depth=0)
    [page] = api.got(f"/{crawl}/pages")["items"]

    headers = api.got(f"/{crawl}/pages/{page['id']}")["headers"]

    [cookie] = [header["value"] for header in headers if header["name"] == "set-cookie"]
    assert cookie == "session=[redacted]; Path=/; HttpOnly"


@pytest.mark.parametrize("page", ["1", "nonsense", "9" * 30, "-1", "%00", "9223372036854775808"])
@pytest.mark.parametrize("what", ["", "/leads?direction=in", "/html"])
def test_pages_that_are_not_there_are_told(api: Api, tree: str, page: str, what: str) -> None:
    assert api.problem(f"/{tree}/pages/{page}{what}", 404) == "unknown-page"
    assert api.problem(f"/nobody/pages/{page}{what}", 404) == "unknown-crawl"


def test_a_state_is_written_with_either_dash(api: Api, tree: str) -> None:
    deep = api.walked(f"/{tree}/pages", state="too-deep")

    assert api.walked(f"/{tree}/pages", state="too_deep") == deep
