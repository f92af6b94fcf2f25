"""Hosts, activity and timeline of a crawl over HTTP."""

import time
from datetime import datetime

from e2e.api import Api
from leadsite.sections.robots import CRAWL_DELAY_S, host_of


def test_hosts_have_their_pace_and_why_as_the_command_tells_it(api: Api) -> None:
    crawl = api.crawled("/locked/start", max_depth=1, scope="domain", delay_ms=50)
    [shown] = api.said("show", crawl)

    hosts = api.walked(f"/{crawl}/hosts", limit=1)

    assert len(hosts) == 2
    assert hosts == shown["hosts"]
    assert {(host["gap_s"], host["why"]) for host in hosts} == {(0.05, "--delay-ms")}
    assert api.got(f"/{crawl}/hosts?sort=busiest") == {"items": [], "next": None}


def test_what_robots_txt_asks_for_is_told(api: Api) -> None:
    url = api.site.address("/", host_of("crawl-delay"))
    crawl = api.begin("/", url=url, max_depth=1, delay_ms=10)

    [host] = api.got(f"/{crawl}/hosts?sort=busiest")["items"]

    assert (host["gap_s"], host["why"]) == (CRAWL_DELAY_S, "robots.txt")
    assert host["pending"] + host["in_progress"] == 2
    api.got(f"/{crawl}", "DELETE", status=204)


def test_what_is_being_fetched_is_told(api: Api) -> None:
    crawl = api.begin(
        "/robots/hosts", max_depth=1, scope="domain", include=["*robots-hang*"], timeout_ms=60_000
    )
    until = time.monotonic() + 30
    while not (activity := api.got(f"/{crawl}/activity"))["items"]:
        assert time.monotonic() < until

    [fetching] = activity["items"]
    assert fetching["url"] == api.site.address("/", host_of("hang"))
    assert fetching["for_s"] >= 0
    assert activity["in_progress"] == 1
    [page] = api.got(f"/{crawl}/pages?state=IN-PROGRESS")["items"]
    assert page["id"] == fetching["id"]
    api.got(f"/{crawl}", "DELETE", status=204)


def test_a_timeline_ends_with_how_far_the_crawl_is(api: Api, tree: str) -> None:
    told = api.got(f"/{tree}")
    points = api.got(f"/{tree}/timeline")["items"]
    [last] = api.got(f"/{tree}/timeline?points=1")["items"]

    times = [datetime.fromisoformat(point["at"]) for point in points]
    assert times == sorted(times)
    assert points[-1]["at"] == last["at"] == told["finished_at"]
    assert (last["fetched"], last["leads"], last["pending"]) == (told["fetched"], told["leads"], 0)
    assert last["pages_per_s"] > 0


def test_nothing_is_told_of_a_crawl_that_is_not_there(api: Api) -> None:
    for what in ("hosts", "activity", "timeline"):
        assert api.problem(f"/nobody/{what}", 404) == "unknown-crawl"
