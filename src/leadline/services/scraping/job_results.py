"""The pages of a crawl with their content, in the order they ended, a part at a time."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.artifacts import Artifact
from leadline.domain.crawls import Crawl, CrawlId, PageId
from leadline.domain.pages import Page, PageKind, PageState
from leadline.domain.web.fetching import SUCCESS
from leadline.services.scraping.jobs import error_of, figures_of, status_of
from leadline.store.packing import targets_of
from leadline.store.reader import Reader
from leadline.store.texts import About, unpacked_text

_PAGES = 20
_ADDRESSES = 2_000
_MOST_BYTES = 8 * 1024 * 1024
_OF_SITE = frozenset([PageKind.PAGE, PageKind.BROWSER])


@dataclass(slots=True)
class ResultPart:
    """Some pages and errors; `seq` is the number of the last page that was read."""

    crawl: Crawl
    seq: int
    pages: list[dict[str, Any]] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)

    @property
    def next(self) -> str | None:
        """Return where the next part begins; None after the last part of a crawl that is over."""
        is_end = self.crawl.status.is_final and self.seq >= self.crawl.seq
        return None if is_end else str(self.seq)

    def figures(self) -> dict[str, Any]:
        """Return the part as JSON, without pages and errors."""
        more = {"status": status_of(self.crawl), "next": self.next}
        return figures_of(self.crawl) | more

    def as_json(self) -> dict[str, Any]:
        """Return the part as JSON."""
        return self.figures() | {"errors": self.errors, "pages": self.pages}


async def read_part(store: Reader, crawl: Crawl, after_seq: int, limit: int) -> ResultPart:
    """Return pages and errors among the next `limit` ended pages; fewer if they are large.

    Pages that ended after `crawl` was read are not among them. Raises UnknownCrawl and StoreError.
    """
    part, size = ResultPart(crawl, after_seq), 0
    addresses: dict[PageId, Address] = {}
    while limit > 0 and size < _MOST_BYTES:
        ended = await store.ended_pages(crawl.id, min(limit, _PAGES), part.seq)
        some = [page for page in ended if page.seq is not None and page.seq <= crawl.seq]
        if not some:
            part.seq = max(part.seq, crawl.seq)
            break
        some = _within(some, _MOST_BYTES - size)
        limit -= len(some)
        size += sum(page.size or 0 for page in some)
        part.seq = some[-1].seq or part.seq
        part.errors += [error_of(page) for page in some if page.state is PageState.FAILED]
        good = [page for page in some if _is_scraped(page)]
        part.pages += await _data_of(store, crawl, good, addresses)
    return part


def _within(pages: list[Page], room: int) -> list[Page]:
    """Return the first pages that fit, at least one: a text is hardly larger than its page."""
    for number, page in enumerate(pages):
        room -= page.size or 0
        if room < 0:
            return pages[: number + 1]
    return pages


def _is_scraped(page: Page) -> bool:
    is_of_site = page.state is PageState.COMPLETED and page.kind in _OF_SITE
    return is_of_site and page.status in SUCCESS


async def _data_of(
    store: Reader, crawl: Crawl, pages: list[Page], addresses: dict[PageId, Address]
) -> list[dict[str, Any]]:
    ids, keeps_html = [page.id for page in pages], "html" in crawl.options.keeps
    texts = await store.bodies(crawl.id, ids, "text")
    leads = await store.leads_of(crawl.id, ids)
    found = []
    for page in pages:
        targets = targets_of(leads[page.id].targets) if page.id in leads else []
        near = targets if page.parent is None else [*targets, page.parent]
        await _learn(store, crawl.id, near, addresses)
        kept = texts.get(page.id)
        data = _page(crawl, page, *(("", About()) if kept is None else unpacked_text(kept)))
        data["links"] = list(
            dict.fromkeys(addresses[each] for each in targets if each in addresses)
        )
        data["parentUrl"] = None if page.parent is None else addresses.get(page.parent)
        if keeps_html and "html" in await store.pieces(crawl.id, page.id):
            data["artifactId"] = str(Artifact(crawl.id, page.id))
        found.append(data)
    return found


def _page(crawl: Crawl, page: Page, text: str, about: About) -> dict[str, Any]:
    is_root = page.id == crawl.root
    return {
        "url": crawl.submitted_url if is_root else page.address,
        "finalUrl": page.ended_at or page.address,
        "statusCode": page.status,
        "depth": page.depth,
        "parentUrl": None,
        "title": page.title or "",
        "text": text,
        "links": [],
        "meta": msgspec.to_builtins(about),
        "contentType": page.content_type or "",
        "size": page.size or 0,
    }


async def _learn(
    store: Reader, crawl: CrawlId, ids: Iterable[PageId], addresses: dict[PageId, Address]
) -> None:
    """Look up the addresses of pages that are not known yet."""
    unknown = [id_ for id_ in ids if id_ not in addresses]
    for start in range(0, len(unknown), _ADDRESSES):
        pages = await store.pages_by_id(crawl, unknown[start : start + _ADDRESSES])
        addresses.update((id_, page.address) for id_, page in pages.items())
