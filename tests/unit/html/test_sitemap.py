"""What sitemaps list, in all their forms."""

import pytest

from leadline.domain.addresses import Address
from leadline.domain.web.documents import Listing, Source
from leadline.html.sitemap import MAX_LISTED, listing_of

A, B = Address("http://x.example/a"), Address("http://x.example/b?c=1&d=2")
BILLION = (
    b"<!DOCTYPE urlset [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
)

B_ESCAPED = B.replace("&", "&amp;")
RSS = (
    f"<rss><channel><link>http://x.example/</link><item><link>{A}</link></item>"
    f"<item><link>{B_ESCAPED}</link></item></channel></rss>"
)
ATOM = (
    f"<feed><link href='http://x.example/'/><entry><link href='{A}'/></entry>"
    f"<entry><link rel='self' href='http://x.example/z'/><link rel='alternate' href='{B_ESCAPED}'/>"
    "</entry></feed>"
)


def listed(body: bytes | str, content_type: str = "application/xml") -> Listing:
    data = body.encode() if isinstance(body, str) else body
    return listing_of(Source(data, content_type, Address("http://x.example/sitemap.xml")))


def urls(*written: str) -> str:
    return "".join(f"<url><loc>{each}</loc></url>" for each in written)


@pytest.mark.parametrize(
    "body",
    [
        f"<urlset>{urls(A, B_ESCAPED)}</urlset>",
        f"<?xml version='1.0'?>\n<urlset>{urls(A, B.replace('&', '&#38;'))}</urlset>",
        f"\n\n<?xml version='1.0'?><urlset>{urls(f'  {A} ', f'<![CDATA[{B}]]>')}</urlset>",
        f"<s:urlset>{urls(A)}<s:url><s:loc>{B.replace('&', '&#x26;')}</s:loc></s:url></s:urlset>",
        RSS,
        ATOM,
        f"{A}\n{B}\n",
        f"{A}\r\n\r\nnonsense\n/relative\nmailto:a@x.example\n {B} \n{A}",
    ],
    ids=["plain", "declared", "spaces", "prefix", "rss", "atom", "text", "odd text"],
)
def test_pages_are_listed(body: str) -> None:
    assert listed(body) == Listing((A, B))
    assert listed(b"\xef\xbb\xbf" + body.encode()) == Listing((A, B))
    assert listed(body.encode("utf-16")) == Listing((A, B))


def test_an_index_lists_sitemaps() -> None:
    body = f"<sitemapindex><sitemap><loc>{A}</loc><lastmod>x</lastmod></sitemap></sitemapindex>"

    assert listed(body) == Listing(sitemaps=(A,))


def test_pictures_and_translations_are_not_pages() -> None:
    image = "<image:image><image:loc>http://x.example/i.png</image:loc></image:image>"
    link = "<xhtml:link rel='alternate' href='http://x.example/de'/>"

    assert listed(f"<urlset><url>{image}<loc>{A}</loc>{link}{image}</url></urlset>").pages == (A,)


def test_what_is_commented_out_is_not_listed() -> None:
    assert listed(f"<urlset><!-- {urls(A)} --></urlset>") == Listing()


@pytest.mark.parametrize("url", ["/relative", "x" * 3_000, "http://x.example/" + "x" * 2_048, ""])
def test_what_is_no_whole_address_is_left_out(url: str) -> None:
    assert listed(f"<urlset>{urls(url, A)}</urlset>").pages == (A,)


@pytest.mark.parametrize("rest", ["<url><loc>http://<<", "</url>", "<url>&nbsp;</url>", ""])
def test_what_comes_before_something_broken_is_listed(rest: str) -> None:
    assert listed(f"<urlset>{urls(A)}{rest}") == Listing((A,), parse="broken")


@pytest.mark.parametrize(
    "body",
    [
        "<!doctype html><title>Not found</title>",
        "<html><body><a href='http://x.example/a'>a</a></body></html>",
        "Nothing to see here",
        "",
        BILLION + f"<urlset>{urls('http://&b;/')}</urlset>".encode(),
        b"<!DOCTYPE urlset SYSTEM 'http://x.example/dtd'><urlset></urlset>",
        b"<!DOCTYPE urlset [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><urlset>&f;</urlset>",
    ],
)
def test_what_is_no_sitemap_lists_nothing(body: bytes | str) -> None:
    assert listed(body) == Listing(parse="not a sitemap")


def test_more_than_a_sitemap_may_list_is_cut() -> None:
    lines = (f"http://x.example/{n}" for n in range(MAX_LISTED + 5))

    listing = listed("\n".join(lines))

    assert (len(listing.pages), listing.parse) == (MAX_LISTED, "links cut")


def test_old_encodings_are_read() -> None:
    body = (
        f"<?xml version='1.0' encoding='ISO-8859-1'?><urlset>{urls('http://x.example/é')}</urlset>"
    )

    assert listed(body.encode("latin-1")).pages == ("http://x.example/%C3%A9",)
