"""Plain hrefs are resolved without a parser, and exactly as it would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joining import join
from leadline.domain.addresses import Address
from leadline.html.leads import joined
from leadline.urls.address import normalize

HREF_PARTS = [
    "..",
    ".",
    "a",
    "b.html",
    "",
    "?",
    "x=1",
    "&",
    "#",
    "%2e",
    "%41",
    "//",
    ":",
    "\\",
    "é",
]
HREFS = st.lists(st.sampled_from(HREF_PARTS), max_size=6).flatmap(
    lambda parts: st.sampled_from(["/", ""]).map(lambda glue: glue.join(parts))
)


@pytest.mark.parametrize(
    "href",
    [
        "b.html",
        "../b.html",
        "../../../../b/",
        "/b",
        "/",
        "",
        "?q=1",
        "#top",
        "//other.example/x",
        "http://a.example//x",
        "http://a.example/x?y=1",
        "http://a.example.evil/x",
        "http://a.example",
        "..",
        "a/../b",
        "a//b",
        "a:b",
        "../",
        "..//x",
        "../?q",
        "b?x=1#y",
    ],
)
def test_fast_join_equals_the_parser(href: str) -> None:
    base = Address("http://a.example/dir/sub/page.html?x=1")

    assert join(href, base) == normalize(href, base)


@given(href=HREFS, path=st.lists(st.sampled_from(["a", "b.c", ""]), max_size=4))
def test_fast_join_equals_the_parser_on_anything(href: str, path: list[str]) -> None:
    base = Address("http://a.example/" + "/".join(path))

    assert join(href, base) == normalize(href, base)


@pytest.mark.parametrize("href", ["b.html", "../b?x=1", "/b", "http://a.example/c/d"])
def test_plain_hrefs_need_no_parser(href: str) -> None:
    [address], _, _ = joined(f"{href}\0\0\0".encode(), Address("http://a.example/c/"))

    assert not address.startswith(" ")


def test_anchors_and_rels_stay_with_their_links() -> None:
    links = b"a\0first\0\0/b\0second\0nofollow\0b:c\0\0\0"

    assert list(zip(*joined(links, Address("http://a.example/")), strict=True)) == [
        ("http://a.example/a", "first", ""),
        ("http://a.example/b", "second", "nofollow"),
        (" b:c", "", ""),
    ]


def test_links_that_are_cut_off_are_read_up_to_there() -> None:
    assert joined(b"a", Address("http://a.example/")) == (["http://a.example/a"], [""], [""])
    assert joined(b"", Address("http://a.example/")) == ([], [], [])


def test_what_would_take_gigabytes_is_left_to_the_parser() -> None:
    base = Address("http://a.example/" + "d" * 2_000 + "/")
    links = b"".join(b"%d\0\0\0" % number for number in range(20_000))

    found, _, _ = joined(links, base)

    assert len(found) == 20_000
    assert sum(map(len, found)) < 20_000_000
    assert found[0] == f"{base}0"
    assert found[-1] == " 19999"
