"""What must hold for any bytes: each target takes bytes and raises where something does not."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from markdown_it import MarkdownIt

from fuzz.choices import Choices
from fuzz.page_grammar import page_of
from fuzz.plain_grammar import almost_plain
from joining import join
from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.errors import InvalidSelector
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Document, Source, Wanted, WrittenLinks
from leadline.html.encoding import decode, encoding_of, is_utf8, label
from leadline.html.extract import extract as read
from leadline.html.extract import extract_within, is_html
from leadline.html.leads import NO_PAGE, Columns, Ids
from leadline.html.prescan import prescan as declared_encoding
from leadline.html.reader import MAX_ANCHOR_LENGTH
from leadline.html.sitemap import MAX_LISTED, listing_of
from leadline.pipeline.steps.match_links import unique_links
from leadline.sandbox.messages import LENGTH, ParseResult, packed, read_result
from leadline.store.packing import unpacked
from leadline.urls.address import host_of, hostname_of, normalize
from leadline.urls.domains import site_of
from leadline.urls.identity import key_of
from leadline.urls.robots import RobotsRules
from leadline.urls.traps import TrapRules, going_round, shape_of
from plainness import read_twice

PAGE = Address("http://x.example/dir/page.html?q=1")
MAX_CPU_S = 1.0
MARKDOWN = MarkdownIt("commonmark")
# It would leave out what it takes for dangerous, and that is what is looked for.
MARKDOWN.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
SELECTORS = ("*", "a[href]", "p:not(:has(b))", "li:nth-child(2n+1)", "[class~=x]", "", "p[")
CHARSETS = ("", "utf-8", "utf-16", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "big5")
BASES = (
    *("http://x.example/", "https://x.example:8443/a/b/c?d=e", "http://x.example/a//b/../"),
    *("http://[::1]/x", "http://127.0.0.1:80/", "http://xn--bcher-kva.example/%41%2f"),
)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    before = time.process_time()
    yield
    took_s = time.process_time() - before
    assert took_s < seconds, f"took {took_s:.2f} s"


def extract(data: bytes) -> None:
    choices = Choices(data)
    selector = choices.one_of(SELECTORS)
    wanted = Wanted({"it": selector} if choices.number(2) else {}, markdown=choices.number(2) == 1)
    charset = choices.one_of(CHARSETS)
    body = page_of(choices)[:20_000] if choices.number(4) == 3 else choices.rest()
    source = Source(body, f"text/html; charset={charset}", PAGE)
    is_html("", body)
    try:
        document = read(source, wanted)
    except InvalidSelector:
        assert selector in {"", "p["}
        return
    _check(document)


def _check(document: Document) -> None:
    assert "\0" not in document.text
    assert "\0" not in document.title
    addresses = [link.address for link in document.links]
    assert len(addresses) == len(set(addresses))
    for link in document.links:
        assert link.address.startswith(("http://", "https://"))
        assert normalize(link.address) == link.address
        assert len(link.anchor) <= MAX_ANCHOR_LENGTH
    assert len(unique_links(document.links, PAGE)) <= len(addresses)
    canonical = document.metadata.canonical
    assert canonical is None or normalize(canonical) == canonical
    assert label(document.encoding) == document.encoding
    frame = packed(ParseResult(document=document))
    assert read_result(frame[LENGTH.size :]).document == document
    _check_markdown(document.markdown or "")


def _check_markdown(markdown: str) -> None:
    """As a reader sees it: no markup, and no links but to pages."""
    tokens = MARKDOWN.parse(markdown)
    while tokens:
        token = tokens.pop()
        assert token.type not in {"html_block", "html_inline"}, token.content
        address = str(token.attrGet("href") or token.attrGet("src") or "http://")
        assert address.startswith(("http://", "https://")), address
        tokens += token.children or [] if token.type != "image" else []


def addresses(data: bytes) -> None:
    choices = Choices(data)
    base = normalize(choices.one_of(BASES))
    assert isinstance(base, str)
    raw = choices.rest().decode("utf-8", "surrogateescape" if choices.number(2) else "replace")
    for address in (normalize(raw), normalize(raw, base)):
        if not isinstance(address, Skipped):
            _check_address(address)
    assert join(raw, base) == normalize(raw, base)


def _check_address(address: Address) -> None:
    assert address.startswith(("http://", "https://"))
    assert normalize(address) == address
    assert "#" not in address
    assert "@" not in address.split("/")[2]
    assert join(address, address) == address
    for fold in (False, True):
        key = key_of(address, fold_path_case=fold)
        again = normalize(key)
        assert not isinstance(again, Skipped)
        assert key_of(again, fold_path_case=fold) == key
    assert hostname_of(address) in host_of(address)
    with within(MAX_CPU_S):
        site_of(hostname_of(address))
        TrapRules().refusal(address)
        shape_of(address)
        assert going_round(address, [address]) == frozenset()


def robots(data: bytes) -> None:
    choices = Choices(data)
    times = choices.one_of((1, 1, 1, 1, 1, 1, 30, 1_000))
    agent = choices.one_of(("Leadline/0.1", "*", "", "5zilla", "Foo Bar"))
    path = choices.one_of(("/", "/a/b.pdf?x=1", "/" + "a" * 2_000, "/%41%e9/~x", "/" + "/a" * 500))
    body = choices.rest() * times
    with within(MAX_CPU_S):
        rules = RobotsRules(body, agent)
        rules.allows(Address("https://x.example" + path))
        delay_s = rules.crawl_delay_s
        assert all(isinstance(sitemap, str) for sitemap in rules.sitemaps)
    assert delay_s is None or 0 <= delay_s < float("inf")


def cost(data: bytes) -> None:
    """Whatever is read in place is read, or given up, before others have waited for long."""
    choices = Choices(data)
    content_type = f"text/html; charset={choices.one_of(CHARSETS)}"
    body = page_of(choices)
    source = Source(body, content_type, PAGE)
    with within(MAX_CPU_S):
        document = extract_within(source, Wanted(), 0.1)
    if document is not None:
        assert document == read(source, Wanted())


def plain(data: bytes) -> None:
    """Both parsers read the same."""
    ours, theirs = read_twice(almost_plain(Choices(data)))
    assert ours == theirs


def prescan(data: bytes) -> None:
    choices = Choices(data)
    content_type = choices.one_of(("", "text/html", "text/html; charset=", "x; charset=\ud800"))
    body = choices.rest() * choices.one_of((1, 1, 1, 20, 400))
    with within(MAX_CPU_S):
        found = declared_encoding(body[: 16 * 1024], label)
        text, encoding = decode(body, content_type)
    assert found is None or label(found) == found
    assert encoding == encoding_of(body, content_type)
    assert text.encode().decode() == text


def sitemap(data: bytes) -> None:
    choices = Choices(data)
    content_type = f"application/xml; charset={choices.one_of(CHARSETS)}"
    with within(MAX_CPU_S):
        listing = listing_of(Source(choices.rest(), content_type, PAGE))
    for address in (*listing.pages, *listing.sitemaps):
        assert normalize(address) == address
    assert len(set(listing.pages)) == len(listing.pages) <= MAX_LISTED
    frame = packed(ParseResult(listing=listing))
    assert read_result(frame[LENGTH.size :]).listing == listing


def leads(data: bytes) -> None:
    """Whatever the texts are; a page that took over the sandbox could send any."""
    choices = Choices(data)
    base = Address(choices.one_of(BASES))
    known, limit = Ids(choices.one_of((2, 8, 100))), choices.one_of((1, 5, 1_000))
    written = WrittenLinks(choices.rest() * choices.one_of((1, 1, 50)), PAGE, base)

    def name(columns: Columns) -> list[int]:
        for number, text in enumerate(columns[0]):
            known.note(text, PageId(number % limit))
        return [known.get(text) or NO_PAGE for text in columns[0]]

    with within(MAX_CPU_S):
        found = [known.leads(written, PageId(1), name) for _ in range(2)]
    for each in found if is_utf8(written.texts) else ():
        targets = [lead.target for lead in unpacked(each.targets, each.notes)]
        assert len(each) == len(set(targets)) == len(targets)
        assert 1 not in targets
    frame = packed(ParseResult(document=Document(written=written)))
    assert read_result(frame[LENGTH.size :]).document == Document(written=written)


Target = Callable[[bytes], None]
TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (extract, addresses, robots, cost, plain, prescan, sitemap, leads)
}
