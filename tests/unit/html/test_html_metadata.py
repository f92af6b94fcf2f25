import time

import pytest

from leadline.domain.addresses import Address
from leadline.domain.web.documents import Metadata
from leadline.html.metadata import description_of, metadata_of, title_of
from leadline.html.reader import MAX_TITLE_LENGTH, read

BASE = Address("http://x.example/dir/")


def metadata(html: str) -> Metadata:
    return metadata_of(read(html.encode()), BASE)


def json_ld(*scripts: str) -> list[object]:
    html = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return list(metadata(html).json_ld)


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>a</title><h1>b</h1>", "a"),
        ("<title>\n a \t b </title>", "a b"),
        ("<title>a</title><title>b</title>", "a"),
        ("<title>a &amp; <b>c</b></title>", "a & <b>c</b>"),
        ("<body><title>late</title>", "late"),
        ("<h1>a <b>c</b></h1><h1>d</h1>", "a c"),
        ("<title> </title><h1>b</h1>", "b"),
        ("<svg><title>icon</title></svg><h1>b</h1>", "b"),
        ("<svg><g><title>icon</title></g></svg><title>a</title>", "a"),
        ("<p>text</p>", ""),
        ("", ""),
    ],
)
def test_the_title_is_the_title_else_the_first_heading(html: str, title: str) -> None:
    assert title_of(read(html.encode())) == title


@pytest.mark.parametrize("tag", ["title", "h1"])
def test_a_title_without_end_is_cut(tag: str) -> None:
    assert title_of(read(f"<{tag}>{'é' * 5_000}</{tag}>".encode())) == "é" * MAX_TITLE_LENGTH


def test_a_page_that_says_nothing_about_itself() -> None:
    assert metadata("<p>x") == Metadata()


@pytest.mark.parametrize(
    ("html", "description"),
    [
        ("<meta name=description content=' a\n b '>", "a b"),
        ("<meta content=a name=DESCRIPTION>", "a"),
        ("<meta name=description content=a><meta name=description content=b>", "a"),
        ("<meta property=description content=a>", "a"),
        ("<meta name=description content=''>", None),
        ("<meta name=description>", None),
        ("<meta name content=a>", None),
        ("<body><meta name=description content=a>", "a"),
    ],
)
def test_the_first_description_counts(html: str, description: str | None) -> None:
    assert metadata(html).description == description


def test_keywords_are_separated_by_commas() -> None:
    assert metadata("<meta name=keywords content=' a, b c,,d, '>").keywords == ("a", "b c", "d")


@pytest.mark.parametrize(
    ("html", "canonical"),
    [
        ("<link rel=canonical href=../a>", "http://x.example/a"),
        ("<link rel='alternate CANONICAL' href=/a#b>", "http://x.example/a"),
        ("<link rel=c&#97;nonical href=/a>", "http://x.example/a"),
        ("<p><link rel=canonical href=/a>", "http://x.example/a"),
        ("<link rel=canonical href=/a><link rel=canonical href=/b>", "http://x.example/a"),
        ("<link rel=canonical href=mailto:a@x.example>", None),
        ("<link rel=canonical>", None),
        ("<link rel=stylesheet href=/a>", None),
        ("<svg><link rel=canonical xlink:href=/a></svg>", None),
    ],
)
def test_the_canonical_address_is_resolved(html: str, canonical: str | None) -> None:
    assert metadata(html).canonical == canonical


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=' de-AT '>", "de-AT"),
        ("<html lang=de><meta http-equiv=content-language content=en>", "de"),
        ("<html lang><meta http-equiv=Content-Language content=en>", "en"),
        ("<html lang=''>", None),
        ("<p lang=de>", None),
    ],
)
def test_the_language_is_that_of_the_page(html: str, language: str | None) -> None:
    assert metadata(html).language == language


def test_robots_are_told_as_written_and_all_that_they_are_told() -> None:
    html = "<meta name=ROBOTS content='NoIndex, nofollow'><meta name=robots content=all>"

    assert metadata(html).robots == "NoIndex, nofollow, all"


def test_open_graph_is_all_that_begins_with_og() -> None:
    html = (
        "<meta property=og:title content=a><meta property=og:title content=b>"
        "<meta property=OG:image:width content=10><meta name=og:type content=c>"
        "<meta property=article:tag content=d>"
    )

    assert metadata(html).open_graph == {"og:title": "a", "og:image:width": "10", "og:type": "c"}


def test_json_ld_is_read_in_document_order() -> None:
    assert json_ld('{"@type": "A", "n": [1, 2.5, null]}', "[true]") == [
        {"@type": "A", "n": [1, 2.5, None]},
        [True],
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "{",
        "{'a': 1}",
        '{"a": 1,}',
        "NaN",
        '"\\ud800"',
        "1e999",
        "[" * 100_000,
        "[" * 500 + "]" * 500,
        '{"a":' * 101 + "1" + "}" * 101,
        "123456789012345678901234567890",
    ],
)
def test_json_ld_that_could_not_be_passed_on_is_left_out(broken: str) -> None:
    assert json_ld(broken, "1") == [1]


def test_json_ld_may_have_many_brackets_on_few_levels() -> None:
    [value] = json_ld("[" + "[[]]," * 500 + '{"a": "[[["}]')

    assert isinstance(value, list)
    assert len(value) == 501


@pytest.mark.parametrize(
    "kind", ["APPLICATION/LD+JSON", "application/ld+json", "application/ld&#43;json"]
)
def test_json_ld_is_known_by_its_type(kind: str) -> None:
    html = f"<script type='{kind}'>1</script><script type=application/json>2</script>"

    assert metadata(html).json_ld == (1,)


def test_a_description_is_read_in_no_time_whatever_else_there_is() -> None:
    many = b"<meta name=a content=b>" * 100_000
    page = read(b"<meta name=description content=d>" + many + b"<meta name=keywords content=k>")

    begun = time.process_time()
    found = description_of(page)

    assert time.process_time() - begun < 0.05
    assert found == Metadata("d")
