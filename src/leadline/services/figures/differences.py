"""The differences between two crawls.

A page has another id in another crawl, but ids are hashes of URL keys: its id there can be
computed and looked up. So both crawls are read in their own order, and neither is held in memory.
"""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from enum import StrEnum

from leadline.domain.crawl_options import OPTIONS
from leadline.domain.crawls import Crawl, CrawlId, CrawlStatus, PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page, PageKind, PageState
from leadline.pipeline.plan import page_id
from leadline.services.crawling.crawls import get_crawl
from leadline.store.reader import Reader

_CHUNK = 1_000


class Change(StrEnum):
    """The kind of a difference. `status`: another answer or error; `changed`: other content.

    `not_fetched` is apart from the others: one of the crawls did not fetch the page (a rule skips
    it, it is too deep, or it is queued), or has it as a page of another site.
    """

    NEW = "new"
    GONE = "gone"
    STATUS = "status"
    CHANGED = "changed"
    NOT_FETCHED = "not_fetched"


@dataclass(frozen=True, slots=True)
class Difference:
    """A page that differs between two crawls; None where it was not found."""

    change: Change
    before: Page | None
    after: Page | None

    @property
    def page(self) -> Page:
        """Return the later version of the page."""
        page = self.after or self.before
        assert page is not None  # noqa: S101 -- one of the two is there
        return page


@dataclass(frozen=True, slots=True)
class Compared:
    """Some differences, and the number of equal pages among those compared."""

    differences: list[Difference]
    same: int


class FirstDifferences:
    """Counts of all differences, and the first of each kind by address."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.same = 0
        self.counts: Counter[Change] = Counter()
        self.first: dict[Change, list[Difference]] = {change: [] for change in Change}

    @property
    def figures(self) -> JsonObject:
        """Return the number of pages by kind of difference, and of equal pages."""
        return {**{str(change): self.counts[change] for change in Change}, "same": self.same}

    def add(self, compared: Compared) -> None:
        """Count some differences."""
        self.same += compared.same
        self.counts.update(each.change for each in compared.differences)
        for change, first in self.first.items():
            kept = [*first, *(each for each in compared.differences if each.change is change)]
            kept.sort(key=lambda each: each.page.address)
            self.first[change] = kept[: self._limit]


def difference_row(found: Difference) -> JsonObject:
    """Return a difference as JSON."""
    return {
        "change": found.change,
        "url": found.page.address,
        "before": _side(found.before),
        "after": _side(found.after),
    }


def _side(page: Page | None) -> JsonObject | None:
    if page is None:
        return None
    return {
        "id": str(page.id),
        "state": page.state,
        "fetched": page.is_fetched,
        "reason": page.reason,
        "status": page.status,
        "error": page.error,
        "size": page.size,
        "redirected_to": page.redirected_to,
    }


def warnings(before: Crawl, after: Crawl) -> list[str]:
    """Return sentences that explain differences which are not changes of the site."""
    found = [
        f"The {name} crawl {why}: pages that it did not fetch may look new or gone."
        for name, crawl in (("earlier", before), ("later", after))
        if (why := _incomplete(crawl))
    ]
    one, other = before.options, after.options
    return found + [
        f"The crawls differ in {option.api}: {_said(old)} before, {_said(new)} after."
        for option in OPTIONS
        if option.decides_pages
        and (old := getattr(one, option.kept)) != (new := getattr(other, option.kept))
    ]


def _incomplete(crawl: Crawl) -> str | None:
    if crawl.status is not CrawlStatus.COMPLETED:
        return f"was {crawl.status}" if crawl.status.is_final else f"is {crawl.status}, not over"
    if crawl.limits_reached:
        return f"has reached a limit ({', '.join(crawl.limits_reached)})"
    return None


def _said(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(str, value)) or "none"
        case _:
            return str(value)


async def differences(store: Reader, before: CrawlId, after: CrawlId) -> AsyncIterator[Compared]:
    """Yield all differences, unsorted, a chunk at a time; new pages come last."""
    async for old, new in _pairs(store, before, after):
        found = list(_compare(old, new))
        yield Compared(found, len(old) - len(found))
    async for new, old in _pairs(store, after, before):
        added = [
            Difference(_or_not_fetched(Change.NEW, page), None, page)
            for id_, page in new.items()
            if id_ not in old
        ]
        yield Compared(added, 0)


async def _pairs(
    store: Reader, crawl: CrawlId, other: CrawlId
) -> AsyncIterator[tuple[dict[PageId, Page], dict[PageId, Page]]]:
    """Yield pages of a crawl, and their counterparts in the other, by their ids there."""
    last: PageId | None = None
    folds = (await get_crawl(store, other)).options.folds_path_case
    while chunk := await store.pages(crawl, _CHUNK, last):
        there = {page_id(other, page.address, folds_path_case=folds): page for page in chunk}
        yield there, dict(await store.pages_by_id(other, there))
        last = chunk[-1].id


def _compare(old: dict[PageId, Page], new: dict[PageId, Page]) -> Iterable[Difference]:
    for id_, before in old.items():
        after = new.get(id_)
        if after is None:
            yield Difference(_or_not_fetched(Change.GONE, before), before, None)
        elif not (_is_over(before) and _is_over(after)):
            if _is_over(before) or _is_over(after):
                yield Difference(Change.NOT_FETCHED, before, after)
        elif _answer(before) != _answer(after):
            yield Difference(Change.STATUS, before, after)
        elif _content(before) != _content(after):
            yield Difference(Change.CHANGED, before, after)


def _or_not_fetched(change: Change, page: Page) -> Change:
    """Return the kind of difference of a page that only one crawl found."""
    is_of_site = _is_over(page) and page.kind is not PageKind.EXTERNAL
    return change if is_of_site else Change.NOT_FETCHED


def _is_over(page: Page) -> bool:
    """Return whether a page was fetched or failed."""
    return page.is_fetched or page.state is PageState.FAILED


def _answer(page: Page) -> tuple[object, ...]:
    return page.state, page.status, page.error


def _content(page: Page) -> tuple[object, ...]:
    return page.content_hash, page.redirected_to
