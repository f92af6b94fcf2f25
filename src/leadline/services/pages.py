"""Pages as programs receive them."""

import re

from leadline.domain.crawls import CrawlId, PageId
from leadline.domain.errors import InvalidInput, UnknownPage
from leadline.domain.listing import SortKey
from leadline.domain.pages import Page
from leadline.services.export_formats.table import Row
from leadline.services.export_rows import page_row
from leadline.store.reader import Pages
from leadline.urls.identity import key_of, name_of

STATUSES = r"^[1-9]([0-9]{2}|xx|XX)$"
_LARGEST_ID = (1 << 63) - 1


def statuses(text: str) -> tuple[int, int]:
    """The status codes that a person means, from and to. Raises InvalidInput."""
    if not re.match(STATUSES, text):
        raise InvalidInput("write a status like 404, or a class like 4xx")
    hundreds = int(text[0]) * 100
    return (int(text), int(text)) if text.isdigit() else (hundreds, hundreds + 99)


def is_largest_first(sort: SortKey) -> bool:
    """Whether a list in this order begins at its end, if nobody says otherwise."""
    return sort in {SortKey.SIZE, SortKey.TIME}


def listed_page(page: Page) -> Row:
    """A page of a list: as exports have it, and what lists tell beside."""
    name, http_type = name_of(key_of(page.address))
    return page_row(page) | {
        "name": name,
        "http_type": http_type,
        "rule": page.rule,
        "message": page.message,
        "took_ms": page.timings[-1] if page.timings else None,
        "seq": page.seq,
    }


async def existing_page(store: Pages, crawl: CrawlId, name: str) -> Page:
    """The page of an id as it is written. Raises UnknownPage and UnknownCrawl."""
    number = int(name) if re.fullmatch("[0-9]{1,19}", name) else _LARGEST_ID + 1
    page = PageId(number)
    known = await store.pages_by_id(crawl, [page] if number <= _LARGEST_ID else [])
    if page not in known:
        raise UnknownPage(f"there is no page {name} in the crawl {crawl}")
    return known[page]
