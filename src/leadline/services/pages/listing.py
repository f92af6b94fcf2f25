"""Lists of pages as JSON, and their filters."""

import re
from enum import StrEnum

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import InvalidInput, UnknownPage
from leadline.domain.json_objects import JsonObject
from leadline.domain.listing import SortKey
from leadline.domain.pages import Page, PageState
from leadline.services.page_records import page_record
from leadline.store.reader import Pages
from leadline.urls.identity import name_of

STATUSES = r"^[1-9]([0-9]{2}|xx|XX)$"
_LARGEST = (1 << 63) - 1


class AskedState(StrEnum):
    """The states that a filter accepts: figures, and states of the specification."""

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


def state_name(state: str) -> str:
    """Return a state as `AskedState` spells it: `too_deep` is `TOO-DEEP`."""
    return state.upper().replace("_", "-")


_STATES = {
    AskedState.FETCHED: (PageState.COMPLETED, True),
    AskedState.TOO_DEEP: (PageState.COMPLETED, False),
    AskedState.QUEUED: (PageState.PENDING, None),
    AskedState.FETCHING: (PageState.IN_PROGRESS, None),
}


def parse_state(name: AskedState | None) -> tuple[PageState | None, bool | None]:
    """Return the state of a filter, and for COMPLETED pages whether they were fetched."""
    if name is None:
        return None, None
    return _STATES.get(name) or (PageState(name), None)


def statuses(text: str) -> tuple[int, int]:
    """Return the first and last status code of `404` or `4xx`. Raises InvalidInput."""
    if not re.match(STATUSES, text):
        raise InvalidInput("write a status like 404, or a class like 4xx")
    hundreds = int(text[0]) * 100
    return (int(text), int(text)) if text.isdigit() else (hundreds, hundreds + 99)


def is_largest_first(sort: SortKey) -> bool:
    """Return whether a list in this order has the largest first by default."""
    return sort in {SortKey.SIZE, SortKey.TIME, SortKey.LINKS_IN, SortKey.LINKS_OUT}


def listed_page(page: Page, *, folds_path_case: bool = False) -> JsonObject:
    """Return a page of a list: the columns of exports, and those that only lists have."""
    row = page_record(page, folds_path_case=folds_path_case)
    name, http_type = name_of(row["key"])
    return row | {
        "name": name,
        "http_type": http_type,
        "rule": page.rule,
        "message": page.message,
        "took_ms": page.timings[-1] if page.timings else None,
        "seq": page.seq,
        # `linked_pages` sets these if links are counted.
        "links_in": None,
        "links_out": None,
        "linked_from": None,
    }


async def get_page(store: Pages, crawl: CrawlId, name: str) -> Page:
    """Return the page of an id in decimal digits. Raises UnknownPage and UnknownCrawl."""
    number = number_in(name)
    known = await store.pages_by_id(crawl, [] if number is None else [PageId(number)])
    if not known:
        raise UnknownPage(f"there is no page {name} in the crawl {crawl}")
    [page] = known.values()
    return page


def number_in(text: str) -> int | None:
    """Return a number of up to 63 bits from its digits, such as an id; None if it is not one."""
    number = int(text) if re.fullmatch("[0-9]{1,19}", text) else _LARGEST + 1
    return number if number <= _LARGEST else None
