"""Objects that scrapes return. Their content is hostile: it is exactly as the site wrote it."""

from typing import Any

import msgspec

from leadline.client.errors import ProblemDocument


class Element(msgspec.Struct, frozen=True):
    """An element that a selector matched; `html` is the HTML inside."""

    text: str
    html: str = ""
    attributes: dict[str, str] = {}


Extracted = dict[str, Element | list[Element]]
"""The matches by field name: an element for one match, a list for several or none."""


class WithFields(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A page with extracted fields, by name."""

    extracted: Extracted | None = None

    def elements(self, name: str) -> list[Element]:
        """Return all elements that the selector of a field matched. Raises KeyError."""
        found = (self.extracted or {})[name]
        return found if isinstance(found, list) else [found]

    def first(self, name: str) -> str | None:
        """Return the text of a field's first element; None without a match. Raises KeyError."""
        return next((element.text for element in self.elements(name)), None)


class LinkDetail(msgspec.Struct, frozen=True):
    """A link of the page."""

    url: str
    anchor: str = ""
    rel: list[str] = []


class Meta(msgspec.Struct, frozen=True, rename="camel"):
    """Metadata of a page."""

    description: str | None = None
    keywords: list[str] = []
    canonical: str | None = None
    language: str | None = None
    robots: str | None = None
    open_graph: dict[str, str] = {}
    json_ld: list[Any] = []


class ScrapedPage(WithFields, frozen=True, kw_only=True, rename="camel"):
    """One page, which may have answered 404."""

    url: str
    final_url: str
    status_code: int
    title: str = ""
    text: str = ""
    links: list[str] = []
    link_details: list[LinkDetail] = []
    meta: Meta = Meta()
    content_type: str = ""
    encoding: str = ""
    size: int = 0
    truncated: str | None = None
    """Why the body is truncated; None if it is complete."""
    parse: str | None = None
    redirects: list[dict[str, Any]] = []
    timings: dict[str, float] = {}
    markdown: str | None = None
    artifact_id: str | None = None
    """The name of the kept HTML, for `extract`."""


class BatchItem(msgspec.Struct, frozen=True):
    """The result for one address: a page, or a problem."""

    url: str
    ok: bool
    result: ScrapedPage | None = None
    error: ProblemDocument | None = None


class Extraction(WithFields, frozen=True, kw_only=True, rename="camel"):
    """Fields of a kept page."""

    url: str
    extracted: Extracted
    parse: str | None = None
    """`gave up` if the page took too long to read."""
    markdown: str | None = None


class JobPage(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A page of a crawl with its text."""

    url: str
    final_url: str
    status_code: int
    depth: int
    parent_url: str | None = None
    title: str = ""
    text: str = ""
    links: list[str] = []
    meta: Meta = Meta()
    """For pages of crawls, only the description and the keywords."""
    content_type: str = ""
    size: int = 0
    artifact_id: str | None = None
