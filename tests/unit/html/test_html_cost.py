"""Which pages are parsed where they can be stopped; what it would cost is tested by fuzzing."""

import json

import pytest

from leadline.html.cost import could_be_slow

KIB = 1024
MIB = 1024 * KIB


def padded(html: str) -> bytes:
    """Beyond the size below which no page is looked at."""
    return html.encode() + b" " * (5 * KIB)


def attributes(count: int) -> str:
    return " ".join(f"a{number}" for number in range(count))


def fonts(count: int, attributes: str = "a{}") -> str:
    return "".join(f"<font {attributes.format(number)}>" for number in range(count))


def blocks(count: int) -> str:
    return "<p>x" * count


@pytest.mark.parametrize(
    ("below", "beyond"),
    [
        ("<p>" * 10_000, "<p>" * 10_001),
        (f"<p {attributes(9_900)}>", f"<p {attributes(10_100)}>"),
        (f"<p {attributes(1_000)}>" * 90, f"<p {attributes(1_000)}>" * 110),
        (f"</p {attributes(9_900)}>", f"</p {attributes(10_100)}>"),
        (f"<body {attributes(99)}>" * 100, f"<body {attributes(101)}>" * 100),
        (f"<html {attributes(99)}>" * 100, f"<html {attributes(101)}>" * 100),
        (fonts(50) + blocks(4_000), fonts(100) + blocks(4_000)),
        (fonts(5, attributes(50)) + blocks(1_000), fonts(5, attributes(70)) + blocks(1_000)),
        (f"<a {attributes(290)}>" + blocks(1_000), f"<a {attributes(310)}>" + blocks(1_000)),
        (f"<p title='{'x' * 900 * KIB}'>", f"<p title='{'x' * 1_100 * KIB}'>"),
        (f"{'x' * 400}<col a=1>" * 1_500, f"{'x' * 400}<col a=1>" * 1_600),
        (f"{'x' * 400}</x a=1>" * 1_500, f"{'x' * 400}</x a=1>" * 1_600),
        (f"{'x' * 400}</x</x a=1>" * 1_000, f"{'x' * 400}</x</x a=1>" * 1_600),
        (f"{'x' * 400}<!DocType a '1'>" * 1_500, f"{'x' * 400}<!DocType a '1'>" * 1_600),
        (f"<FrameSet>{' ' * 400}<p a=1>" * 1_000, f"<FrameSet>{' ' * 400}<p a=1>" * 1_200),
        ("x" * (2 * MIB - 5 * KIB), "x" * 2 * MIB),
    ],
    ids=[
        "tags",
        "attributes of one tag",
        "attributes of many tags",
        "attributes of an end tag",
        "attributes of bodies",
        "attributes of html",
        "formatting times blocks",
        "attributes of formatting times blocks",
        "attributes of a link times blocks",
        "bytes in long tags",
        "text between ignored tags",
        "text between ignored end tags",
        "text between ignored end tags with strange names",
        "text between doctypes",
        "space between frames",
        "bytes",
    ],
)
def test_each_limit_has_two_sides(below: str, beyond: str) -> None:
    assert not could_be_slow(padded(below))
    assert could_be_slow(padded(beyond))


@pytest.mark.parametrize(
    "html",
    [
        f"<p title='<' {attributes(11_000)}>",
        f"<p title='>' {attributes(11_000)}>",
        f'<p title=">" {attributes(11_000)}>',
        f'<p title="it\'s > " {attributes(11_000)}>',
        f"<p title='<>' {attributes(11_000)}>",
        f"<p title\n=\f'>' {attributes(11_000)}>",
        f"<p x=y' {attributes(11_000)}>",
        f"<p {attributes(11_000)}",
        f"<p/{attributes(11_000).replace(' ', '/')}>",
        f"<P {attributes(11_000).upper()}>",
        f"<p = {attributes(11_000)}>",
        f"<!-- <p title='< --><p title=\"'>\" {attributes(11_000)}>",
        f"<style><p title='<</style><p title=\"'>\" {attributes(11_000)}>",
        "".join(f"<p x='<!--'>{fonts(20)}<!--'>-->{blocks(50)}" for _ in range(40)),
        "".join(f"<!--<p x='<-->{fonts(20)}<!--'>-->{blocks(50)}" for _ in range(40)),
        "".join(f"<p x=\x0b'>{fonts(20)}'{blocks(50)}" for _ in range(40)),
        fonts(400).upper() + blocks(4_000),
        fonts(400).replace(" ", "/") + blocks(4_000),
        fonts(400).replace("font ", "nobr\n") + blocks(4_000),
        "<q" * 4_900 + "q" * MIB,
    ],
)
def test_no_quoting_hides_a_costly_tag(html: str) -> None:
    assert could_be_slow(padded(html))


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_tags_of_two_bytes_a_character_are_not_overlooked(codec: str) -> None:
    assert could_be_slow((fonts(1_000) + blocks(1_000)).encode(codec))


def test_tags_with_escape_sequences_in_their_names_are_not_overlooked() -> None:
    assert could_be_slow(padded((fonts(1_000) + blocks(1_000)).replace("font", "\x1b(Bfont")))


def test_a_small_page_cannot_be_slow() -> None:
    assert not could_be_slow(("<p " + attributes(500))[: 4 * KIB].encode())


def article(paragraphs: int) -> str:
    return "".join(
        f"<div class='card card--wide'><h2><a href='/p/{n}?x=1&amp;y=2'>Title {n}</a></h2>"
        f"<p>Some <b>bold</b>, <i>slanted</i> and <code>typed</code> text, {'word ' * 40}</p></div>"
        for n in range(paragraphs)
    )


SCRIPT = "for(var i=0;i<n.length;i++){if(a<b&&c>d)s+=e[i]+'it\\'s';t=\"x > y\"}" * 2_000
STATE = json.dumps([{"id": n, "html": f'<p class="x">it\'s {n} > 1</p>'} for n in range(3_000)])


@pytest.mark.parametrize(
    "html",
    [
        article(300),
        f"<script>{STATE.replace('<', chr(92) + 'u003c')}</script>{article(300)}",
        f"<script>{'var a=[1,2,3].map(x=>x+1);' * 8_000}</script>{article(300)}",
        f"<p data-state='{STATE.replace('<', '&lt;').replace(chr(39), '&apos;')}'>{article(300)}",
        f"<style>{'.a>.b{color:red}' * 15_000}</style>{article(300)}",
        "".join(f"<img src='data:image/png;base64,{'A' * 20_000}'>" for _ in range(20)),
        "<svg>" + "".join(f"<path d='{'M 1 2 L 3 4 ' * 200}'/>" for _ in range(100)) + "</svg>",
        f"<pre>{'text &lt; more text > less text' * 10_000}</pre>",
        "".join(f"<div class='{'flex items-center ' * 30}'>x</div>" for _ in range(1_000)),
        f"<script>{SCRIPT}</script>{article(20)}",
    ],
    ids=[
        "article",
        "inline JSON",
        "inline script",
        "JSON in an attribute",
        "inline style",
        "inline images",
        "drawings",
        "text",
        "long class names",
        "script that compares",
    ],
)
def test_ordinary_big_pages_are_parsed_in_place(html: str) -> None:
    assert len(html) > 100_000
    assert not could_be_slow(html.encode())


@pytest.mark.parametrize("tag", ["p", "body", "/p"])
def test_a_page_without_room_for_many_attributes_is_not_slow_by_them(tag: str) -> None:
    assert not could_be_slow(f"<{tag} {'a ' * 12_000}>".encode())
    assert could_be_slow(f"<{tag} {'a ' * 24_000}>".encode())
