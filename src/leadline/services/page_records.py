"""Pages as programs receive them: in exports, from the API, and live.

A new field is a line of `PageRecord` and one of `page_record`. Columns of tables, the schema of
the API and the live feed are made from these.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict, get_type_hints

from leadline.domain.crawls import PageId
from leadline.domain.json_objects import JsonObject
from leadline.domain.pages import Page
from leadline.urls.identity import key_of

State = Literal["PENDING", "IN-PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED"]
Reason = Literal["scope", "robots", "limit", "trap", "address"]
FoundBy = Literal["root", "link", "redirect", "sitemap"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a page: its type in tables, and its description in the schema of the API."""

    type: str
    description: str | None = None
    is_live: bool = False
    """Whether the live feed has it, too."""


class PageRecord(TypedDict):
    """A page as exports and the API have it. None: not known, or not yet."""

    id: Annotated[str, Field("string", is_live=True)]
    url: Annotated[
        str, Field("string", "The address as it was found first, which is requested.", is_live=True)
    ]
    key: Annotated[str, Field("string", "The URL key, which all addresses of one page share.")]
    state: Annotated[State, Field("string", is_live=True)]
    reason: Annotated[Reason | None, Field("string", "Why the page is skipped.", is_live=True)]
    status: Annotated[int | None, Field("int16", "The HTTP status of the answer.", is_live=True)]
    depth: Annotated[int, Field("int32", is_live=True)]
    parent: Annotated[str | None, Field("string", "The previous page on a shortest path.")]
    found_on: Annotated[
        str | None, Field("string", "The first page that linked to it.", is_live=True)
    ]
    found_by: Annotated[FoundBy, Field("string", is_live=True)]
    fetched: Annotated[
        bool,
        Field(
            "bool",
            "Whether the page is COMPLETED and answered. A COMPLETED page that was not fetched is "
            "too deep.",
        ),
    ]
    content_type: Annotated[str | None, Field("string", is_live=True)]
    size: Annotated[
        int | None, Field("int64", "The size of the decoded body in bytes.", is_live=True)
    ]
    title: Annotated[str | None, Field("string", is_live=True)]
    redirected_to: Annotated[str | None, Field("string", is_live=True)]
    error: Annotated[str | None, Field("string", "The kind of the last error.", is_live=True)]
    attempts: Annotated[int, Field("int32")]
    host: Annotated[str, Field("string")]
    content_hash: Annotated[str | None, Field("string")]
    dns_ms: Annotated[float | None, Field("double")]
    connect_ms: Annotated[float | None, Field("double")]
    tls_ms: Annotated[float | None, Field("double")]
    first_byte_ms: Annotated[float | None, Field("double")]
    total_ms: Annotated[float | None, Field("double")]


PAGE_FIELDS: dict[str, Field] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(PageRecord, include_extras=True).items()
}
_LIVE = [name for name, field in PAGE_FIELDS.items() if field.is_live]

PAGE_COLUMNS: Mapping[str, str] = {name: field.type for name, field in PAGE_FIELDS.items()}
TIMINGS = ("dns_ms", "connect_ms", "tls_ms", "first_byte_ms", "total_ms")


def page_record(page: Page, *, folds_path_case: bool = False) -> JsonObject:
    """Return a page as `PageRecord` describes it."""
    times = itertools.chain(page.timings, itertools.repeat(None))
    return {
        "id": str(page.id),
        "url": page.address,
        "key": key_of(page.address, fold_path_case=folds_path_case),
        "state": page.state,
        "reason": page.reason,
        "status": page.status,
        "depth": page.depth,
        "parent": _id(page.parent),
        "found_on": _id(page.found_on),
        "found_by": page.found_by,
        "fetched": page.is_fetched,
        "content_type": page.content_type,
        "size": page.size,
        "title": page.title,
        "redirected_to": page.redirected_to,
        "error": page.error,
        "attempts": page.attempts,
        "host": page.host,
        "content_hash": None if page.content_hash is None else f"{page.content_hash:016x}",
        **dict(zip(TIMINGS, times, strict=False)),
    }


def live_record(page: Page) -> JsonObject:
    """Return a page that ended as the live feed has it."""
    record = page_record(page)
    return {"seq": page.seq, **{name: record[name] for name in _LIVE}}


def _id(page: PageId | None) -> str | None:
    return None if page is None else str(page)
