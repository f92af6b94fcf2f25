"""Links against the pages of Scrapy's link extractor tests, with the links that a reader sees."""

import pytest

from corpora import corpus
from leadline.domain.addresses import Address
from leadline.domain.web.documents import Source, Wanted
from leadline.html.extract import extract
from scores import Score

pytestmark = pytest.mark.corpora

PAGES = {
    "linkextractor.html": (
        "utf-8",
        [
            ("http://example.com/sample1.html", "sample1"),
            ("http://example.com/sample2.html", "sample 2"),
            ("http://example.com/sample3.html", "sample 3 text"),
            ("http://www.google.com/something", ""),
            ("http://example.com/innertag.html", "inner tag"),
            ("http://example.com/page%204.html", "href with whitespaces"),
        ],
    ),
    "linkextractor_latin1.html": (
        None,
        [
            ("http://example.com/sample_%C3%B1.html", "sample2"),
            ("http://example.com/sample_%C3%A1.html", "sample á text"),
            ("http://example.com/sample_%C3%B6.html?price=%C2%A332&%C2%B5=unit", "sample3"),
        ],
    ),
    "linkextractor_no_href.html": (
        "utf-8",
        [
            ("http://example.com/author/Albert-Einstein", "(about)"),
            ("http://example.com/page/1/", "Page 1"),
            ("http://example.com/page/3/", "Page 3"),
            ("http://example.com/page/4/", "Page 4"),
        ],
    ),
    "linkextractor_noenc.html": (
        None,
        [
            ("http://example.com/sample_%C3%B1.html", "sample2"),
            ("http://example.com/sample_%E2%82%AC.html", "sample € text"),
        ],
    ),
}


def test_links_are_those_that_a_reader_sees(score: Score) -> None:
    folder = corpus("scrapy/tests/sample_data/link_extractor")
    misses = {}
    for name, (charset, expected) in PAGES.items():
        content_type = f"text/html; charset={charset}" if charset else "text/html"
        source = Source(
            folder.joinpath(name).read_bytes(), content_type, Address("http://x.example/page")
        )
        found = [(link.address, link.anchor) for link in extract(source, Wanted()).links]
        if found != expected:
            misses[name] = found

    score("scrapy link pages", len(PAGES) - len(misses), len(PAGES))
    assert misses == {}


def test_every_page_of_the_corpus_is_expected() -> None:
    folder = corpus("scrapy/tests/sample_data/link_extractor")

    assert {page.name for page in folder.glob("*.html")} == set(PAGES)
