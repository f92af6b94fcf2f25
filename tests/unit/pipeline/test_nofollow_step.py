"""Links that are not to be followed: whose, and until when."""

from dataclasses import replace

import pytest

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import PageId
from leadline.domain.pages import Lead, Task
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.domain.web.documents import Document, Link, Metadata
from leadline.domain.web.fetching import Response, Timings
from leadline.html.links import links_of, written
from leadline.pipeline.nofollow import mark_nofollow
from leadline.pipeline.plan import PageWork, Plan
from leadline.pipeline.steps.judge_links import judge_links
from leadline.pipeline.steps.match_links import match_links
from leadline.pipeline.tools import KnownPages
from leadline.store.packing import packed, unpacked
from leadline.urls.scope import Scope, ScopeRule
from plans import PLAN as A_PLAN

ROOT = Address("http://x.example/")
ANYWHERE = Scope(ScopeRule.HOST, ROOT)
PLAN = replace(A_PLAN, options=CrawlOptions(respects_nofollow=True))
PLAIN = Link(Address("http://x.example/plain"), "plain")
PAID = Link(Address("http://x.example/paid"), "paid", ("sponsored",))


def answer(*headers: str) -> Response:
    raw = "".join(f"{line}\r\n" for line in ("HTTP/1.1 200 OK", *headers, "")).encode()
    return Response(ROOT, 200, raw, b"", None, "", "1.1", 0, Timings(0, 0, 0, 0, 0))


def is_held(*headers: str, robots: str | None = None, plan: Plan = PLAN) -> bool:
    document = Document(links=(PLAIN, PAID), metadata=Metadata(robots=robots))
    links = mark_nofollow(document, answer(*headers), plan)
    plain, paid = links_of(links)[0]
    assert paid == PAID
    return plain.rel == ("nofollow",)


@pytest.mark.parametrize("robots", ["nofollow", "NoIndex, NoFollow", "none"])
def test_a_page_may_ask_it_for_all_its_links(robots: str) -> None:
    assert is_held(robots=robots)
    assert is_held(f"X-Robots-Tag: {robots}")


@pytest.mark.parametrize(
    "header",
    [
        "X-Robots-Tag: leadline: noindex, nofollow",
        "x-robots-tag: unavailable_after: 25 Jun 2030 15:00:00 GMT, nofollow",
        "X-Robots-Tag: noindex, max-snippet: 5, nofollow",
    ],
)
def test_a_server_may_ask_it(header: str) -> None:
    assert is_held(header)
    assert is_held("X-Robots-Tag: noarchive", header)


@pytest.mark.parametrize("header", ["X-Robots-Tag: somebody: nofollow", "X-Robots-Tag: noindex"])
def test_what_is_said_to_others_is_not_for_us(header: str) -> None:
    assert not is_held(header, robots="index, follow")


def test_who_does_not_respect_it_follows() -> None:
    assert not is_held(robots="nofollow", plan=A_PLAN)


async def found(links: tuple[Link, ...], plan: Plan = PLAN) -> dict[str, object]:
    job = PageWork(Task(PageId(1), ROOT, 0, 1, 0, is_root=True), plan)
    _, unknown = match_links(written(links, ROOT), PageId(1), plan, KnownPages())
    return {page.address: page.skipped for page in await judge_links(unknown, ROOT, job)}


def leads(links: tuple[Link, ...]) -> list[Lead]:
    found, _ = match_links(written(links, ROOT), PageId(1), PLAN, KnownPages())
    return list(unpacked(*packed(found)))


async def test_a_link_with_a_rel_is_recorded_and_not_followed() -> None:
    assert await found((PLAIN, PAID)) == {
        PLAIN.address: None,
        PAID.address: Rule.NOFOLLOW.pair,
    }
    every = await found((PLAIN, PAID), A_PLAN)
    assert set(every.values()) == {None}


async def test_the_rules_of_the_address_come_first() -> None:
    outside = Link(Address("http://other.example/"), "", ("nofollow",))

    assert await found((outside,)) == {outside.address: (SkipReason.SCOPE, "host")}


def test_a_lead_has_a_rel_if_all_links_to_its_page_have() -> None:
    links = (PAID, PAID._replace(address=Address("http://x.example/paid?utm_source=x")))
    plain = links[1]._replace(rel=())

    [all_paid] = leads(links)
    [one_plain] = leads((PAID, plain))

    assert (all_paid.anchor, all_paid.rel) == ("paid", ("sponsored",))
    assert (one_plain.anchor, one_plain.rel) == ("paid", ())


async def test_what_was_not_followed_is_not_taken_for_known() -> None:
    job = PageWork(Task(PageId(1), ROOT, 0, 1, 0, is_root=True), PLAN)
    known = KnownPages()
    _, first = match_links(written((PLAIN, PAID), ROOT), PageId(1), PLAN, known)
    known.add_all(await judge_links(first, ROOT, job))

    later = written((PLAIN, PAID._replace(rel=())), ROOT)
    _, unknown = match_links(later, PageId(1), PLAN, known)

    assert [link.address for _, link in unknown] == [PAID.address]
