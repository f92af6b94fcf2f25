import pytest

from leadline.domain.addresses import Address
from leadline.domain.web.documents import Link, WrittenLinks
from leadline.html.links import base_of, links_of
from leadline.html.reader import MAX_ANCHOR_LENGTH, read

PAGE = Address("http://x.example/dir/page.html?q=1")


def links(html: str, page: Address = PAGE) -> list[Link]:
    reading = read(html.encode())
    return links_of(WrittenLinks(reading.links, page, base_of(reading, page)))[0]


def addresses(html: str) -> list[str]:
    return [link.address for link in links(html)]


def anchor(html: str) -> str:
    [link] = links(html)
    return link.anchor


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("other.html", "http://x.example/dir/other.html"),
        ("/root", "http://x.example/root"),
        ("../up", "http://x.example/up"),
        ("?q=2", "http://x.example/dir/page.html?q=2"),
        ("//y.example/z", "http://y.example/z"),
        ("HTTPS://Y.example:443/z", "https://y.example/z"),
        ("other.html#part", "http://x.example/dir/other.html"),
        ("a?x=1&amp;y=2", "http://x.example/dir/a?x=1&y=2"),
        ("a?x=1&copy=2", "http://x.example/dir/a?x=1&copy=2"),
        ("caf&eacute;", "http://x.example/dir/caf%C3%A9"),
        ("&#x2f;a", "http://x.example/a"),
        (" \n a \t", "http://x.example/dir/a"),
        ("a\tb\nc", "http://x.example/dir/abc"),
        ("a b", "http://x.example/dir/a%20b"),
        ("\\a\\b", "http://x.example/a/b"),
        ("http://user:secret@y.example/", "http://y.example/"),
        ("page.html", "http://x.example/dir/page.html"),
        ("\u00a0a", "http://x.example/dir/%C2%A0a"),
    ],
)
def test_what_is_written_in_href_is_resolved(href: str, address: str) -> None:
    assert addresses(f'<a href="{href}">x</a>') == [address]


@pytest.mark.parametrize(
    "href",
    [
        "",
        "#",
        "#part",
        "  #part",
        "mailto:a@x.example",
        "javascript:void(0)",
        "JavaScript:void(0)",
        "java\nscript:void(0)",
        "data:text/html,x",
        "tel:+49",
        "ftp://x.example/",
        "blob:http://x.example/1",
        "about:blank",
        "http://",
        "http://[::1/",
    ],
)
def test_what_leads_to_no_other_page_is_no_link(href: str) -> None:
    assert addresses(f'<a href="{href}">x</a>') == []


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<a href=a>x</a>", ["a"]),
        ("<a href='a'>x", ["a"]),
        ("<A HREF=a>x</A>", ["a"]),
        ("<map><area href=a><area href=b></map>", ["a", "b"]),
        ("<a>x</a><a name=y>y</a>", []),
        ("<link href=a><img src=b><form action=c><iframe src=d></iframe>", []),
        ("<!-- <a href=a>x</a> -->", []),
        ("<script>'<a href=a>'</script><style><a href=b></style>", []),
        ("<template><a href=a>x</a></template>", []),
        ("<noscript><a href=a>x</a></noscript>", ["a"]),
        ("<div hidden><a href=a>x</a></div>", ["a"]),
        ("<svg><a href=a>x</a></svg>", ["a"]),
        ("<svg><a xlink:href=a>x</a></svg>", ["a"]),
        ("<a xlink:href=a>x</a>", []),
        ("<base href=/dir/x><a xlink:href=a>x</a><a>y</a>", []),
        ("<svg><a xlink:href=a href=b>x</a></svg>", ["b"]),
        ("<math><a xlink:href=a>x</a></math>", ["a"]),
        ("<table><a href=a>x</a></table>", ["a"]),
        ("<a href=b>x</a><area href=a>", ["b", "a"]),
    ],
)
def test_links_are_a_and_area_in_document_order(html: str, found: list[str]) -> None:
    assert addresses(html) == [f"http://x.example/dir/{path}" for path in found]


@pytest.mark.parametrize(
    ("html", "base"),
    [
        ("<base href=/other/>", "http://x.example/other/"),
        ("<base href=https://y.example/z/page>", "https://y.example/z/page"),
        ("<base target=_top><base href=/a/><base href=/b/>", "http://x.example/a/"),
        ("<body><p><base href=/late/>", "http://x.example/late/"),
        ("<base href='  /a/#b '>", "http://x.example/a/"),
        ("<base>", PAGE),
        ("<base href=''>", PAGE),
        ("<base href=javascript:alert(1)>", PAGE),
        ("<base href=data:text/html,x>", PAGE),
        ("<base href=javascript:1><base href=/b/>", PAGE),
        ("<base href=http://[>", PAGE),
        ("<svg><base href=/a/></svg>", PAGE),
        ("<svg><base xlink:href=/a/></svg>", PAGE),
        ("<template><base href=/a/></template>", PAGE),
        ("<!-- <base href=/a/> -->", PAGE),
    ],
)
def test_the_first_base_tag_is_what_links_are_resolved_against(html: str, base: str) -> None:
    assert base_of(read(html.encode()), PAGE) == base


def test_a_fragment_leads_to_the_base_when_that_is_another_page() -> None:
    assert addresses("<base href=/other/><a href='#part'>x</a>") == ["http://x.example/other/"]


def test_each_address_is_one_link_with_the_first_anchor() -> None:
    html = "<a href=a>one</a><a href='a#x'>two</a><a href=/dir/a>three</a><a href=b>four</a>"

    assert links(html) == [
        Link(Address("http://x.example/dir/a"), "one"),
        Link(Address("http://x.example/dir/b"), "four"),
    ]


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("one", "one"),
        ("  one \n\t two  ", "one two"),
        ("<b>on</b>e <i>two</i>", "one two"),
        ("a&amp;b &lt;c&gt;", "a&b <c>"),
        ("one<!-- no -->two", "onetwo"),
        ("", ""),
        ("<img alt=photo>", "photo"),
        ("<img alt=' a\n photo '>", "a photo"),
        ("<img alt><img alt=second>", ""),
        ("<span><img src=x alt=deep></span>", "deep"),
        ("text<img alt=photo>", "text"),
        ("\u00a0<img alt=photo>", "photo"),
        ("x" * 300, "x" * MAX_ANCHOR_LENGTH),
        ("x " * 300, ("x " * 128).rstrip()),
    ],
)
def test_the_anchor_is_the_text_of_the_link(inside: str, text: str) -> None:
    assert anchor(f"<a href=a>{inside}</a>") == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<a href=a aria-label=said><img alt=photo></a>", "said"),
        ("<a href=a aria-label=' is\n said '></a>", "is said"),
        ("<a href=a aria-label=said>seen</a>", "seen"),
        ("<area href=a alt=region>", "region"),
        (f"<a href=a aria-label={'x' * 300}></a>", "x" * MAX_ANCHOR_LENGTH),
    ],
)
def test_a_link_without_text_has_what_a_screen_reader_would_say(html: str, text: str) -> None:
    assert anchor(html) == text


@pytest.mark.parametrize(
    ("rel", "kept"),
    [
        ("nofollow", ("nofollow",)),
        ("noopener NoFollow\tugc", ("nofollow", "ugc")),
        ("sponsored", ("sponsored",)),
        ("noopener", ()),
        ("", ()),
    ],
)
def test_rel_keeps_what_says_how_a_link_is_meant(rel: str, kept: tuple[str, ...]) -> None:
    [link] = links(f"<a href=a rel='{rel}'>x</a>")

    assert link.rel == kept


def test_what_is_read_for_anchors_is_bounded() -> None:
    html = "<svg>" + "".join(f"<a href={n}>" for n in range(2_000)) + "text"

    found = links(html)

    assert len(found) == 2_000
    assert found[0].anchor == "text"
    assert not found[-1].anchor


def test_a_base_that_would_multiply_itself_is_ignored() -> None:
    html = f"<base href='/{'x' * 3_000}/'><a href=y>"

    assert base_of(read(html.encode()), PAGE) == PAGE


@pytest.mark.parametrize(
    ("hrefs", "rel"),
    [
        (("/a nofollow", "/a"), ()),
        (("/a", "/a nofollow"), ()),
        (("/a nofollow", "/a ugc", "/a"), ()),
        (("/a nofollow", "/a ugc"), ("nofollow",)),
        (("/a nofollow", "/./a"), ()),
        (("/a nofollow", "/./a ugc", "/./a"), ()),
        (("/a nofollow", "/a#part"), ()),
    ],
)
def test_a_rel_counts_if_no_link_to_the_address_is_without(
    hrefs: tuple[str, ...], rel: tuple[str, ...]
) -> None:
    pairs = (href.partition(" ") for href in hrefs)
    html = "".join(f"<a href='{href}' rel='{of}'>x</a>" for href, _, of in pairs)

    [link] = links(html)

    assert link.rel == rel
