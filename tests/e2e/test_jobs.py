"""Face B, crawls as jobs: `/api/crawl`, `/api/crawl/{jobId}`, `/api/crawl/{jobId}/result`."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from e2e.serving import Server, served
from leadline.domain.addresses import Address, Key
from leadline.urls.identity import key_of
from leadsite import SpawnedSite
from leadsite.sections.planted import BROKEN, START, filled
from leadsite.sections.tree import ROOT, expected_leads, expected_pages

PAGE = {
    "url", "finalUrl", "statusCode", "depth", "parentUrl", "title", "text", "links", "meta",
    "contentType", "size",
}  # fmt: skip
CUT = {"skipped", "skippedBy", "limitReached"}
NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("jobs"), "--workers", "1") as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def begun(client: httpx.Client, url: str, **options: Any) -> str:
    """The id of a job that has begun, without any delay on its host."""
    asked = {"startUrl": url, "delay": 0, **options}
    answer = client.post("/api/crawl", json=asked)
    assert answer.status_code == 202, answer.text
    job: str = answer.json()["jobId"]
    return job


def finished(client: httpx.Client, job: str) -> dict[str, Any]:
    """The job when it is over."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        told: dict[str, Any] = client.get(f"/api/crawl/{job}").json()
        if told["status"] not in {"pending", "running"}:
            return told
        time.sleep(0.05)
    raise AssertionError(told)


def lines(client: httpx.Client, job: str) -> list[dict[str, Any]]:
    """The result as a stream."""
    with client.stream("GET", f"/api/crawl/{job}/result", headers=NDJSON) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        return [json.loads(line) for line in answer.iter_lines()]


def key_at(site: SpawnedSite, path: str) -> Key:
    return key_of(Address(site.address(path)))


def test_a_job_runs_to_its_end_and_tells_all_that_the_specification_names(
    client: httpx.Client, site: SpawnedSite
) -> None:
    before_ms = time.time() * 1000
    answer = client.post(
        "/api/crawl",
        json={
            "startUrl": site.address(ROOT),
            "strategy": "domain",
            "maxDepth": 1,
            "maxPages": 50,
            "concurrency": 4,
            "timeout": 5000,
            "delay": 0,
        },
    )
    job = finished(client, answer.json()["jobId"])

    assert answer.status_code == 202
    assert answer.headers["location"] == f"/api/crawl/{job['id']}"
    assert job["status"] == "completed"
    assert before_ms - 1000 < job["startTime"] <= job["endTime"] <= time.time() * 1000 + 1000
    asked = {"startUrl", "strategy", "maxDepth", "maxPages", "concurrency", "timeout"}
    assert asked <= set(job["options"])
    assert job["options"]["startUrl"] == site.address(ROOT)
    assert (job["options"]["maxDepth"], job["options"]["timeout"]) == (1, 5000)
    metrics = {"pagesScraped", "linksDiscovered", "errors", "currentDepth"}
    assert set(job["metrics"]) == metrics | {"skipped", "skippedBy"}
    assert job["metrics"]["currentDepth"] == 1
    result = job["result"]
    specified = {"jobId", "pagesScraped", "linksDiscovered", "duration", "errors"}
    assert set(result) == specified | CUT
    assert result["jobId"] == job["id"]
    assert result["duration"] == job["endTime"] - job["startTime"]
    assert len(result["errors"]) == job["metrics"]["errors"]
    assert job["error"] is None


def test_the_result_has_every_page_with_its_content(
    client: httpx.Client, site: SpawnedSite
) -> None:
    job = finished(client, begun(client, site.address(ROOT), maxDepth=99, maxPages=1000))
    pages, errors = [], []
    answer = {"next": "0"}
    while answer["next"]:
        path = f"/api/crawl/{job['id']}/result?limit=37&cursor={answer['next']}"
        answer = client.get(path).json()
        assert len(answer["pages"]) + len(answer["errors"]) <= 37
        pages += answer["pages"]
        errors += answer["errors"]

    known = {key_at(site, page.path): page for page in expected_pages()}
    leads = {(key_at(site, a), key_at(site, b)) for a, b in expected_leads()}
    found = {key_of(page["url"]): page for page in pages}
    assert len(found) == len(pages) == job["metrics"]["pagesScraped"]
    assert set(found) == {url for url, page in known.items() if page.status == 200}
    assert {url: page["depth"] for url, page in found.items()} == {
        url: known[url].depth for url in found
    }
    assert {(url, key_of(link)) for url, page in found.items() for link in page["links"]} == {
        (source, target) for source, target in leads if source in found
    }
    missing = {url for url, page in known.items() if page.status == 404}
    assert {key_of(error["url"]) for error in errors} == missing
    root = found[key_at(site, ROOT)]
    assert set(root) == PAGE
    assert (root["parentUrl"], root["meta"], root["contentType"][:9]) == (None, {}, "text/html")
    assert all(key_of(page["parentUrl"]) in known for page in pages if page is not root)
    assert all(page["text"] and page["title"] and page["size"] for page in pages)


def test_the_stream_has_the_same_pages_and_says_that_it_is_complete(
    client: httpx.Client, site: SpawnedSite
) -> None:
    job = finished(client, begun(client, site.address(ROOT), maxDepth=2))
    *found, last = lines(client, job["id"])
    answer = client.get(f"/api/crawl/{job['id']}/result?limit=1000").json()

    assert [line["page"] for line in found if "page" in line] == answer["pages"]
    assert [line["error"] for line in found if "error" in line] == answer["errors"]
    figures = {"jobId", "pagesScraped", "linksDiscovered", "duration", "status", "next"}
    assert set(last["result"]) == figures | CUT
    assert (last["result"]["status"], last["result"]["next"]) == ("completed", None)


def test_what_is_there_can_be_had_while_the_job_runs_and_it_is_a_crawl_at_the_other_face(
    client: httpx.Client, site: SpawnedSite
) -> None:
    job = begun(client, site.address(ROOT), delay=60_000, respectRobots=False)
    until = time.monotonic() + 30
    while not (part := client.get(f"/api/crawl/{job}/result").json())["pages"]:
        assert time.monotonic() < until
    crawl = client.get(f"/api/v1/crawls/{job}").json()
    client.post(f"/api/v1/crawls/{job}/cancel")
    over = finished(client, job)
    rest = client.get(f"/api/crawl/{job}/result?cursor={part['next']}").json()

    assert part["status"] == "running"
    assert [page["url"] for page in part["pages"]] == [site.address(ROOT)]
    assert (crawl["crawl_id"], crawl["status"]) == (job, "running")
    assert (over["status"], over["error"]) == ("cancelled", "the crawl was cancelled")
    assert (rest["pages"], rest["next"]) == ([], None)


def test_pages_that_fail_are_reported_and_the_job_goes_on(
    client: httpx.Client, site: SpawnedSite
) -> None:
    job = finished(client, begun(client, site.address(START), timeout=5000, maxAttempts=1))
    errors = {error["url"]: error for error in job["result"]["errors"]}

    def address(template: str) -> str:
        return filled(template, site.port, site.refused_port)

    assert job["status"] == "completed"
    assert job["metrics"]["errors"] == len(errors)
    for template, broken in BROKEN.items():
        if isinstance(broken.why, int):
            error = errors[address(template)]
            assert (error["kind"], error["statusCode"]) == ("HttpError", broken.why)
            assert error["attempts"] == 1
    refused = errors[address("{site_refused}/")]
    assert set(refused) == {"url", "kind", "message", "statusCode", "attempts"}
    assert (refused["kind"], refused["statusCode"]) == ("ConnectRefused", None)
    assert any(error["kind"] == "TooManyRedirects" for error in errors.values())


def test_a_job_whose_start_cannot_be_fetched_fails_and_says_why(
    client: httpx.Client, site: SpawnedSite
) -> None:
    missing = finished(client, begun(client, site.address("/status/404")))
    private = finished(client, begun(client, "http://10.0.0.1/"))

    assert (missing["status"], missing["metrics"]["errors"]) == ("failed", 1)
    assert "404" in missing["error"]
    assert missing["result"]["errors"][0]["statusCode"] == 404
    assert private["status"] == "failed"
    assert "10.0.0.1" in private["error"]


def test_defaults_are_those_of_the_specification(client: httpx.Client, site: SpawnedSite) -> None:
    answer = client.post("/api/crawl", json={"url": site.address("/status/200")})
    options = client.get(f"/api/crawl/{answer.json()['jobId']}").json()["options"]

    assert options["strategy"] == "domain"
    assert (options["maxDepth"], options["maxPages"]) == (3, 100)
    assert (options["concurrency"], options["timeout"]) == (5, 10_000)


def test_depth_zero_is_the_start_alone(client: httpx.Client, site: SpawnedSite) -> None:
    job = finished(client, begun(client, site.address(ROOT), maxDepth=0))

    assert job["metrics"]["pagesScraped"] == 1
    assert job["metrics"]["linksDiscovered"] > 1


def test_a_limit_of_pages_is_kept(client: httpx.Client, site: SpawnedSite) -> None:
    job = finished(client, begun(client, site.address(ROOT), maxPages=5))

    assert job["metrics"]["pagesScraped"] + job["metrics"]["errors"] <= 5


def test_pages_that_were_kept_can_be_read_again(client: httpx.Client, site: SpawnedSite) -> None:
    job = finished(client, begun(client, site.address(ROOT), maxDepth=0, keepHtml=True))
    [page] = client.get(f"/api/crawl/{job['id']}/result").json()["pages"]
    asked = {"artifactId": page["artifactId"], "selectors": {"title": "title"}}

    found = client.post("/api/extract", json=asked).json()

    assert found["extracted"]["title"]["text"] == page["title"]


def test_one_key_makes_one_job(client: httpx.Client, site: SpawnedSite) -> None:
    asked, key = {"startUrl": site.address("/status/200")}, {"Idempotency-Key": "job-once"}
    first = client.post("/api/crawl", json=asked, headers=key)
    again = client.post("/api/crawl", json=asked, headers=key)
    other = client.post("/api/crawl", json=asked | {"maxDepth": 1}, headers=key)

    assert first.json() == again.json()
    assert (first.status_code, again.status_code, other.status_code) == (202, 202, 422)


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http://127.0.0.2/"},
        {"startUrl": "no address"},
        {"maxDepth": -1},
        {"maxPages": 0},
        {"strategy": "everything"},
        {"include": ["re:("]},
        {"render": "auto"},
        {"max_depth": 1},
    ],
)
def test_what_cannot_be_meant_is_422(client: httpx.Client, wrong: dict[str, Any]) -> None:
    answer = client.post("/api/crawl", json={"startUrl": "http://127.0.0.1/"} | wrong)

    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_job_needs_a_start(client: httpx.Client) -> None:
    assert client.post("/api/crawl", json={}).status_code == 422


@pytest.mark.parametrize("path", ["/api/crawl/x", "/api/crawl/x/result"])
def test_an_unknown_job_is_404(client: httpx.Client, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.json()["type"] == "urn:leadline:problem:unknown-crawl"


@pytest.mark.parametrize("cursor", ["x", "-1", "9" * 20])
def test_a_cursor_that_is_none_is_422(client: httpx.Client, site: SpawnedSite, cursor: str) -> None:
    job = begun(client, site.address("/status/200"))

    assert client.get(f"/api/crawl/{job}/result?cursor={cursor}").status_code == 422


def test_a_job_that_was_cut_by_a_limit_says_so(client: httpx.Client, site: SpawnedSite) -> None:
    cut = finished(client, begun(client, site.address(ROOT), maxPages=3))
    whole = finished(client, begun(client, site.address(ROOT), maxDepth=0))

    assert (cut["status"], cut["limitReached"]) == ("completed", ["max_pages"])
    assert cut["metrics"]["skippedBy"]["limit"] > 0
    assert {name: cut["result"][name] for name in CUT} == {
        "skipped": cut["metrics"]["skipped"],
        "skippedBy": cut["metrics"]["skippedBy"],
        "limitReached": ["max_pages"],
    }
    assert (whole["limitReached"], whole["result"]["limitReached"]) == ([], [])
