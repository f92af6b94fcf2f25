"""What scrapes answer. What was scraped is hostile: it is as the site wrote it."""

from typing import Any

import msgspec

from leadline.client.errors import ProblemDocument


class Element(msgspec.Struct, frozen=True):
    """What a selector matched; `html` is what is inside."""

    text: str
    html: str = ""
    attributes: dict[str, str] = {}


Extracted = dict[str, Element | list[Element]]
"""By name: an element for one match, a list for several or none."""


class WithFields(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A page with fields that were asked for, by name."""

    extracted: Extracted | None = None

    def elements(self, name: str) -> list[Element]:
        """All elements that the selector of a field matched, as a list. Raises KeyError."""
        found = (self.extracted or {})[name]
        return found if isinstance(found, list) else [found]

    def first(self, name: str) -> str | None:
        """The text of the first of them; None when there is none. Raises KeyError."""
        return next((element.text for element in self.elements(name)), None)


class LinkDetail(msgspec.Struct, frozen=True):
    """A link as the page has it."""

    url: str
    anchor: str = ""
    rel: list[str] = []


class Meta(msgspec.Struct, frozen=True, rename="camel"):
    """What a page says about itself."""

    description: str | None = None
    keywords: list[str] = []
    canonical: str | None = None
    language: str | None = None
    robots: str | None = None
    open_graph: dict[str, str] = {}
    json_ld: list[Any] = []


class ScrapedPage(WithFields, frozen=True, kw_only=True, rename="camel"):
    """One page. A page that answered 404 is one, too."""

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
    """Why the body is not whole, if it is not."""
    parse: str | None = None
    redirects: list[dict[str, Any]] = []
    timings: dict[str, float] = {}
    markdown: str | None = None
    artifact_id: str | None = None
    """For `extract`, if the page was kept."""


class BatchItem(msgspec.Struct, frozen=True):
    """What came of one address: a page, or the problem that it has."""

    url: str
    ok: bool
    result: ScrapedPage | None = None
    error: ProblemDocument | None = None


class Extraction(WithFields, frozen=True, kw_only=True, rename="camel"):
    """What a page that was kept has."""

    url: str
    extracted: Extracted
    parse: str | None = None
    """`gave up` when it took too long to read."""
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
    """Of crawls only the description and the keywords."""
    content_type: str = ""
    size: int = 0
    artifact_id: str | None = None
