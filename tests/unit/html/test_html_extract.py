import gc
import time

import pytest

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidSelector
from leadline.domain.web.documents import Document, Field, Link, Metadata, Source, Wanted
from leadline.html.extract import extract, extract_within, is_html
from leadline.html.links import MAX_LINKS

PAGE = Address("http://x.example/")


def source(html: str, content_type: str = "text/html; charset=utf-8") -> Source:
    return Source(html.encode(), content_type, PAGE)


@pytest.mark.parametrize(
    ("content_type", "body", "expected"),
    [
        ("text/html", b"", True),
        ("TEXT/HTML; charset=utf-8", b"", True),
        (" text/html ;x", b"", True),
        ("application/xhtml+xml", b"", True),
        ("text/plain", b"<html>", False),
        ("application/xml", b"<html>", False),
        ("text/htmlx", b"<html>", False),
        ("", b"<html>", True),
        ("", b"\xef\xbb\xbf \n<!doctype html>", True),
        ("; charset=utf-8", b"<p>", True),
        ("", b"{}", False),
        ("", b"", False),
        ("", b" " * 600 + b"<html>", False),
    ],
)
def test_what_is_html_is_told_by_type_else_by_look(
    content_type: str, body: bytes, *, expected: bool
) -> None:
    assert is_html(content_type, body) is expected


def test_everything_comes_from_one_page() -> None:
    html = (
        "<html lang=en><title>T</title><meta name=description content=D>"
        "<body><nav><a href=a rel=nofollow>A</a></nav><main><h1>H</h1><p class=p>Pé</p></main>"
    )

    document = extract(source(html), Wanted({"p": ".p"}, markdown=True))

    assert document == Document(
        title="T",
        utf8="A\nH\nPé".encode(),
        links=(Link(Address("http://x.example/a"), "A", ("nofollow",)),),
        metadata=Metadata(description="D", language="en"),
        encoding="utf-8",
        fields={"p": (Field("Pé", "Pé", {"class": "p"}),)},
        markdown="# H\n\nPé",
    )


def test_what_is_not_wanted_is_not_made() -> None:
    document = extract(source("<p>x"), Wanted())

    assert document.fields == {}
    assert document.markdown is None


def test_an_empty_page_is_an_empty_document() -> None:
    assert extract(source(""), Wanted()) == Document(encoding="utf-8")


def test_a_page_with_more_links_than_are_kept_says_so() -> None:
    html = "".join(f"<a href={n}>" for n in range(MAX_LINKS + 1))

    document = extract(source(html), Wanted())

    assert len(document.links) == MAX_LINKS
    assert document.parse == "links cut"


def test_a_page_with_longer_links_than_are_kept_says_so() -> None:
    # What is not ASCII is three times as long in an address.
    html = "".join(f"<a href={n}{'ä' * 3_500}>" for n in range(900))

    document = extract(source(html), Wanted())

    assert 0 < len(document.links) < 900
    assert document.parse == "links cut"


def test_short_links_with_a_long_base_are_not_kept_beyond_the_size_of_a_page() -> None:
    html = f"<base href=/{'x' * 1_700}/>" + "".join(f"<a href={n}>" for n in range(20_000))

    document = extract(source(html), Wanted())

    assert sum(len(link.address) for link in document.links[:-1]) <= 8 * 1024 * 1024
    assert document.parse == "links cut"


def test_an_invalid_selector_is_raised_whatever_the_page() -> None:
    with pytest.raises(InvalidSelector, match="'price'"):
        extract(source(""), Wanted({"price": "p["}))


@pytest.mark.parametrize(
    "body",
    [
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"<",
        b"</",
        b"<!",
        b"<a href=",
        b"<a href='\xff\xff'>\xff",
        b"&#xD800;&#0;&#x110000;",
        b"<svg><a xlink:href=a><base xlink:href=b><link rel=canonical xlink:href=c>",
        b"\xfe\xff\xd8\x00",
        bytes(range(256)) * 4,
    ],
)
def test_any_bytes_are_a_page(body: bytes) -> None:
    for content_type in ("", "text/html; charset=utf-8", "text/html; charset=utf-16"):
        document = extract(Source(body, content_type, PAGE), Wanted({"all": "*"}, markdown=True))

        assert "\0" not in document.text


def test_a_page_is_gone_from_memory_when_it_is_read() -> None:
    gc.collect()
    gc.disable()
    try:
        extract(source("<title>t</title><p hidden>x<a href=a>b</a><!-- --><i>c</i>"), Wanted())

        assert gc.collect() == 0
    finally:
        gc.enable()


def attributes(count: int) -> str:
    return " ".join(f"a{number}" for number in range(count))


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 100_000,
        f"<nobr><p {attributes(100_000)}>",
        "".join(f"<font a{number}><p>" for number in range(5_000)),
    ],
    ids=["nested", "attributes", "formatting"],
)
def test_a_page_that_takes_long_is_given_up(html: str) -> None:
    before = time.process_time()

    assert extract_within(source(html), Wanted(), 0.05) is None

    assert time.process_time() - before < 2


@pytest.mark.parametrize("size", [0, 1, 8_191, 8_192, 8_193, 100_000])
def test_a_page_read_in_pieces_is_the_same_page(size: int) -> None:
    html = ("<p>é&amp;<a href=/a?b&amp;c>x</a>\r\n<!-- - --></p>" * 5_000)[:size]

    assert extract_within(source(html), Wanted(), 10) == extract(source(html), Wanted())


def test_all_metadata_is_read_when_it_is_wanted_and_a_description_always() -> None:
    html = (
        "<html lang=en><title>t</title><meta name=' Description' content=' d\n'>"
        "<meta name=description content=e><meta name=keywords content='a, ,b '>"
    )
    words = ("a", "b")

    assert extract(source(html), Wanted()).metadata == Metadata("d", words, language="en")
    assert extract(source(html), Wanted(metadata=False)).metadata == Metadata("d", words)
