"""Face B, pages for programs: `/api/scrape`, `/api/scrape/batch`, `/api/extract`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from e2e.serving import Server, served
from leadsite import SpawnedSite
from leadsite.sections.hostile import PULL, TITLES

FIELDS = {
    "url", "finalUrl", "statusCode", "title", "text", "links", "linkDetails", "meta", "contentType",
    "encoding", "size", "truncated", "parse", "redirects", "timings",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("scraping"), "--workers", "2") as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def scrape(client: httpx.Client, url: str, **options: Any) -> httpx.Response:
    return client.post("/api/scrape", json={"url": url, **options})


def problem(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["type"].rpartition(":")[2]


def test_a_page_comes_with_title_text_and_links(client: httpx.Client, site: SpawnedSite) -> None:
    answer = scrape(client, site.address("/tree/"))
    page = answer.json()

    assert answer.status_code == 200
    assert set(page) == FIELDS
    assert page["url"] == page["finalUrl"] == site.address("/tree/")
    assert page["statusCode"] == 200
    assert page["title"]
    assert page["text"]
    assert len(set(page["links"])) == len(page["links"]) > 0
    assert page["finalUrl"] not in page["links"]
    assert [link["url"] for link in page["linkDetails"]] == page["links"]
    assert {"description", "keywords"} <= set(page["meta"])


def test_redirects_are_followed_and_told(client: httpx.Client, site: SpawnedSite) -> None:
    page = scrape(client, site.address("/redirects/dir")).json()

    assert page["url"] == site.address("/redirects/dir")
    assert page["finalUrl"] == site.address("/redirects/dir/")
    assert [hop["statusCode"] for hop in page["redirects"]] == [301]


def test_a_page_that_is_not_found_is_an_answer(client: httpx.Client, site: SpawnedSite) -> None:
    answer = scrape(client, site.address("/status/404"))

    assert answer.status_code == 200
    assert answer.json()["statusCode"] == 404


@pytest.mark.parametrize(
    ("path", "title", "links"),
    [
        ("/status/empty-200", "", 0),
        ("/hostile/pdf", "", 0),
        ("/hostile/open-script", "Open", 0),
        ("/hostile/javascript-anchor", "Anchor", 0),
        ("/hostile/same-link", "", 1),
    ],
)
def test_of_a_page_that_is_not_quite_one_there_is_what_is_possible(
    client: httpx.Client, site: SpawnedSite, path: str, title: str, links: int
) -> None:
    page = scrape(client, site.address(path)).json()

    assert (page["statusCode"], page["title"], len(page["links"])) == (200, title, links)


def test_what_rules_forbid_is_403(client: httpx.Client, site: SpawnedSite) -> None:
    private = site.address("/private/page")

    refused = scrape(client, "http://10.0.0.1/")
    assert problem(refused) == (403, "refused-by-address")
    assert "restart leadline serve with --allow-network 10.0.0.1:80" in refused.json()["detail"]
    disallowed = scrape(client, private)
    assert problem(disallowed) == (403, "refused-by-robots")
    assert disallowed.json()["next_step"] == "fetch it anyway with `respectRobots: false`"
    assert scrape(client, private, respectRobots=False).json()["title"] == "Private"


def test_an_answer_that_does_not_come_is_502_or_504(
    client: httpx.Client, site: SpawnedSite
) -> None:
    nobody = f"http://www.site.localhost:{site.refused_port}/"
    silent = site.address("/slow/silent")

    refused = scrape(client, nobody, respectRobots=False)
    assert problem(refused) == (502, "connect-refused")
    assert refused.json()["detail"].endswith(f"({nobody})")
    assert problem(scrape(client, silent, timeout=200)) == (504, "timed-out")
    assert problem(scrape(client, "http://nobody.invalid/")) == (502, "dns-failed")


@pytest.mark.parametrize(
    ("path", "timeout"),
    [("/api/scrape", {"timeout": 600_000}), ("/api/v1/crawls", {"timeout_ms": 86_400_000})],
)
def test_a_request_waits_no_longer_than_the_server_lets_it(
    path: str, timeout: dict[str, int], site: SpawnedSite, tmp_path: Path
) -> None:
    asked = {"url": site.address("/slow/silent")} | timeout
    with (
        served(tmp_path, "--workers", "1", LEADLINE_MAX_WAIT_MS="500") as server,
        server.client() as client,
    ):
        answer = client.post(path, json=asked, timeout=20)
        crawls = client.get("/api/v1/crawls").json()["items"]

    assert problem(answer) == (504, "timed-out")
    assert answer.json()["detail"] == "it was still being fetched 6 s after the request"
    assert crawls == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"render": "browser"}, "body.render"),
        ({"timeout": 0}, "body.timeout"),
        ({"timeout": "10"}, "body.timeout"),
        ({"user_agent": "x"}, "body.user_agent"),
        ({"selectors": {"a": ""}}, "body.selectors.a"),
    ],
)
def test_what_cannot_be_meant_is_told_by_field(
    client: httpx.Client, wrong: dict[str, Any], field: str
) -> None:
    answer = scrape(client, "http://127.0.0.1/", **wrong)

    assert problem(answer) == (422, "invalid-request")
    assert answer.json()["errors"][0]["field"] == field


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("timeot", "there is no field timeot; did you mean timeout?"),
        ("user_agent", "there is no field user_agent; did you mean userAgent?"),
        ("xyz", "there is no field xyz"),
    ],
)
def test_an_unknown_field_is_named_with_a_similar_one(
    client: httpx.Client, name: str, said: str
) -> None:
    answer = scrape(client, "http://127.0.0.1/", **{name: 1})

    assert answer.json()["detail"] == f"body.{name}: {said}"


def test_a_misspelled_field_is_named_before_the_one_that_is_missing(client: httpx.Client) -> None:
    answer = client.post("/api/scrape", json={"ulr": "http://127.0.0.1/", "xyz": 1})

    assert answer.json()["detail"] == "body.ulr: there is no field ulr; did you mean url?"
    assert [each["field"] for each in answer.json()["errors"]] == [
        "body.ulr",
        "body.url",
        "body.xyz",
    ]


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"url": "no address"}, "invalid-address"),
        ({"url": "ftp://127.0.0.1/"}, "invalid-address"),
        ({"selectors": {"a": "]["}}, "invalid-selector"),
        ({"headers": {"Host": "x"}}, "invalid-header"),
        ({"headers": {"a b": "x"}}, "invalid-header"),
    ],
)
def test_what_cannot_be_done_is_422(client: httpx.Client, wrong: dict[str, Any], name: str) -> None:
    answer = client.post("/api/scrape", json={"url": "http://127.0.0.1:9/"} | wrong)

    assert problem(answer) == (422, name)


def test_who_asks_can_say_who_they_are(client: httpx.Client, site: SpawnedSite) -> None:
    scrape(client, site.address("/tree/"), userAgent="Inspector/1.0", headers={"X-Why": "test"})

    [visit] = [visit for visit in site.visits() if visit.target == "/tree/"]
    assert visit.user_agent == "Inspector/1.0"
    assert visit.extra["x-why"] == "test"


def test_fields_and_markdown_come_on_demand(client: httpx.Client, site: SpawnedSite) -> None:
    selectors = {"title": "title", "links": "a", "nothing": "blink"}
    page = scrape(client, site.address("/tree/"), selectors=selectors, markdown=True).json()

    assert page["extracted"]["title"]["text"] == page["title"]
    assert len(page["extracted"]["links"]) > 1
    assert page["extracted"]["nothing"] == []
    assert "](" in page["markdown"]


def test_a_page_that_was_kept_can_be_read_again_without_asking(
    client: httpx.Client, site: SpawnedSite
) -> None:
    page = scrape(client, site.address("/redirects/dir"), keepHtml=True).json()
    asked = len(site.visits())
    wanted = {"artifactId": page["artifactId"], "selectors": {"t": "title"}, "markdown": True}
    answer = client.post("/api/extract", json=wanted)
    found = answer.json()

    assert answer.status_code == 200
    assert found["artifactId"] == page["artifactId"]
    assert found["url"] == page["finalUrl"]
    assert found["extracted"]["t"]["text"] == page["title"] == "Dir"
    assert isinstance(found["markdown"], str)
    assert len(site.visits()) == asked


def test_what_was_not_kept_cannot_be_read_again(client: httpx.Client, site: SpawnedSite) -> None:
    page = scrape(client, site.address("/hostile/pdf"), keepHtml=True).json()
    kept = scrape(client, site.address("/tree/"), keepHtml=True).json()["artifactId"]

    assert "artifactId" not in page
    for unknown in ("x", "x.1", f"{kept}1", kept.replace("-", "+"), f"{kept.partition('.')[0]}.1"):
        answer = client.post("/api/extract", json={"artifactId": unknown})
        assert problem(answer) == (404, "unknown-artifact"), unknown
    wrong = client.post("/api/extract", json={"artifactId": kept, "selectors": {"a": "]["}})
    assert problem(wrong) == (422, "invalid-selector")


def test_with_a_key_a_page_is_asked_for_once(client: httpx.Client, site: SpawnedSite) -> None:
    asked = {"url": site.address("/tree/")}
    key = {"Idempotency-Key": "scrape-once"}
    first = client.post("/api/scrape", json=asked, headers=key)
    again = client.post("/api/scrape", json=asked, headers=key)
    other = client.post("/api/scrape", json=asked | {"markdown": True}, headers=key)

    assert first.content == again.content
    assert problem(other) == (422, "idempotency-conflict")
    assert [visit.target for visit in site.visits()].count("/tree/") == 1


def test_a_request_that_is_repeated_too_early_is_told_to_wait(
    client: httpx.Client, site: SpawnedSite
) -> None:
    asked = {"url": site.address("/slow/first-byte")}
    key = {"Idempotency-Key": "too-early"}
    with ThreadPoolExecutor() as threads:
        first = threads.submit(client.post, "/api/scrape", json=asked, headers=key)
        while not any(visit.target == "/slow/first-byte" for visit in site.visits()):
            assert not first.done()
        early = client.post("/api/scrape", json=asked, headers=key)

        assert problem(early) == (409, "in-progress")
        assert first.result().status_code == 200


def test_with_a_key_a_refusal_and_a_failure_stay_what_they_were(
    client: httpx.Client, site: SpawnedSite
) -> None:
    for path, name in (("/private/page", "refused-by-robots"), ("/slow/silent", "timed-out")):
        asked, key = {"url": site.address(path), "timeout": 200}, {"Idempotency-Key": path}
        answers = [client.post("/api/scrape", json=asked, headers=key) for _ in range(2)]

        assert [problem(answer)[1] for answer in answers] == [name, name]
    assert [visit.target for visit in site.visits()].count("/slow/silent") == 1


@pytest.mark.rerun(reason="three pages have to be fetched within 1 s each")
def test_a_batch_is_answered_in_order_and_one_bad_address_spoils_nothing(
    client: httpx.Client, site: SpawnedSite
) -> None:
    urls = [
        site.address("/tree/"),
        "no address",
        site.address("/slow/silent"),
        site.address("/status/404"),
        "http://10.0.0.1/",
        site.address("/redirects/dir"),
    ]
    answer = client.post("/api/scrape/batch", json={"urls": urls, "timeout": 1000})
    results = answer.json()["results"]

    assert answer.status_code == 200
    assert [each["url"] for each in results] == urls
    assert [each["ok"] for each in results] == [True, False, False, True, False, True]
    statuses = [each.get("error", {}).get("status") for each in results]
    assert statuses == [None, 422, 504, None, 403, None]
    assert set(results[0]["result"]) == FIELDS
    assert results[3]["result"]["statusCode"] == 404
    assert results[5]["result"]["title"] == "Dir"


def test_a_batch_keeps_the_pace_of_its_host(client: httpx.Client, site: SpawnedSite) -> None:
    urls = [site.address(f"/tree/?n={number}") for number in range(6)]

    client.post("/api/scrape/batch", json={"urls": urls})

    starts = sorted(visit.started_ns for visit in site.visits())
    assert len(starts) == 7, "robots.txt, too"
    # When each is written, `tests/polite` watches; here they only arrive.
    assert starts[-1] - starts[0] > 400_000_000


def test_with_a_key_a_batch_is_asked_for_once(client: httpx.Client, site: SpawnedSite) -> None:
    asked = {"urls": ["no address", site.address("/tree/"), site.address("/status/404")]}
    key = {"Idempotency-Key": "batch-once"}
    first = client.post("/api/scrape/batch", json=asked, headers=key)
    again = client.post("/api/scrape/batch", json=asked, headers=key)
    other = client.post("/api/scrape/batch", json=asked | {"markdown": True}, headers=key)

    results = [[each.get("result") for each in told.json()["results"]] for told in (first, again)]
    assert results[0] == results[1]
    assert problem(other) == (422, "idempotency-conflict")
    assert len(site.visits()) == 3


@pytest.mark.parametrize("urls", [[], ["http://127.0.0.1/"] * 101])
def test_a_batch_has_one_to_a_hundred_addresses(client: httpx.Client, urls: list[str]) -> None:
    assert problem(client.post("/api/scrape/batch", json={"urls": urls}))[0] == 422


def test_more_than_may_wait_are_told_to_come_again(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--workers", "1", LEADLINE_MAX_WAITING_SCRAPES="1") as server,
        server.client() as client,
    ):
        urls = ["http://10.0.0.1/", "http://10.0.0.2/"]
        many = client.post("/api/scrape/batch", json={"urls": urls})
        one = client.post("/api/scrape/batch", json={"urls": urls[:1]})

    assert problem(many) == (429, "too-many-scrapes")
    assert int(many.headers["retry-after"]) > 0
    assert one.status_code == 200


def test_hostile_titles_arrive_as_data(client: httpx.Client, site: SpawnedSite) -> None:
    urls = [site.address(f"/hostile/{name}") for name in TITLES]
    answer = client.post("/api/scrape/batch", json={"urls": urls})
    titles = {
        name: each["result"]["title"]
        for name, each in zip(TITLES, answer.json()["results"], strict=True)
    }

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert titles["escaped-script-title"] == f"<script>{PULL}</script>"
    assert titles["sql-title"] == "'; DROP TABLE pages; --"
    assert titles["template-title"].startswith("{{7*7}} ${7*7}")
