"""robots.txt where a turn allows one request."""

import asyncio
from pathlib import Path

import pytest

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId, CrawlKind, CrawlOptions
from leadline.domain.errors import TurnOver
from leadline.domain.fetching import Limits, Request, Response, Timings
from leadline.fetch.contract import CookieJar, Fetcher
from leadline.pipeline.plan import Defaults, Plan, plan_of
from leadline.services.crawls import root_of
from leadline.store.sqlite.store import SqliteStore
from leadline.urls.robots import RobotsRules
from leadline.worker.robots import StoredRobots

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


class FarAway(OneRequest):
    """A turn that is over after one redirect with a large body."""

    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response:
        return (await super().fetch(request, jar))._replace(body=b"x" * 1_000_000)


class Doorkeeper(Fetcher):
    """Shows its robots.txt, which closes everything, to those who have a key."""

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


async def test_each_turn_follows_a_redirect_of_the_file_and_the_page_keeps_its_address(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots, plan = StoredRobots(store), await plan_in(store)
    sent = []
    for _ in range(2):
        fetcher = OneRequest()
        with pytest.raises(TurnOver) as over:
            await robots.refusal(PAGE, plan, fetcher)
        assert over.value.address == PAGE
        sent += fetcher.sent

    last = OneRequest()
    assert await robots.refusal(PAGE, plan, last) is None

    assert sent + last.sent == list(ANSWERS)
    await store.aclose()


async def test_what_strangers_are_shown_says_nothing_to_who_has_a_key(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots = StoredRobots(store)
    stranger = await plan_in(store, "stranger")
    friend = await plan_in(store, "friend", headers=(("X-Key", "k3y"),))

    assert await robots.refusal(PAGE, stranger, Doorkeeper()) is None
    assert await robots.refusal(PAGE, friend, Doorkeeper()) is not None
    assert await robots.refusal(PAGE, stranger, Doorkeeper()) is None
    await store.aclose()


class ManyRules(Fetcher):
    """Shows a robots.txt of thousands of rules to everybody."""

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
    robots = StoredRobots(store, max_bytes=3 * size)

    for number in range(10):
        page = Address(f"http://h{number}.test/1f")
        assert await robots.refusal(page, plan, fetcher) is not None

    assert robots.remembered_bytes <= 3 * size
    await store.aclose()


async def test_pages_that_ask_at_once_share_the_parse_of_a_large_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots, plan, fetcher = StoredRobots(store), await plan_in(store), ManyRules()
    await robots.refusal(PAGE, plan, fetcher)
    fresh = StoredRobots(store)

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(fresh.known(PAGE, plan, fetcher)) for _ in range(5)]

    assert len({id(task.result()) for task in asked}) == 1
    await store.aclose()


async def test_bodies_of_redirects_on_the_way_to_a_file_are_not_kept(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "robots.db")
    robots, plan = StoredRobots(store), await plan_in(store)

    with pytest.raises(TurnOver):
        await robots.refusal(PAGE, plan, FarAway())

    [way] = robots._ways.values()
    assert [len(answer.body) for answer in way.values()] == [0]
    await store.aclose()
