"""A scope tried on addresses over HTTP."""

from typing import Any

from e2e.api import Api


def tried(api: Api, addresses: list[str], **asked: Any) -> list[dict[str, Any]]:
    body = {"url": "https://example.com/docs/intro", "addresses": addresses} | asked
    answer = api.client.post("/api/v1/scope-test", json=body)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def test_every_address_is_told_the_rule_that_decides(api: Api) -> None:
    expected = {
        "https://example.com/docs/intro": (True, None, None),
        "https://www.example.com/docs/a": (True, None, "*/docs/*"),
        "next": (True, None, "*/docs/*"),
        "https://example.com/docs/old/x": (False, "exclude", "*/old/*"),
        "https://example.com/blog": (False, "include", None),
        "https://elsewhere.example/docs/": (False, "domain", None),
        "https://example.com/docs/a/a/a/a/b": (False, "max_run_repeats", None),
        "mailto:somebody@example.com": (False, "scheme", None),
    }

    found = tried(api, list(expected), include=["*/docs/*"], exclude=["*/old/*"])

    assert {each["url"]: (each["followed"], each["rule"], each["pattern"]) for each in found} == (
        expected | {"https://example.com/docs/intro": (True, None, "*/docs/*")}
    )
    by_url = {each["url"]: each for each in found}
    assert by_url["next"]["address"] == "https://example.com/docs/next"
    assert by_url["mailto:somebody@example.com"]["address"] is None
    assert by_url["https://example.com/docs/old/x"]["detail"] == "excluded by */old/*"


def test_it_decides_as_a_crawl_does(api: Api) -> None:
    some = {"scope": "subpath", "exclude": ["/tree/a1/*"], "include": ["re:/tree/(a|chain)"]}
    crawl = api.crawled("/tree/", max_depth=1, **some)
    pages = api.walked(f"/{crawl}/pages", limit=1000)[:200]

    found = tried(api, [page["url"] for page in pages], url=api.site.address("/tree/"), **some)

    assert [each["rule"] for each in found] == [page["rule"] for page in pages]
    assert {page["rule"] for page in pages} == {None, "exclude", "include"}


def test_what_cannot_be_tried_is_told(api: Api) -> None:
    def problem(**asked: Any) -> str:
        body = {"url": "https://example.com/", "addresses": []} | asked
        answer = api.client.post("/api/v1/scope-test", json=body)
        assert answer.status_code == 422
        return str(answer.json()["type"]).rpartition(":")[2]

    assert problem(url="nonsense") == "invalid-address"
    assert problem(url="ftp://example.com/") == "invalid-address"
    assert problem(url="https://name:password@example.com/") == "invalid-address"
    assert problem(include=["re:("]) == "invalid-pattern"
    assert problem(addresses=["/"] * 201) == "invalid-request"
    assert problem(unknown=1) == "invalid-request"
