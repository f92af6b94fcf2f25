"""Links that are looked up as they are written become the leads that they would become resolved."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import PageId
from leadline.domain.pages import Lead
from leadline.domain.web.documents import Document, Link, Source, Wanted, WrittenLinks
from leadline.domain.web.fetching import Response, Timings
from leadline.html.extract import extract
from leadline.html.links import written
from leadline.pipeline.nofollow import mark_nofollow
from leadline.pipeline.steps.match_links import match_links
from leadline.pipeline.tools import KnownPages
from leadline.store.packing import packed, unpacked
from leadline.urls.scope import Scope, ScopeRule
from plans import PLAN as A_PLAN

PAGE = Address("http://x.example/dir/page.html")
ANYWHERE = Scope(ScopeRule.HOST, PAGE)
PLAN = replace(A_PLAN, wanted=Wanted(links=False))
OWN = PLAN.page_id(PAGE)
HREFS = [
    *("a", "/dir/a", "a/", "a#b", "./a", "a?utm_source=x", "b", "../b", "b?y=1&x=2", "b?x=2&y=1"),
    *("page.html", "", "#", "?", "/dir/page.html?gclid=1", "http://x.example/dir/a", "%61", "é"),
    *("http://y.example/", "HTTP://y.example", "http://y.example/#z", "//y.example/", "mailto:a@b"),
    *(
        "http://[",
        "http:a",
        "https://y.example:443/é",
        "x" * 3_000,
        "http://y.example/" + "x" * 3_000,
    ),
]
RELS = [
    "",
    "",
    "",
    "nofollow",
    "NoFollow\tugc",
    "noopener",
    "ugc\u00a0sponsored",
    "nofollowx",
    "no",
]
TAG = st.tuples(
    st.sampled_from(HREFS),
    st.sampled_from(["", "one", "two &amp; three", "é" * 20, "x" * 40, "ü" * 255, "\0"]),
    st.sampled_from(RELS),
)
BASES = ["", "<base href=/dir/>", "<base href=http://y.example/>"]
Found = tuple[list[Lead], list[tuple[PageId, Link]]]


def page(tags: list[tuple[str, str, str]], base: str = "") -> bytes:
    links = (f"<a href='{href}' rel='{rel}'>{text}</a>" for href, text, rel in tags)
    return f"{base}{''.join(links)}".encode()


def read(html: bytes, *, resolved: bool) -> Document:
    return extract(Source(html, "text/html; charset=utf-8", PAGE), Wanted(links=resolved))


def as_written(html: bytes) -> WrittenLinks:
    written = read(html, resolved=False).written
    assert written is not None
    return written


def led(links: WrittenLinks, known: KnownPages) -> Found:
    leads, unknown = match_links(links, OWN, PLAN, known)
    return list(unpacked(*packed(leads))), unknown


def expected(links: Iterable[Link], known: KnownPages) -> Found:
    leads: dict[PageId, Lead] = {}
    unknown = []
    for link in links:
        target = PLAN.page_id(link.address)
        if target == OWN:
            continue
        if known.ids.get(link.address) is None:
            unknown.append((target, link))
        lead = leads.setdefault(target, Lead(target, link.anchor, link.rel))
        leads[target] = lead if link.rel else lead._replace(rel=())
    return list(leads.values()), unknown


@given(
    tags=st.lists(TAG, max_size=40),
    base=st.sampled_from(BASES),
    are_known=st.sets(st.integers(0, 40)),
)
def test_leads_and_what_is_unknown_are_the_same(
    tags: list[tuple[str, str, str]], base: str, are_known: set[int]
) -> None:
    html = page(tags, base)
    known = KnownPages()
    for number, link in enumerate(read(html, resolved=True).links):
        if number in are_known:
            known.ids.note(link.address, PLAN.page_id(link.address))

    resolved = read(html, resolved=True).links

    for _ in range(2):
        assert led(as_written(html), known) == expected(resolved, known)
        assert led(written(resolved, PAGE), known) == expected(resolved, known)


@given(tags=st.lists(TAG, min_size=1, max_size=20))
def test_leads_are_packed_as_others_are(tags: list[tuple[str, str, str]]) -> None:
    html = page([("to-another-page", "", ""), *tags])
    leads, _ = expected(read(html, resolved=True).links, KnownPages())

    assert packed(match_links(as_written(html), OWN, PLAN, KnownPages())[0]) == packed(leads)


@given(tags=st.lists(TAG, max_size=20))
def test_pages_that_ask_for_nothing_to_be_followed(tags: list[tuple[str, str, str]]) -> None:
    raw = b"HTTP/1.1 200 OK\r\nX-Robots-Tag: nofollow\r\n\r\n"
    response = Response(PAGE, 200, raw, b"", None, "", "1.1", 0, Timings(0, 0, 0, 0, 0))
    plan = replace(PLAN, options=CrawlOptions(respects_nofollow=True))
    document = read(page(tags), resolved=False)
    resolved = read(page(tags), resolved=True).links

    assert led(mark_nofollow(document, response, plan), KnownPages()) == expected(
        [link._replace(rel=link.rel or ("nofollow",)) for link in resolved], KnownPages()
    )
    assert mark_nofollow(document, response, PLAN) == document.written


@pytest.mark.parametrize("count", [15, 16, 70_000])
def test_lists_of_any_length_are_packed(count: int) -> None:
    texts = b"".join(b"%d\0anchor\0\0" % number for number in range(count))
    rels = b"a\0\0" + b"ugc " * count + b"\0"

    leads, _ = led(WrittenLinks(texts + rels, PAGE, PAGE), KnownPages())

    assert len(leads) == count + 1
    assert leads[-1].rel == ("ugc",) * count
    assert {lead.anchor for lead in leads[:-1]} == {"anchor"}


@pytest.mark.parametrize("count", [1, 16_000])
def test_what_may_be_too_much_is_resolved(count: int) -> None:
    short = b"".join(b"<a href=%d>" % number for number in range(count))
    long = f"<base href=/{'x' * 1_900}/>".encode() + short

    assert read(short, resolved=False).written is not None
    assert (read(long, resolved=False).written is not None) == (count == 1)


def test_an_absolute_link_is_known_as_it_is_written_once_its_page_is() -> None:
    links = WrittenLinks(b"http://y.example/\0y\0\0", PAGE, PAGE)
    known = KnownPages()
    assert len(led(links, known)[1]) == 1
    assert len(led(links, known)[1]) == 1

    known.ids.note("http://y.example/", PLAN.page_id(Address("http://y.example/")))

    assert led(links, known)[1] == []
    assert known.ids.get(" http://y.example/") == led(links, known)[0][0].target
