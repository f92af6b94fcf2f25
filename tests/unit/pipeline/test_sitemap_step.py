"""What becomes of a sitemap that was fetched: which pages and sitemaps it may add."""

import gzip
from dataclasses import replace

import pytest

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import PageId
from leadline.domain.outcomes import Completed, Failed, Outcome
from leadline.domain.pages import FoundBy, NewPage, PageKind, Task
from leadline.domain.skips import Skipped, SkipReason
from leadline.domain.web.documents import Document, Listing, Source, Wanted
from leadline.domain.web.fetching import Response, Timings
from leadline.fetch.contract import Fetcher
from leadline.pipeline.plan import PageWork, Plan
from leadline.pipeline.robots import RobotsGate
from leadline.pipeline.sitemaps import first_sitemaps, read_sitemap
from leadline.pipeline.steps.fetch import Fetched
from leadline.pipeline.tools import KnownPages, Tools
from leadline.sandbox.contract import Sandbox
from leadline.urls.scope import Scope, ScopeRule
from plans import PLAN as A_PLAN

ROOT = Address("http://www.x.example/dir/")
OWN = Address("http://cdn.example/sitemap.xml")
DOMAIN = Scope(ScopeRule.DOMAIN, ROOT)
PLAN = replace(
    A_PLAN,
    scope=DOMAIN,
    trusted=DOMAIN,
    headers=(("X-Key", "k3y"),),
    options=CrawlOptions(max_depth=0, reads_sitemaps=True),
)


class RememberingSandbox(Sandbox):
    """Lists nothing, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Source] = []

    async def extract(self, source: Source, wanted: Wanted) -> Document:
        raise NotImplementedError

    async def read_sitemap(self, source: Source) -> Listing:
        self.asked.append(source)
        return Listing(parse="gave up")


class Robots(RobotsGate):
    """A robots.txt with these Sitemap lines."""

    def __init__(self, *lines: str) -> None:
        self._lines = lines

    async def refusal(self, address: Address, plan: Plan, fetcher: Fetcher) -> Skipped | None:
        raise NotImplementedError

    async def sitemaps(self, address: Address, plan: Plan) -> tuple[str, ...]:
        assert (address, plan.user_agent) == (ROOT, "Leadline/1")
        return self._lines


def tools(robots: Robots | None = None, sandbox: Sandbox | None = None) -> Tools:
    return Tools(None, sandbox or RememberingSandbox(), robots or Robots())  # type: ignore[arg-type]


def job(depth: int = 0, hops: int = 0) -> PageWork:
    task = Task(PageId(9), OWN, depth, 1, hops, is_root=False, kind=PageKind.SITEMAP)
    return PageWork(task, PLAN)


def fetched(body: bytes, redirected_to: str | None = None) -> Fetched:
    timings = Timings(0, 0, 0, 0, 0)
    response = Response(OWN, 200, b"HTTP/1.1 200\r\n\r\n", body, None, "", "1.1", 0, timings)
    return Fetched(response, (), redirected_to and Address(redirected_to))  # type: ignore[arg-type]


def urlset(*addresses: str) -> bytes:
    return (
        b"<urlset>%s</urlset>"
        % "".join(f"<url><loc>{address}</loc></url>" for address in addresses).encode()
    )


def index(*addresses: str) -> bytes:
    entries = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in addresses)
    return f"<sitemapindex>{entries}</sitemapindex>".encode()


def found(outcome: Outcome) -> tuple[NewPage, ...]:
    assert isinstance(outcome, Completed)
    assert outcome.leads == ()
    return outcome.found


async def test_pages_are_at_depth_1_without_a_lead() -> None:
    [page] = found(await read_sitemap(job(2), fetched(urlset(ROOT)), tools()))

    assert (page.depth, page.found_by, page.kind) == (1, FoundBy.SITEMAP, PageKind.PAGE)
    assert page.id == PLAN.page_id(ROOT)
    assert not page.is_fetched, "the limit of this crawl is 0"


async def test_pages_of_its_own_host_and_of_the_roots_may_be_listed_and_no_others() -> None:
    listed = urlset(
        "https://www.x.example/a",
        "http://cdn.example/b",
        "http://x.example/c",
        "http://www.x.example:8080/d",
        "http://elsewhere.example/e",
    )

    pages = found(await read_sitemap(job(), fetched(listed), tools()))

    assert {page.address: page.skipped for page in pages} == {
        "https://www.x.example/a": None,
        "http://cdn.example/b": (SkipReason.SCOPE, "domain"),
    }


async def test_an_index_names_sitemaps_three_levels_down() -> None:
    body = index("http://www.x.example/1.xml", "http://elsewhere.example/2.xml")

    [below] = found(await read_sitemap(job(2), fetched(body), tools()))
    too_deep = found(await read_sitemap(job(3), fetched(body), tools()))

    assert (below.address, below.depth, below.kind) == (
        "http://www.x.example/1.xml",
        3,
        PageKind.SITEMAP,
    )
    assert too_deep == ()


async def test_a_sitemap_is_not_the_page_at_its_address() -> None:
    [sitemap] = found(await read_sitemap(job(), fetched(index(OWN)), tools()))
    known = KnownPages()
    known.add_all([sitemap])

    assert sitemap.id != PLAN.page_id(OWN)
    assert known.ids.get(OWN) is None


async def test_a_redirect_leads_to_another_sitemap() -> None:
    [moved] = found(await read_sitemap(job(1, hops=3), fetched(b"", f"{OWN}?2"), tools()))
    away = await read_sitemap(job(), fetched(b"", "http://elsewhere.example/"), tools())
    endless = await read_sitemap(job(hops=10), fetched(b"", f"{OWN}?2"), tools())

    assert (moved.address, moved.kind) == (f"{OWN}?2", PageKind.SITEMAP)
    assert (moved.depth, moved.hops) == (1, 4)
    assert isinstance(away, Failed)
    assert isinstance(endless, Failed)
    assert endless.kind == "TooManyRedirects"


async def test_what_is_packed_is_unpacked_up_to_the_limit() -> None:
    [page] = found(await read_sitemap(job(), fetched(gzip.compress(urlset(ROOT))), tools()))
    sandbox = RememberingSandbox()
    bomb = gzip.compress(bytes(60 * 1024 * 1024))

    await read_sitemap(job(), fetched(bomb), tools(sandbox=sandbox))

    assert page.address == ROOT
    assert len(sandbox.asked[0].body) == 50 * 1024 * 1024


async def test_what_could_take_long_is_for_the_sandbox_and_fails_if_it_does() -> None:
    sandbox = RememberingSandbox()

    outcome = await read_sitemap(job(), fetched(b"<a/>" * 100_000), tools(sandbox=sandbox))

    assert len(sandbox.asked) == 1
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.message, outcome.retry_in_s) == ("BadSitemap", "gave up", None)


async def test_a_page_instead_of_a_sitemap_is_a_failure() -> None:
    outcome = await read_sitemap(job(), fetched(b"<!doctype html><title>404</title>"), tools())

    assert isinstance(outcome, Failed)
    assert outcome.message == "not a sitemap"


@pytest.mark.parametrize(
    ("lines", "addresses"),
    [
        ((), ["http://www.x.example/sitemap.xml"]),
        (("http://cdn.example/s.xml", "/two.xml", "http://cdn.example/s.xml#x", "mailto:x"),
         ["http://cdn.example/s.xml", "http://www.x.example/two.xml"]),
    ],
)  # fmt: skip
async def test_a_crawl_begins_with_those_of_robots_txt_or_the_usual_one(
    lines: tuple[str, ...], addresses: list[str]
) -> None:
    root = job()._replace(task=Task(PageId(1), ROOT, 0, 1, 0, is_root=True))
    sitemaps = await first_sitemaps(root, tools(Robots(*lines)))

    assert [each.address for each in sitemaps] == addresses
    assert {each.kind for each in sitemaps} == {PageKind.SITEMAP}


async def test_who_does_not_ask_for_sitemaps_gets_none_and_no_page_but_the_root_does() -> None:
    root = PageWork(
        Task(PageId(1), ROOT, 0, 1, 0, is_root=True), replace(PLAN, options=CrawlOptions())
    )
    other = job()._replace(task=Task(PageId(2), ROOT, 1, 1, 0, is_root=False))

    assert await first_sitemaps(root, tools()) == ()
    assert await first_sitemaps(other, tools()) == ()


def test_a_sitemap_may_be_as_large_as_the_protocol_allows() -> None:
    request = job().request(Address("http://www.x.example/sitemap.xml"))

    assert request.limits.max_body_bytes == 50 * 1024 * 1024
    assert request.limits.total_s == 5 * PLAN.limits.total_s
    assert request.headers == PLAN.headers
    assert job().request(OWN).headers == ()
