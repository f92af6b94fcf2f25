"""Documents: the result of reading a page."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from leadline.domain.addresses import Address


# A page has dozens of links, and a tuple is made in a third of the time of a dataclass.
class Link(NamedTuple):
    """A link as found in HTML, resolved. `rel` keeps nofollow, ugc and sponsored.

    Of several links to one address the first is kept; its `rel` only if all of them have one.
    """

    address: Address
    anchor: str
    rel: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenLinks:
    """The links of a page as they are written there, in a form that `html.leads` reads.

    A worker knows most of them already, and need not resolve them one by one.
    """

    texts: bytes
    address: Address
    base: Address


@dataclass(frozen=True, slots=True)
class Field:
    """An element that a selector matches. `html` is its inner HTML."""

    text: str
    html: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of a page."""

    description: str | None = None
    keywords: tuple[str, ...] = ()
    canonical: Address | None = None
    language: str | None = None
    robots: str | None = None
    open_graph: dict[str, str] = field(default_factory=dict)
    json_ld: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed page. It has `links`, in document order, one for each address, or `written`.

    `parse` says why the document is less than the page: `"gave up"` if reading took too long,
    `"links cut"` if the page has more links than are kept.
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
        """Return the visible text of the page."""
        return self.utf8.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class Listing:
    """The addresses of a sitemap, each once, in their order.

    `parse` says why they are fewer than in the sitemap: `"gave up"`, `"links cut"`, `"broken"`, or
    `"not a sitemap"`.
    """

    pages: tuple[Address, ...] = ()
    sitemaps: tuple[Address, ...] = ()
    parse: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a page, with the content type and address that are needed to read them."""

    body: bytes
    content_type: str
    address: Address


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts of a page to extract beyond title and text."""

    selectors: dict[str, str] = field(default_factory=dict)
    markdown: bool = False
    metadata: bool = True
    links: bool = True
    """Whether links are resolved one by one."""
