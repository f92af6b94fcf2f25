"""The contract of a bodies store. The docstrings are the specification.

A store such as Neo4j keeps rows, and no bodies. The pieces of the pages of one commit (headers,
text, HTML, result) become one object here, and the store keeps for each page where they are.

- The object comes first, then the commit that names it. A commit that fails leaves an object that
  no page names; `delete` removes it with its crawl.
- All methods may raise StoreUnavailable: try again later, nothing was changed.
- A crawl id that cannot be the name of a folder raises UnknownCrawl.
"""

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self, TypeVar

from leadline.domain.crawls import CrawlId
from leadline.domain.errors import WrongStore

Page = TypeVar("Page", bound=Hashable)


class Span(NamedTuple):
    """A part of an object, in bytes."""

    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class StoredPieces:
    """Where the pieces of one page are: one object, and a span of it for each piece by name.

    The store keeps it as a text of about 80 characters beside the page.
    """

    object: str
    spans: Mapping[str, Span]

    @property
    def sizes(self) -> dict[str, int]:
        """Return how many bytes each piece takes, by name; nothing is read for that."""
        return {name: span.length for name, span in self.spans.items()}

    def to_text(self) -> str:
        """Return the form that a store keeps: `OBJECT:NAME=OFFSET+LENGTH,…`."""
        spans = (f"{name}={span.offset}+{span.length}" for name, span in self.spans.items())
        return f"{self.object}:{','.join(spans)}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return what `to_text` was called on. Raises WrongStore for any other text."""
        name, _, spans = text.partition(":")
        try:
            return cls(name, dict(_read_span(span) for span in spans.split(",")))
        except ValueError as exc:
            raise WrongStore(f"{text!r} does not say where pieces of a page are") from exc


def _read_span(text: str) -> tuple[str, Span]:
    name, span = text.split("=")
    offset, length = map(int, span.split("+"))
    if not name or offset < 0 or length < 0:
        raise ValueError(text)
    return name, Span(offset, length)


class Bodies(Protocol):
    """The pieces of pages of all crawls."""

    @abstractmethod
    async def put(
        self, crawl: CrawlId, pieces: Sequence[tuple[int, str, bytes]]
    ) -> Mapping[int, StoredPieces]:
        """Store pieces as one object; return where those of each page are.

        - A piece is a page, a name and data. A page is any number that the caller chooses, such as
          its id or sequence number. No page has two pieces of one name.
        - Once this has returned, the object survives a loss of power.
        - The same data, put again for the same crawl, makes no second object.
        - Pieces of one name are neighbours in the object, in the order of their pages.
        - No pieces: nothing is stored, and the result is empty.
        """

    @abstractmethod
    async def get(
        self, crawl: CrawlId, name: str, pages: Mapping[Page, StoredPieces]
    ) -> dict[Page, bytes]:
        """Return the piece of that name of each of these pages that has one, as it was put.

        One page takes one range request. Pages of one commit take one request together, unless
        more than 256 KiB of other pages are between them. Pieces of a deleted object are left out:
        the crawl is about to be gone. Raises WrongStore for an object that is shorter than it was.
        """

    @abstractmethod
    async def delete(self, crawl: CrawlId, limit: int) -> int:
        """Remove up to `limit` objects of a crawl; return how many were removed, 0 when none is.

        The caller repeats it until it returns 0, and removes the crawl's own rows afterwards.
        """

    @abstractmethod
    async def claim_marker(self) -> str:
        """Return the marker of this bodies store; create it, and the store, if there is none.

        The first machine of a store claims the marker and writes it into the database, unless the
        database has one already. Then every machine calls `check_marker` with that of the database.
        """

    @abstractmethod
    async def check_marker(self, marker: str) -> None:
        """Raise WrongStore, with the remedy, unless this bodies store has that marker.

        It has none, or another one, when a second machine uses a folder of its own: pieces that one
        machine stores would be lost to the others.
        """
