"""Options of a crawl over HTTP: shown, changed while it runs, and pages tried again."""

import json

import pytest

from e2e.api import PATH, Api
from leadsite.sections.tree import expected_pages

# The host is shared with all other tests: it has to be free again soon.
SLOW = {"delay_ms": 500}


def test_options_are_shown_and_of_secrets_only_the_names(api: Api) -> None:
    crawl = api.begin(
        "/tree/chain/9",
        max_depth=1,
        exclude=["/x/*"],
        headers={"X-Key": "s3cret"},
        cookies={"session": "s3cret"},
        basic_auth={"username": "keeper", "password": "s3cret"},
    )

    options = api.got(f"/{crawl}/options")

    assert (options["requested_depth"], options["exclude"]) == (2, ["/x/*"])
    assert options["headers"] == ["X-Key", "Cookie", "Authorization"]
    for path in ("/options", "", "/pages", "/hosts"):
        assert "s3cret" not in api.client.get(f"{PATH}/{crawl}{path}").text


def test_patterns_that_are_lifted_let_in_what_they_kept_out(api: Api) -> None:
    crawl = api.begin("/tree/", max_depth=19, exclude=["/tree/a1*"], **SLOW)
    assert api.got(f"/{crawl}")["skipped_by"]["scope"] > 0

    changed = api.got(f"/{crawl}", "PATCH", json={"exclude": [], "delay_ms": 0})
    over = api.finished(crawl)

    assert changed["reopened"] > 0
    assert (changed["options"]["exclude"], changed["options"]["delay_ms"]) == ([], 0)
    assert (over["total"], over["skipped"]) == (len(expected_pages()) - 1, 0)


def test_patterns_that_are_added_keep_out_what_was_found_before(api: Api) -> None:
    crawl = api.begin("/tree/", max_depth=2, **SLOW)

    api.got(f"/{crawl}", "PATCH", json={"exclude": ["/tree/*"], "delay_ms": 0})

    over = api.finished(crawl)
    assert over["fetched"] < 4
    assert over["skipped_by"]["scope"] > 5


def test_limits_are_changed_while_it_runs(api: Api) -> None:
    crawl = api.begin("/tree/", max_depth=19, **SLOW)

    api.got(f"/{crawl}", "PATCH", json={"requested_depth": 2, "max_pages": 4, "delay_ms": 0})

    over = api.finished(crawl)
    assert (over["requested_depth"], over["fetched"]) == (2, 4)
    assert over["skipped_by"]["limit"] > 0


def test_a_changed_pace_is_told_of_the_host(api: Api) -> None:
    crawl = api.begin("/tree/", max_depth=19, **SLOW)

    api.got(f"/{crawl}", "PATCH", json={"delay_ms": 700, "concurrency": 1})

    [host] = api.got(f"/{crawl}/hosts?sort=busiest")["items"]
    assert (host["gap_s"], host["why"]) == (0.7, "--delay-ms")
    assert api.got(f"/{crawl}", "PATCH", json={"delay_ms": None})["options"]["delay_ms"] is None
    api.got(f"/{crawl}", "DELETE", status=204)


@pytest.mark.parametrize(
    "asked",
    [
        {"exclude": ["re:("]},
        {"exclude": "/a"},
        {"max_depth": -1},
        {"depth": 1},
        {"max_depth": 1, "requested_depth": 1},
        {"scope": "all"},
        {"concurrency": 10**30},
        {"exclude": ["/\ud800"]},
        [],
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(api: Api, tree: str, asked: object) -> None:
    body = {"content": json.dumps(asked), "headers": {"Content-Type": "application/json"}}

    assert api.problem(f"/{tree}", 422, "PATCH", **body)


def test_what_is_over_stays_as_it_is(api: Api, tree: str) -> None:
    cancelled = api.begin("/tree/", max_depth=19, **SLOW)
    api.got(f"/{cancelled}/cancel", "POST")

    assert api.problem(f"/{tree}", 409, "PATCH", json={"concurrency": 2}) == "over"
    assert api.problem(f"/{cancelled}", 409, "PATCH", json={}) == "over"
    assert api.problem(f"/{cancelled}/retry", 409, "POST") == "over"
    assert api.problem("/nobody", 404, "PATCH", json={}) == "unknown-crawl"
    assert api.problem("/nobody/retry", 404, "POST") == "unknown-crawl"
    assert api.problem("/nobody/options", 404) == "unknown-crawl"


def test_failed_pages_are_tried_again(api: Api) -> None:
    crawl = api.crawled(
        "/status/", max_depth=1, max_attempts=1, include=["/status/404", "/status/recovers-2"]
    )
    assert api.got(f"/{crawl}")["failed"] == 2

    none = api.got(f"/{crawl}/retry", "POST", json={"error": "TimedOut"})
    some = api.got(f"/{crawl}/retry", "POST", json={"status": "5xx"})
    over = api.finished(crawl)
    every = api.got(f"/{crawl}/retry", "POST")
    last = api.finished(crawl)

    assert (none["reopened"], none["status"]) == (0, "completed")
    assert (some["reopened"], some["status"]) == (1, "running")
    assert (over["completed"], over["failed"]) == (1, 1)
    assert every["reopened"] == 1
    assert last["failed"] == 1
    assert api.got(f"/{crawl}/pages?search=recovers")["items"][0]["status"] == 200


def test_skipped_pages_are_tried_again(api: Api) -> None:
    crawl = api.crawled("/robots/", max_depth=1, include=["/private/page"], scope="host")
    skipped = api.got(f"/{crawl}")["skipped_by"]

    tried = api.got(f"/{crawl}/retry", "POST", json={"state": "SKIPPED", "reason": "robots"})

    assert tried["reopened"] == skipped["robots"] == 1
    assert api.finished(crawl)["skipped_by"] == skipped
    asked = {"state": "SKIPPED", "error": "TimedOut"}
    assert api.problem(f"/{crawl}/retry", 422, "POST", json=asked) == "invalid-request"
