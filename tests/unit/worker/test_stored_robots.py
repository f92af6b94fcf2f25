"""robots.txt where a turn allows one request."""

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
