"""Pages as programs receive them."""

import re
from enum import StrEnum

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import InvalidInput, UnknownPage
from leadline.domain.listing import SortKey
from leadline.domain.pages import Page, PageState
from leadline.services.export_formats.table import Row
from leadline.services.export_rows import page_row
from leadline.store.reader import Pages
from leadline.urls.identity import name_of

STATUSES = r"^[1-9]([0-9]{2}|xx|XX)$"
_LARGEST = (1 << 63) - 1


class AskedState(StrEnum):
    """States that a filter can ask for: the words for people, and those of the specification."""

    FETCHED = "FETCHED"
    FAILED = "FAILED"
    SKIPPED = "SKIPPED"
    TOO_DEEP = "TOO-DEEP"
    CANCELLED = "CANCELLED"
    QUEUED = "QUEUED"
    FETCHING = "FETCHING"
    PENDING = "PENDING"
    IN_PROGRESS = "IN-PROGRESS"
    COMPLETED = "COMPLETED"


def spelt(state: str) -> str:
    """Return a state as `AskedState` spells it: `too_deep` is `TOO-DEEP`."""
    return state.upper().replace("_", "-")


_ASKED = {
    AskedState.FETCHED: (PageState.COMPLETED, True),
    AskedState.TOO_DEEP: (PageState.COMPLETED, False),
    AskedState.QUEUED: (PageState.PENDING, None),
    AskedState.FETCHING: (PageState.IN_PROGRESS, None),
}


def state_asked(name: AskedState | None) -> tuple[PageState | None, bool | None]:
    """Return the state that a filter means, and of COMPLETED pages whether they were fetched."""
    if name is None:
        return None, None
    return _ASKED.get(name) or (PageState(name), None)


def statuses(text: str) -> tuple[int, int]:
    """The status codes that a person means, from and to. Raises InvalidInput."""
    if not re.match(STATUSES, text):
        raise InvalidInput("write a status like 404, or a class like 4xx")
    hundreds = int(text[0]) * 100
    return (int(text), int(text)) if text.isdigit() else (hundreds, hundreds + 99)


def is_largest_first(sort: SortKey) -> bool:
    """Whether a list in this order begins at its end, if nobody says otherwise."""
    return sort in {SortKey.SIZE, SortKey.TIME, SortKey.LINKS_IN, SortKey.LINKS_OUT}


def listed_page(page: Page, *, folds_path_case: bool = False) -> Row:
    """A page of a list: as exports have it, and what lists tell beside."""
    row = page_row(page, folds_path_case=folds_path_case)
    name, http_type = name_of(row["key"])
    return row | {
        "name": name,
        "http_type": http_type,
        "rule": page.rule,
        "message": page.message,
        "took_ms": page.timings[-1] if page.timings else None,
        "seq": page.seq,
        # Where links are counted, `linked_pages` says so.
        "links_in": None,
        "links_out": None,
        "linked_from": None,
    }


async def existing_page(store: Pages, crawl: CrawlId, name: str) -> Page:
    """The page of an id as it is written. Raises UnknownPage and UnknownCrawl."""
    number = number_in(name)
    known = await store.pages_by_id(crawl, [] if number is None else [PageId(number)])
    if not known:
        raise UnknownPage(f"there is no page {name} in the crawl {crawl}")
    [page] = known.values()
    return page


def number_in(text: str) -> int | None:
    """A number of 63 bits as it is written, as ids are; None when it is none."""
    number = int(text) if re.fullmatch("[0-9]{1,19}", text) else _LARGEST + 1
    return number if number <= _LARGEST else None
