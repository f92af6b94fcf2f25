"""Step 4: from the links of a document to those that lead to another page, each once."""

from collections.abc import Iterable, Iterator

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.documents import Link, WrittenLinks
from leadline.domain.pages import PackedLeads
from leadline.html.leads import NO_PAGE, Columns
from leadline.html.links import is_first, resolved
from leadline.pipeline.plan import Plan
from leadline.pipeline.tools import Known
from leadline.urls.identity import key_of

# Written so, a link leads to the same page wherever it is.
_ABSOLUTE = (" http://", " https://")


def unique_links(links: Iterable[Link], page: Address) -> tuple[Link, ...]:
    """The first link to each page, in document order, without links to the page itself."""
    own = key_of(page)
    by_key: dict[str, Link] = {}
    for link in links:
        key = key_of(link.address)
        if key != own:
            by_key.setdefault(key, link)
    return tuple(by_key.values())


def dedupe(
    links: WrittenLinks, page: PageId, plan: Plan, known: Known
) -> tuple[PackedLeads, list[tuple[PageId, Link]]]:
    """A lead for each page that is linked to, and the links that are not known yet.

    Of these a page may have several: a rule that refuses one address may allow the other. A lead
    has the anchor of the first link, and its `rel` if none of the links is without.
    """
    unknown: dict[Address, Link] = {}
    ids: dict[Address, PageId] = {}

    def name(columns: Columns) -> Iterator[int]:
        """The ids of what is not known as it is written."""
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
