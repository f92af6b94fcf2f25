"""The Big List of Naughty Strings: what goes in as text comes out as text."""

import html

import pytest

from corpora import corpus_json
from leadline.domain.addresses import Address
from leadline.domain.web.documents import Document, Source, Wanted
from leadline.html.extract import extract
from leadline.html.reader import MAX_ANCHOR_LENGTH

pytestmark = pytest.mark.corpora


@pytest.fixture(scope="module")
def strings() -> list[str]:
    return [str(text) for text in corpus_json("naughty-strings/blns.json")]


def read(page: str, wanted: Wanted | None = None) -> Document:
    source = Source(page.encode(), "text/html; charset=utf-8", Address("http://x.example/"))
    return extract(source, wanted or Wanted())


def words(text: str) -> str:
    return " ".join(text.split())


def test_as_title(strings: list[str]) -> None:
    for text in strings:
        assert read(f"<title>{html.escape(text)}</title>").title == words(text)


def test_as_anchor(strings: list[str]) -> None:
    for text in strings:
        [link] = read(f"<a href=a>{html.escape(text)}</a>").links
        assert link.anchor == words(text)[:MAX_ANCHOR_LENGTH].rstrip()


def test_as_text(strings: list[str]) -> None:
    for text in strings:
        assert read(f"<p>{html.escape(text)}</p>").text == words(text)


def test_as_attribute(strings: list[str]) -> None:
    for text in strings:
        value = html.escape(text)
        page = f'<meta name=description content="{value}"><p title="{value}">'
        document = read(page, Wanted({"p": "p"}))
        assert (document.metadata.description or "") == words(text)
        [field] = document.fields["p"]
        assert field.attributes["title"].split() == text.split()


def test_as_address_markup_and_markdown(strings: list[str]) -> None:
    for text in strings:
        page = f'<a href="{html.escape(text)}">x</a>{text}<main><p>{text}</main>'
        document = read(page, Wanted({"all": "*"}, markdown=True))
        assert all(link.address.startswith(("http://", "https://")) for link in document.links)
