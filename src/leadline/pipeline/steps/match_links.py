"""Step 4: from the links of a document to leads of known pages, and unknown links."""

from collections.abc import Iterable, Iterator

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import PackedLeads
from leadline.domain.web.documents import Link, WrittenLinks
from leadline.html.leads import NO_PAGE, Columns
from leadline.html.links import is_first, resolved
from leadline.pipeline.plan import Plan
from leadline.pipeline.tools import KnownPages
from leadline.urls.identity import key_of

# A link that begins so leads to the same page from every page.
_ABSOLUTE = (" http://", " https://")


def unique_links(links: Iterable[Link], page: Address) -> tuple[Link, ...]:
    """Return the first link to each page, in document order, without links to the page itself."""
    own = key_of(page)
    by_key: dict[str, Link] = {}
    for link in links:
        key = key_of(link.address)
        if key != own:
            by_key.setdefault(key, link)
    return tuple(by_key.values())


def match_links(
    links: WrittenLinks, page: PageId, plan: Plan, known: KnownPages
) -> tuple[PackedLeads, list[tuple[PageId, Link]]]:
    """Return a lead for each page that is linked to, and the links that are not known yet.

    Unknown links may lead to one page by several addresses: a rule that skips one may allow the
    other. A lead has the anchor of the first link, and its `rel` if all of the links have one.
    """
    unknown: dict[Address, Link] = {}
    ids: dict[Address, PageId] = {}

    def name(columns: Columns) -> Iterator[int]:
        """Return the ids of links that are not known as they are written."""
        for written, link in zip(columns[0], resolved(columns, links), strict=True):
            if link is None:
                yield NO_PAGE
                continue
            target = known.ids.get(link.address) if written.startswith(" ") else None
            if target is not None and written.startswith(_ABSOLUTE):
                known.ids.note(written, target)
            elif target is None and is_first(link, unknown):
                ids[link.address] = plan.page_id(link.address)
            yield ids[link.address] if target is None else target

    leads = known.ids.leads(links, page, name)
    return leads, [(ids[each], link) for each, link in unknown.items() if ids[each] != page]
