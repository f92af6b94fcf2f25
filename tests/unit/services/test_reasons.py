"""Why pages of an invented site are where they are."""

from dataclasses import replace

import pytest

from invented import DEFAULTS, Told, address, links, settled
from leadline.domain.crawls import Crawl, CrawlStatus
from leadline.domain.pages import PageState
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.services.crawling.crawls import find_page
from leadline.services.pages.reasons import Reason, reason_of, refusal_of
from leadline.store.contract import Store
from leadline.store.reader import RobotsRecord

ROBOTS = (
    b"User-agent: *\nDisallow: /p\nDisallow: /private/\n\nUser-agent: other\nDisallow: /private/x"
)
SITE = {
    "/": links(
        "/page", "/moved", "/missing", "/private/x", "/tag/x", "/a/a/a/a", "http://out.example/",
        *(f"/day/{n}" for n in range(5)),
    ),
    "/moved": Told({"/page": ""}, 301),
    "/missing": Told(status=404, is_failure=True),
    "/private/x": Told(is_disallowed=True),
    "/page": links("/deep"),
    "/deep": links("/deeper"),
}  # fmt: skip


@pytest.fixture
async def crawl(store: Store) -> Crawl:
    crawl = await settled(store, SITE, max_depth=2, exclude=("/tag/*",), max_per_shape=3)
    await store.put_robots("http://x.example", "x.example", RobotsRecord("found", ROBOTS, ""), 0.0)
    return crawl


async def why(store: Store, crawl: Crawl, path: str) -> Reason:
    page = await find_page(store, crawl.id, address(path))
    assert page is not None
    return await reason_of(store, crawl, page, DEFAULTS)


@pytest.mark.parametrize(
    ("path", "is_crawled", "words", "lifted_by"),
    [
        ("/page", True, "answered 200", None),
        ("/page/?utm_source=x", True, "answered 200", None),
        ("/moved", True, "301, a redirect to http://x.example/page", None),
        ("/missing", False, "failed after 1 attempt: HTTP 404", None),
        ("/deeper", False, "depth 3 is beyond the limit of 2", "--depth"),
        ("/tag/x", False, "excluded by /tag/*", "--exclude"),
        ("http://out.example/", False, "outside of scope domain", "--scope"),
        ("/private/x", False, "'Disallow: /private/'", "--no-robots"),
        ("/a/a/a/a", False, "repeats itself", "LEADLINE_MAX_RUN_REPEATS"),
    ],
)
async def test_a_known_page_is_explained(
    store: Store, crawl: Crawl, path: str, *, is_crawled: bool, words: str, lifted_by: str | None
) -> None:
    reason = await why(store, crawl, path)

    assert (reason.is_crawled, reason.lifted_by) == (is_crawled, lifted_by)
    assert words in reason.sentence


async def test_a_trap_is_told_with_its_shape(store: Store, crawl: Crawl) -> None:
    reasons = [await why(store, crawl, f"/day/{n}") for n in range(5)]

    cut = [reason for reason in reasons if not reason.is_crawled]
    assert len(cut) == 2
    assert "3 pages of the shape http://x.example/day/{n}" in cut[0].sentence
    assert cut[0].lifted_by == "--max-per-shape"


async def test_a_page_limit_is_told(store: Store) -> None:
    crawl = await settled(store, {"/": links("/a", "/b", "/c")}, max_pages=2)
    reasons = [await why(store, crawl, path) for path in ("/a", "/b", "/c")]

    assert [reason.lifted_by for reason in reasons].count("--max-pages") == 2
    assert "no more than 2 pages" in next(r.sentence for r in reasons if not r.is_crawled)


async def test_a_limit_of_one_page_is_singular(store: Store) -> None:
    crawl = await settled(store, {"/": links("/a")}, max_pages=1)

    assert (await why(store, crawl, "/a")).sentence.endswith("no more than 1 page")


async def test_links_that_ask_not_to_be_followed_are_told(store: Store, crawl: Crawl) -> None:
    page = await find_page(store, crawl.id, address("/page"))
    assert page is not None
    held = replace(page, state=PageState.SKIPPED, reason=SkipReason.ROBOTS, rule=Rule.NOFOLLOW)

    reason = await reason_of(store, crawl, held, DEFAULTS)

    assert reason.sentence == "not fetched: only nofollow links lead to it"
    assert reason.lifted_by == "leaving out --respect-nofollow"


async def test_pages_that_are_not_over_say_what_they_wait_for(store: Store) -> None:
    crawl = await settled(store, {"/": links("/a")})
    page = await find_page(store, crawl.id, address("/a"))
    assert page is not None
    pending = replace(page, state=PageState.PENDING, error="TimedOut", message="too slow")
    paused = replace(crawl, status=CrawlStatus.PAUSED)

    waiting = await reason_of(store, crawl, pending, DEFAULTS)
    resting = await reason_of(store, paused, replace(pending, error=None), DEFAULTS)
    cancelled = replace(page, state=PageState.CANCELLED)
    stopped = replace(crawl, status=CrawlStatus.CANCELLED)

    assert waiting.sentence.endswith("it waits for its turn; the last attempt failed: too slow")
    assert resting.sentence.endswith("the crawl is paused")
    assert "cancelled before" in (await reason_of(store, stopped, cancelled, DEFAULTS)).sentence


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/nobody", None),
        ("/private/y", "disallow"),
        ("/tag/y", "exclude"),
        ("/b/b/b/b", "max_run_repeats"),
        ("http://out.example/y", "domain"),
    ],
)
async def test_an_address_that_is_not_known_meets_the_same_rules(
    store: Store, crawl: Crawl, path: str, rule: str | None
) -> None:
    refused = await refusal_of(store, crawl, address(path), DEFAULTS)

    assert (refused.rule if refused else None) == rule


async def test_with_other_sites_asked_for_only_patterns_refuse_them(
    store: Store, crawl: Crawl
) -> None:
    asking = replace(crawl, options=replace(crawl.options, checks_external=True))

    for path, rule in (("http://out.example/y", None), ("http://out.example/tag/y", "exclude")):
        refused = await refusal_of(store, asking, address(path), DEFAULTS)

        assert (refused.rule if refused else None) == rule


async def test_a_host_that_was_not_waited_for_is_told(store: Store, crawl: Crawl) -> None:
    page = await find_page(store, crawl.id, address("http://out.example/"))
    assert page is not None
    resting = replace(page, reason=SkipReason.ROBOTS, rule="rests")

    reason = await reason_of(store, crawl, resting, DEFAULTS)

    assert "asked to wait" in reason.sentence
    assert reason.lifted_by is None
