"""robots.txt where a turn allows one request."""

import asyncio
from pathlib import Path

import pytest

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId, CrawlKind
from leadline.domain.errors import TurnOver
from leadline.domain.web.fetching import Limits, Request, Response, Timings
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.pipeline.plan import Defaults, Plan, plan_of
from leadline.pipeline.robots import RobotsGate
from leadline.services.crawling.crawls import root_of
from leadline.store.sqlite.store import SqliteStore
from leadline.urls.robots import RobotsRules

PAGE = Address("http://plain.test/page")
ANSWERS = {
    "http://plain.test/robots.txt": b"HTTP/1.1 301\r\nLocation: https://plain.test/robots.txt\r\n\r\n",
    "https://plain.test/robots.txt": b"HTTP/1.1 302\r\nLocation: /rules\r\n\r\n",
    "https://plain.test/rules": b"HTTP/1.1 200\r\n\r\n",
}


class OneRequest(Fetcher):
    """A turn that is over after one request."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:  # noqa: ARG002
        if self.sent:
            raise TurnOver(request.address)
        self.sent.append(request.address)
        headers = ANSWERS[request.address]
        timings = Timings(0, 0, 0, 0, 0)
        return Response(
            request.address, int(headers[9:12]), headers, b"", None, "", "1.1", 0, timings
        )

    def new_jar(self) -> CookieJar:
        raise NotImplementedError


class Doorkeeper(Fetcher):
    """A site that sends its robots.txt, which disallows all, only to requests with headers."""

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:  # noqa: ARG002
        status = 200 if request.headers else 401
        body = b"User-agent: *\nDisallow: /"
        timings = Timings(0, 0, 0, 0, 0)
        return Response(request.address, status, b"", body, None, "", "1.1", 0, timings)

    def new_jar(self) -> CookieJar:
        raise NotImplementedError


async def plan_in(store: SqliteStore, name: str = "c", **options: object) -> Plan:
    crawl = CrawlId(name)
    chosen = CrawlOptions(**options)  # type: ignore[arg-type]
    await store.create(crawl, CrawlKind.CRAWL, chosen, root_of(crawl, PAGE))
    found = await store.get(crawl)
    assert found is not None
    return plan_of(found, Defaults(Limits(), "Leadline"))


async def test_each_turn_follows_a_redirect_of_the_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots, plan = RobotsGate(store), await plan_in(store)
    sent = []
    for _ in range(2):
        fetcher = OneRequest()
        with pytest.raises(TurnOver):
            await robots.refusal(PAGE, plan, fetcher)
        sent += fetcher.sent

    last = OneRequest()
    assert await robots.refusal(PAGE, plan, last) is None

    assert sent + last.sent == list(ANSWERS)
    await store.aclose()


async def test_a_file_sent_without_headers_says_nothing_about_requests_with_them(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots = RobotsGate(store)
    stranger = await plan_in(store, "stranger")
    friend = await plan_in(store, "friend", headers=(("X-Key", "k3y"),))

    assert await robots.refusal(PAGE, stranger, Doorkeeper()) is None
    assert await robots.refusal(PAGE, friend, Doorkeeper()) is not None
    assert await robots.refusal(PAGE, stranger, Doorkeeper()) is None
    await store.aclose()


class ManyRules(Fetcher):
    """A site with a robots.txt of thousands of rules."""

    def __init__(self) -> None:
        self.body = b"User-agent: *\n" + b"".join(b"Disallow: /*%x$\n" % n for n in range(9_000))

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:  # noqa: ARG002
        timings = Timings(0, 0, 0, 0, 0)
        return Response(request.address, 200, b"", self.body, None, "", "1.1", 0, timings)

    def new_jar(self) -> CookieJar:
        raise NotImplementedError


async def test_rules_are_remembered_up_to_a_number_of_bytes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    fetcher, plan = ManyRules(), await plan_in(store)
    size = RobotsRules(fetcher.body, plan.user_agent).size_bytes
    robots = RobotsGate(store, max_bytes=3 * size)

    for number in range(10):
        page = Address(f"http://h{number}.test/1f")
        assert await robots.refusal(page, plan, fetcher) is not None

    assert robots.remembered_bytes <= 3 * size
    await store.aclose()


async def test_pages_that_ask_at_once_share_the_parse_of_a_large_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots, plan, fetcher = RobotsGate(store), await plan_in(store), ManyRules()
    await robots.refusal(PAGE, plan, fetcher)
    fresh = RobotsGate(store)

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(fresh.known(PAGE, plan, fetcher)) for _ in range(5)]

    assert len({id(task.result()) for task in asked}) == 1
    await store.aclose()


class Circle(Fetcher):
    """A site whose robots.txt redirects to another file, and that one back."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:  # noqa: ARG002
        self.sent.append(request.address)
        target = b"/rules" if request.address.endswith("/robots.txt") else b"/robots.txt"
        headers, timings = b"HTTP/1.1 302\r\nLocation: %s\r\n\r\n" % target, Timings(0, 0, 0, 0, 0)
        return Response(request.address, 302, headers, b"", None, "", "1.1", 0, timings)

    def new_jar(self) -> CookieJar:
        raise NotImplementedError


async def test_files_that_redirect_to_each_other_are_asked_for_once_and_forbid_nothing(
    tmp_path: Path,
) -> None:
    store, fetcher = SqliteStore(tmp_path / "robots.db"), Circle()

    refused = await RobotsGate(store).refusal(PAGE, await plan_in(store), fetcher)

    assert refused is None
    assert fetcher.sent == ["http://plain.test/robots.txt", "http://plain.test/rules"]
    await store.aclose()
