"""One parse, and everything that is asked of a page."""

from leadline.domain.documents import Document, Source, Wanted
from leadline.html.encoding import to_utf8
from leadline.html.fields import fields_of
from leadline.html.links import base_of, links_of
from leadline.html.markdown import markdown_of
from leadline.html.metadata import metadata_of, title_of
from leadline.html.reader import read
from leadline.html.tree import parse

_HTML_TYPES = frozenset(["text/html", "application/xhtml+xml"])


def is_html(content_type: str, body: bytes) -> bool:
    """Whether a page is worth parsing: by its type, or by its look when it has none."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type:
        return media_type in _HTML_TYPES
    return body[:512].lstrip(b"\xef\xbb\xbf\t\n\r ").startswith(b"<")


def extract(source: Source, wanted: Wanted) -> Document:
    """Read a page. Never fails on any bytes; raises InvalidSelector for a bad selector."""
    html, encoding = to_utf8(source.body, source.content_type)
    page = read(html)
    base = base_of(page, source.address)
    links, is_cut = links_of(page, source.address, base)
    return Document(
        title=title_of(page),
        text=page.text,
        links=tuple(links),
        metadata=metadata_of(page, base),
        encoding=encoding,
        fields=fields_of(parse(html), wanted.selectors) if wanted.selectors else {},
        markdown=markdown_of(html.decode(), base) if wanted.markdown else None,
        parse="links cut" if is_cut else None,
    )
