"""Step 4: from the links of a document to those that lead to another page, each once."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.documents import Link
from leadline.domain.pages import Lead
from leadline.pipeline.plan import Plan
from leadline.pipeline.tools import Known
from leadline.urls.identity import key_of

# `Lead(...)` is a function in Python, and a page has dozens.
_lead: Callable[[tuple[PageId, str, tuple[str, ...]]], Lead] = partial(tuple.__new__, Lead)


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
    links: Sequence[Link], page: PageId, plan: Plan, known: Known
) -> tuple[tuple[Lead, ...], list[tuple[PageId, Link]]]:
    """A lead for each page that is linked to, and the links that are not known yet.

    Of these a page may have several: a rule that refuses one address may allow the other. A lead
    has the anchor of the first link, and its `rel` if none of the links is without.
    """
    leads: dict[PageId, Lead] = {}
    unknown: list[tuple[PageId, Link]] = []
    ids = known.get_all([link.address for link in links])
    for link, known_id in zip(links, ids, strict=True):
        target = plan.page_id(link.address) if known_id is None else known_id
        if known_id is None and target != page:
            unknown.append((target, link))
        if target == page:
            continue
        _, anchor, rel = link
        if target not in leads:
            leads[target] = _lead((target, anchor, rel))
        elif not rel and leads[target].rel:
            leads[target] = leads[target]._replace(rel=())
    return tuple(leads.values()), unknown
