"""What a page says: the result of extraction."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from leadline.domain.addresses import Address


# A page has dozens of links, and a tuple is made in a third of a dataclass's time.
class Link(NamedTuple):
    """A link as found in HTML, resolved. `rel` keeps nofollow, ugc and sponsored.

    Of several links to one address the first is kept, and its `rel` if none of them is without.
    """

    address: Address
    anchor: str
    rel: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenLinks:
    """The links of a page as they are written there, in a form that `html.leads` reads.

    Most of them are known by who works on a crawl, and need not be resolved one by one.
    """

    texts: bytes
    address: Address
    base: Address


@dataclass(frozen=True, slots=True)
class Field:
    """One element matched by a selector. `html` is its inner HTML."""

    text: str
    html: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself."""

    description: str | None = None
    keywords: tuple[str, ...] = ()
    canonical: Address | None = None
    language: str | None = None
    robots: str | None = None
    open_graph: dict[str, str] = field(default_factory=dict)
    json_ld: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed page. `links` are in document order, one for each address, or only `written`.

    `parse` says why the document is less than the page: `"gave up"` when it would have taken too
    long, `"links cut"` when it has more links than are kept.
    """

    title: str = ""
    utf8: bytes = b""
    links: tuple[Link, ...] = ()
    written: WrittenLinks | None = None
    metadata: Metadata = field(default_factory=Metadata)
    encoding: str = ""
    fields: dict[str, tuple[Field, ...]] = field(default_factory=dict)
    markdown: str | None = None
    parse: str | None = None

    @property
    def text(self) -> str:
        """What is to be read on the page: of a crawl, it is only kept."""
        return self.utf8.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class Listing:
    """What a sitemap lists, each address once, in its order.

    `parse` says why that is less than the sitemap has: `"gave up"`, `"links cut"`, `"broken"`, or
    `"not a sitemap"`.
    """

    pages: tuple[Address, ...] = ()
    sitemaps: tuple[Address, ...] = ()
    parse: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a page and what is needed to read them."""

    body: bytes
    content_type: str
    address: Address


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to take from a page beyond title, text and links."""

    selectors: dict[str, str] = field(default_factory=dict)
    markdown: bool = False
    metadata: bool = True
    links: bool = True
    """Resolved, however few they are."""
