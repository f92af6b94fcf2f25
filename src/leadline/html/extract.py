"""One parse of a page, and everything that is asked of it."""

from dataclasses import replace

from leadline.domain.web.documents import Document, Source, Wanted, WrittenLinks
from leadline.html.encoding import is_slow, to_utf8
from leadline.html.fields import fields_of
from leadline.html.links import are_all_kept, base_of, links_of, max_length_of
from leadline.html.metadata import description_of, metadata_of, title_of
from leadline.html.reader import Reading, read, read_within
from leadline.html.tree import parse

_HTML_TYPES = frozenset(["text/html", "application/xhtml+xml"])


def is_html(content_type: str, body: bytes) -> bool:
    """Return whether a page is HTML: by its type, or by its first bytes when it has none."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type:
        return media_type in _HTML_TYPES
    return body[:512].lstrip(b"\xef\xbb\xbf\t\n\r ").startswith(b"<")


def extract(source: Source, wanted: Wanted) -> Document:
    """Read a page. Never fails on any bytes; raises InvalidSelector for a bad selector."""
    html, encoding = to_utf8(source.body, source.content_type)
    page = read(html)
    document = _document(page, source, wanted, encoding)
    if wanted.selectors:
        document = replace(document, fields=fields_of(parse(html), wanted.selectors))
    if wanted.markdown:
        # Imported here: only the sandbox needs it, and workers load faster without it.
        from leadline.html.markdown import markdown_of  # noqa: PLC0415

        markdown = markdown_of(html.decode(), base_of(page, source.address))
        document = replace(document, markdown=markdown)
    return document


def extract_within(source: Source, wanted: Wanted, within_s: float) -> Document | None:
    """Read a page, without selectors and Markdown, or give up when it takes more CPU."""
    if is_slow(source.body, source.content_type):
        return None
    html, encoding = to_utf8(source.body, source.content_type)
    page = read_within(html, within_s)
    return None if page is None else _document(page, source, wanted, encoding)


def _document(page: Reading, source: Source, wanted: Wanted, encoding: str) -> Document:
    base = base_of(page, source.address)
    written = WrittenLinks(page.links, source.address, base)
    max_length = max_length_of(len(source.body))
    is_resolved = wanted.links or not are_all_kept(written, max_length)
    links, is_truncated = links_of(written, max_length) if is_resolved else ([], False)
    return Document(
        title=title_of(page),
        utf8=page.text,
        links=tuple(links),
        written=None if is_resolved else written,
        metadata=metadata_of(page, base) if wanted.metadata else description_of(page),
        encoding=encoding,
        parse="links cut" if is_truncated else None,
    )
