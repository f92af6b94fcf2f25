"""Pages that are written plainly have a parser of their own; it reads what the other one would."""

import os
import random
import resource
import time
from pathlib import Path

import pytest

from fuzz.choices import Choices
from fuzz.plain_grammar import almost_plain
from leadline.demo.layout import render
from leadline.demo.pages import all_pages
from leadline.html.reader import read, read_as_any
from plainness import is_plain, read_twice

MIB = 1024 * 1024
HEAD = b"<!doctype html><html lang=en><head><title>T</title></head><body>"
PLAIN = (
    b"<h1>One <b>two</b></h1><p>three<br>four &amp; &#102;ive&nbsp;six &eacute; &Omega; a & b",
    b"a</p>b<div></p></div></p>",
    b"<ul><li>a<li><p>b<li><p>c</p></li></ul><dl><dt>d<dd>e<dt>f</dl>",
    b"<p>a<div>b</div><p>c<ul><li>d</ul><hr><p>e<table><tr><td>f</table>",
    b"<table><caption>a</caption><col><tr><td>b<th>c<tr><td>d<tbody><tr><td>e</table>",
    b"<table><colgroup><col></colgroup><thead><tr><th>a</thead><tfoot><tr><td>b</table>c",
    b"<table> <tr> <td> <table><tr><td>a</table> <p>b </td> </tr> </table>",
    b"<select><option>a<option>b<optgroup><option>c<optgroup>d</select>",
    b"<datalist><option>a<option>b</option></datalist>",
    b"<a href='/b?c=1&d=2' rel=nofollow>e</a> <A HREF=f/>g</A><area href=h alt=i>",
    b'<a href="j&amp;k" href=l>m</a><a href><img alt="n"></a><a aria-label=o href=" p\r\nq "></a>',
    b"<script>if (a < b) c('</div>')</script><style>d > e</style>",
    b"<textarea>&lt;f</textarea><iframe>g</iframe>",
    b'<script type=application/ld+json>{"a":\r\n1}</script><script><!-- b --></script>',
    b"<svg viewBox='0 0 1 1'><title>a</title><g><path d=x /><text>b</text></g></svg>c",
    b"<x-card>a<x-b>b</x-b></X-Card><object><p>c</object><button>d<p>e</button><form>f</form>",
    b"<p>a <!-- b -->c<!----> d<noscript><a href=e>f</a></noscript><span hidden>g</span>",
    b"<blockquote><figure><figcaption>a</figcaption></figure></blockquote></body>\n</html>\n",
    b"<base href=/a/><link rel=canonical href=b><meta name=c content=d>",
    b"<h1 style='display: none'>a</h1><p style=color:red>b",
)  # fmt: skip
OTHER = (
    b"<p><b>a<p>b", b"<b><i>a</b>b</i>", b"<a href=b>c<a href=d>e", b"<table>a<tr><td>b</table>",
    b"<table><tr><p>a</table>", b"<p><b>a</p>b", b"</br>", b"<template>a</template>", b"<nobr>a",
    b"<h1>a<h2>b", b"<form><form>a", b"<button>a<button>b", b"<li><b>a<li>b", b"<svg><p>a",
    b"<svg><a xlink:href=b>c</a></svg>", b"<p>&copy a &notit; &#128;", b"<a href='b&copy'>c</a>",
    b"<select><div>a</select>", b"</body><p>a", b"<body lang=x>", b"<html lang=x>", b"a\0b",
    b"<script><!-- <script> </script> --></script>a", b"<style>a", b"<!-- a", b'<p a="b', b"a < b",
    b"<![CDATA[a]]>", b"<?a b>", b"<!-->a", b"<frameset>", b"<image>", b"<ruby>a<rt>b",
    b"<dialog><p>a", b"<unknown>a</unknown>", b"<blockquoon>a", b"<a?href=b>c</a>", b"<td>a",
    b"<search>a", b"<p/ a'b>", b"<svg><title><b>a</b></title></svg>", b"<!doctype html>",
)  # fmt: skip


@pytest.mark.parametrize("body", PLAIN)
def test_what_is_plain_is_read_alike(body: bytes) -> None:
    assert is_plain(HEAD + body)

    ours, theirs = read_twice(HEAD + body)

    assert ours == theirs
    assert ours["title"] == "T"


@pytest.mark.parametrize("body", OTHER)
def test_what_is_not_plain_is_left_to_the_other_parser(body: bytes) -> None:
    assert not is_plain(HEAD + body)

    ours, theirs = read_twice(HEAD + body)

    assert ours == theirs


@pytest.mark.parametrize(
    "html",
    [
        *(b"a", b"<p>a", b"<html><body>a", b"<head></head><body>a", b"<title>a</title><p>b"),
        *(b"<!doctype html><meta name=a content=b>c", b"<html><head></head>a", b" a <b>b</b>"),
        *(b"<body lang=a><h1>b</h1>", b"<head></head><noscript>a</noscript>", b"<li>a<li>b"),
    ],
)  # fmt: skip
def test_head_and_body_may_be_implied(html: bytes) -> None:
    assert is_plain(html)

    ours, theirs = read_twice(html)

    assert ours == theirs


@pytest.mark.parametrize(
    "html",
    [
        *(b"", b" ", b"<html><head>", b"<html><head></head>", b"</head>a", b"a<html>", b"a<head>"),
        *(b"x<html><head></head><body>a", b"<html><head></head>a<body>b", b"<p><body>a"),
        *(b"<html><head></head><script></script><body>a", b"<html><head><p></head><body>a"),
        *(b"<head><noscript><p>a", b"<head><noscript>a", b"<html><html>a"),
        b"\xef\xbb\xbf<html><head></head><body>a",
    ],
)  # fmt: skip
def test_a_head_or_body_in_the_wrong_place_is_left_to_the_other_parser(html: bytes) -> None:
    assert not is_plain(html)

    ours, theirs = read_twice(html)

    assert ours == theirs


def test_pages_that_are_almost_plain_are_read_alike() -> None:
    source = random.Random(3)
    plain = 0
    for _ in range(6_000):
        page = almost_plain(Choices(source.randbytes(source.choice((20, 40, 80, 160)))))
        plain += is_plain(page)
        ours, theirs = read_twice(page)
        assert ours == theirs, page
    assert plain > 100


def test_our_own_demo_site_is_plain() -> None:
    pages = [render(page, "http://demo.example") for page in all_pages()]

    assert len(pages) > 50
    assert all(map(is_plain, pages))


@pytest.mark.parametrize(
    ("folder", "least"),
    [("openjdk-17-jre-headless/api", 0.99), ("apache2-doc/manual/en", 0.95)],
)
def test_real_pages_are_plain_and_read_alike(folder: str, least: float) -> None:
    files = sorted(Path("/usr/share/doc", folder).resolve().rglob("*.html"))[::25]
    if not files:
        pytest.skip(f"no {folder} among the system's documentation")
    pages = [file.read_bytes() for file in files]

    assert sum(map(is_plain, pages)) >= least * len(pages)
    for page in pages:
        ours, theirs = read_twice(page)
        assert ours == theirs


def test_a_page_without_a_document_type_does_not_change_the_next_one() -> None:
    with_type = b"<!doctype html><p><table></table><a href=x><pre>in the link"
    before = read_as_any(with_type).text

    read_as_any(b"<p><table></table>")

    assert read_as_any(with_type).text == before == b"in the link"
    assert read_twice(with_type)[1]["links"] == b"x\0in the link\0\0"


@pytest.mark.parametrize(
    "unit",
    [b"<p>", b"<div>", b"<hr>", b"<li>", b"<b></b>", b"<a href=x>y</a>", b"&amp;", b"<i a b c d>"],
)
def test_large_plain_pages_are_read_in_time_or_left(unit: bytes) -> None:
    around = b"<p><object>" + b"<span>" * 180
    for page in (HEAD + unit * (1 << 19), HEAD + around + unit * (1 << 19)):
        before = time.process_time()
        is_plain(page)
        assert time.process_time() - before < 1.0


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="it keeps the memory")
@pytest.mark.parametrize("end", [b"", b"<nobr>"], ids=["plain", "not plain in the end"])
def test_memory_of_a_large_page_is_given_back(end: bytes) -> None:
    page = HEAD + b"<p>x<i>y</i>" * 100_000
    is_plain(HEAD)
    before = _memory_bytes()

    assert is_plain(page)
    grown = _memory_bytes() - before
    read(page + end) if not end else is_plain(page + end)

    assert grown > 20 * MIB
    assert _memory_bytes() - before < 2 * MIB + len(page)


def _memory_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
