"""Step 4: from the links of a document to those that lead to another page, each once."""

from collections.abc import Iterable

from leadline.domain.addresses import Address
from leadline.domain.documents import Link
from leadline.urls.identity import key_of


def unique_links(links: Iterable[Link], page: Address) -> tuple[Link, ...]:
    """The first link to each page, in document order, without links to the page itself."""
    own = key_of(page)
    by_key: dict[str, Link] = {}
    for link in links:
        key = key_of(link.address)
        if key != own:
            by_key.setdefault(key, link)
    return tuple(by_key.values())
