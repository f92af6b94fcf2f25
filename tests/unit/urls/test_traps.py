import base64
import hashlib

import pytest

from leadline.domain.addresses import Address
from leadline.domain.skips import SkipReason
from leadline.urls.traps import TrapRules, going_round, shape_of, shortened

HOST = "http://x.example"


def rule(path: str, rules: TrapRules | None = None) -> str | None:
    refusal = (rules or TrapRules()).refusal(Address(HOST + path))
    if refusal is None:
        return None
    assert refusal.reason is SkipReason.TRAP
    return refusal.rule


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/b/c?x=1", None),
        ("/" + "a" * 2_100, "max_length"),
        ("/" + "/".join(str(n) for n in range(20)), None),
        ("/" + "/".join(str(n) for n in range(21)), "max_segments"),
        ("/a/a/b/a", None),
        ("/a/a/a", "max_run_repeats"),
        ("/x/a/b/a/b/a/b/y", "max_run_repeats"),
        ("/a/b/a/b/", None),
        ("/?" + "&".join(f"k{n}=1" for n in range(12)), None),
        ("/?" + "&".join(f"k{n}=1" for n in range(13)), "max_query_keys"),
        ("/?" + "&".join(f"k={n}" for n in range(50)), None),
    ],
)
def test_trap_rules(path: str, expected: str | None) -> None:
    assert rule(path) == expected


def test_a_limit_of_zero_lifts_a_rule() -> None:
    lifted = TrapRules(max_length=0, max_segments=0, max_run_repeats=0, max_query_keys=0)

    assert rule("/" + "a/" * 3_000 + "?" + "&".join(f"k{n}" for n in range(50)), lifted) is None


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/about/team", None),
        ("/calendar/2024/05/17", "/calendar/{n}/{n}/{n}"),
        ("/news/2024-05-17-headline", "/news/{n}-{n}-{n}-headline"),
        ("/o/123e4567-e89b-12d3-a456-426614174000/x", "/o/{uuid}/x"),
        ("/blob/deadbeef01", "/blob/{hex}"),
        ("/facade/deadbeef", None),
        ("/s/Zk3mPq9TxY7bLw2c/cart", "/s/{id}/cart"),
        ("/internationalization", None),
        ("/v;jsessionid=0A1B2C3D4E5F60718293A4B5C6D7E8F9", "/v;jsessionid={hex}"),
        ("/(S(lit3py55t21z5v55vlm25s55))/cart", "/(S({id}))/cart"),
        ("/t/aB3-xY_9kLmQ2w8ZrT/step", "/t/{id}/step"),
        ("/news/2024-05-17-My-Long-Headline", "/news/{n}-{n}-{n}-My-Long-Headline"),
        ("/p/iPhone-15-Pro-Max-256GB", "/p/iPhone-{n}-Pro-Max-{n}GB"),
        ("/p/my-great-story-1a2b3c4d5e6f", "/p/my-great-story-{hex}"),
        ("/p/My-Title-0123456789abcdef0123456789abcdef", "/p/My-Title-{hex}"),
        ("/api/Http2Connection_Handler.html", "/api/Http{n}Connection_Handler.html"),
        ("/list?b=2&a=1", "/list?a&b"),
        ("/list?a=7&b=9&a=8", "/list?a&b"),
    ],
)
def test_shapes(path: str, shape: str | None) -> None:
    assert shape_of(Address(HOST + path)) == (shape and HOST + shape)


def test_of_ids_in_base64_all_but_a_few_have_one_shape() -> None:
    digests = [hashlib.sha256(bytes([n >> 8, n & 255])).digest() for n in range(2_000)]
    ids = [base64.urlsafe_b64encode(digest).decode().rstrip("=") for digest in digests]

    shapes = [shape_of(Address(f"{HOST}/reset/{each}/form")) for each in ids]

    assert shapes.count(f"{HOST}/reset/{{id}}/form") > 0.97 * len(ids)


def rounds(page: str, *links: str) -> set[str]:
    found = going_round(Address(HOST + page), [Address(HOST + link) for link in links])
    return {link.removeprefix(HOST) for link in found}


@pytest.mark.parametrize(
    ("page", "links"),
    [
        ("/about/", {"/about/about/", "/about/news/", "/about/shop/list.html"}),
        ("/news/about/", {"/news/about/news/", "/news/about/shop/"}),
        ("/news/about/?page=2", {"/news/about/news/?page=2", "/news/about/shop/"}),
        ("/gone/more", {"/gone/more/more", "/gone/more/related"}),
        ("/shop/list.html", {"/shop/shop/list.html", "/shop/about/us.html"}),
        ("/a/b/", {"/a/b/a/b/", "/a/b/c/d/"}),
    ],
)
def test_links_that_go_round_are_all_that_lead_deeper(page: str, links: set[str]) -> None:
    elsewhere = ("/", "/other/", "/about", "/news/", "/shop/other.html", "/a/", "/gone/less")

    assert rounds(page, *links, *elsewhere) == links


@pytest.mark.parametrize(
    ("page", "links"),
    [
        ("/", ["/about/", "/news/about/"]),
        ("/about/", ["/about/team/", "/about/jobs/", "/news/about/"]),
        ("/docs/index.html", ["/docs/api/index.html", "/docs/api/docs.html"]),
        ("/company", ["/about/company", "/about/company/"]),
        ("/blog/my-post", ["/blog/tag/blog/", "/blog/tag/travel/"]),
        ("/blog/my-post/", ["/blog/tag/blog/", "/blog/blog/", "/blog/my-post/print/"]),
        ("/java/util/List.html", ["/java/util/class-use/List.html", "/java/util/Map.html"]),
        ("/news/", ["/news/newsletter/", "/news/news.html"]),
    ],
)
def test_links_of_usual_sites_do_not_go_round(page: str, links: list[str]) -> None:
    assert rounds(page, *links) == set()


def test_the_beginning_of_an_address_is_refused_whatever_the_limit() -> None:
    long = Address("http://x.example/" + "a" * 3_000)
    usual = Address("http://x.example/a")

    kept = shortened(long)

    assert len(kept) < 1_100
    assert TrapRules(max_length=0).refusal(long) is None
    assert TrapRules(max_length=0).refusal(kept) is not None
    assert shortened(usual) == usual
