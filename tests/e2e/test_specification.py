"""What the specifications of faces A and B say by example, asked of the running server."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from e2e.api import Api
from e2e.serving import served
from e2e.streams import messages, socket_of
from leadsite.routes import WWW
from leadsite.sections.tree import expected_pages

PROGRESS = {
    "crawl_id": str,
    "status": str,
    "total": int,
    "completed": int,
    "pending": int,
    "in_progress": int,
    "failed": int,
    "root_url": str,
    "requested_depth": int,
}
JOB = {"id": str, "status": str, "startTime": int, "endTime": int, "options": dict, "metrics": dict}
METRICS = {"pagesScraped": int, "linksDiscovered": int, "errors": int, "currentDepth": int}
RESULT = {
    "jobId": str,
    "pagesScraped": int,
    "linksDiscovered": int,
    "duration": int,
    "errors": list,
    "pages": list,
}
OPTIONS = {"strategy": "domain", "maxDepth": 1, "maxPages": 10, "concurrency": 5, "timeout": 10_000}


def shape(told: dict[str, Any], of: Mapping[str, type]) -> Mapping[str, type]:
    """The types of what is told, as far as something is known of them."""
    return {name: type(told[name]) for name in of if name in told}


def test_a_crawl_is_submitted_listed_and_shown_with_its_progress(api: Api) -> None:
    crawl = api.begin("/tree/", requested_depth=2)
    done = api.finished(crawl)

    assert shape(done, PROGRESS) == PROGRESS
    assert done in api.got("")["items"]
    assert done["status"] == "completed"
    assert done["requested_depth"] == 2
    assert done["root_url"] == api.site.address("/tree")


def test_the_socket_sends_the_same_to_the_end_and_closes(api: Api) -> None:
    crawl = api.begin("/tree/", max_depth=1, delay_ms=20)
    with socket_of(api.server, crawl) as listening:
        *running, last, code = messages(listening)

    assert running
    for message in (*running, last):
        assert isinstance(message, dict)
        assert shape(message, PROGRESS) == PROGRESS
    assert isinstance(last, dict)
    assert (last["status"], code) == ("completed", 1000)
    assert last == api.got(f"/{crawl}")


def test_a_socket_of_nothing_says_so_and_closes(api: Api) -> None:
    with socket_of(api.server, "uuid") as listening:
        assert list(messages(listening)) == [{"error": "Crawl not found"}, 1000]


def test_pages_at_the_requested_depth_are_completed_at_once(api: Api) -> None:
    crawl = api.crawled("/tree/", max_depth=0)

    pages = api.walked(f"/{crawl}/pages", depth=1)

    assert len(pages) == sum(page.depth == 1 for page in expected_pages())
    assert {(page["state"], page["fetched"]) for page in pages} == {("COMPLETED", False)}


def test_a_name_is_without_protocol_and_its_host_in_capitals(api: Api, tree: str) -> None:
    [root] = api.walked(f"/{tree}/pages", depth=0)

    assert root["name"] == f"{WWW.upper()}:{api.site.port}/tree"
    assert root["http_type"] == "HTTP://"


def test_an_error_of_4xx_fails_at_once_and_one_of_5xx_after_all_attempts(api: Api) -> None:
    some = ["/status/404", "/status/500"]
    crawl = api.crawled("/status/", max_depth=1, max_attempts=2, scope="host", include=some)

    pages = api.walked(f"/{crawl}/pages", state="FAILED")

    told = {page["status"]: page["attempts"] for page in pages}
    assert told == {404: 1, 500: 2}


def test_a_cancelled_crawl_has_neither_pending_pages_nor_any_in_progress(api: Api) -> None:
    crawl = api.begin("/tree/", delay_ms=500)
    with socket_of(api.server, crawl) as listening:
        api.got(f"/{crawl}/cancel", "POST")
        *_, last, code = messages(listening)

    assert isinstance(last, dict)
    assert (last["status"], code) == ("cancelled", 1000)
    assert (last["pending"], last["in_progress"]) == (0, 0)
    assert last["cancelled"] == len(api.walked(f"/{crawl}/pages", state="CANCELLED")) > 0


def test_the_graph_and_the_statistics_are_those_of_the_crawl(api: Api, tree: str) -> None:
    graph = api.got(f"/{tree}/graph", params={"view": "links"})
    stats = api.got(f"/{tree}/stats")

    assert len(graph["nodes"]) == len(expected_pages())
    assert {"total_urls", "unique_domains", "max_depth_reached"} <= set(stats)


def test_a_page_is_scraped_alone_and_with_others(api: Api) -> None:
    url = api.site.address("/tree/")
    one = api.client.post("/api/scrape", json={"url": url})
    some = api.client.post("/api/scrape/batch", json={"urls": [url]})

    assert {"url", "title", "text", "links"} <= set(one.json())
    assert some.json()["results"][0]["result"]["text"] == one.json()["text"]


def test_a_job_is_begun_followed_and_read(api: Api) -> None:
    begun = api.client.post("/api/crawl", json={"startUrl": api.site.address("/tree/")} | OPTIONS)
    job = begun.json()["jobId"]
    api.finished(job)
    told = api.client.get(f"/api/crawl/{job}").json()
    result = api.client.get(f"/api/crawl/{job}/result").json()

    assert begun.status_code == 202
    assert shape(told, JOB) == JOB
    assert told["options"].items() >= OPTIONS.items()
    assert shape(told["metrics"], METRICS) == METRICS
    assert shape(result, RESULT) == RESULT
    assert result["pagesScraped"] == told["metrics"]["pagesScraped"] == len(result["pages"]) == 10
    assert {"url", "title", "text", "links", "meta"} <= set(result["pages"][0])


def test_health_is_told(api: Api) -> None:
    assert api.client.get("/health").json()["status"] == "ok"


def test_settings_have_the_names_of_the_specification(tmp_path: Path) -> None:
    given = {
        "HOST": "localhost",
        "DEFAULT_CONCURRENCY": "7",
        "DEFAULT_TIMEOUT": "1234",
        "RATE_LIMIT_MAX_CONCURRENT": "3",
        "RATE_LIMIT_MIN_TIME": "55",
        "USER_AGENT": "DeepCrawler/1.0",
        "RESPECT_ROBOTS_TXT": "false",
    }
    limits = {"DEFAULT_MAX_DEPTH": "2", "DEFAULT_MAX_PAGES": "9", "MAX_RESPONSE_SIZE": "10485760"}
    nowhere = {"startUrl": "http://127.0.0.1:9/"}
    with (
        served(tmp_path, "--workers", "1", **given, **limits) as server,
        server.client() as client,
    ):
        assert server.process.stdout is not None
        said = server.process.stdout.readline()
        defaults = client.get("/api/v1/about").json()["defaults"]
        job = client.post("/api/crawl", json=nowhere).json()["jobId"]
        options = client.get(f"/api/crawl/{job}").json()["options"]

    assert server.url.startswith("http://localhost:")
    for name in given | limits:
        assert name in said
    assert defaults == {
        "max_depth": 2,
        "concurrency": 7,
        "delay_ms": 55,
        "parallel_per_host": 3,
        "timeout_ms": 1234,
        "user_agent": "DeepCrawler/1.0",
        "respect_robots": False,
    }
    assert (options["maxDepth"], options["maxPages"]) == (2, 9)
