"""Filters of pages."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from leadline.api.json_io import MOST, StrictQuery
from leadline.domain.listing import PageFilter
from leadline.domain.skips import SkipReason
from leadline.services.page_records import Reason
from leadline.services.pages.listing import STATUSES, AskedState, parse_state, state_name, statuses

AnyCase = Annotated[
    AskedState, BeforeValidator(lambda text: state_name(text) if isinstance(text, str) else text)
]


class FilterQuery(StrictQuery):
    """A filter of pages. A page must meet all conditions."""

    state: AnyCase | None = Field(
        None,
        description="Return only pages in this state, in capital or small letters. `FETCHED` and "
        "`TOO-DEEP` are the two kinds of COMPLETED pages, `QUEUED` is PENDING, and `FETCHING` is "
        "IN-PROGRESS.",
    )
    reason: Reason | None = Field(
        None, description="Return only pages that were skipped for this reason."
    )
    rule: str | None = Field(
        None,
        max_length=200,
        description="Return only pages that this rule skips, as `cuts` names it.",
        examples=["max_per_shape"],
    )
    error: str | None = Field(
        None,
        max_length=200,
        description="Return only pages that failed with this kind of error, as `errors` names it.",
        examples=["TimedOut"],
    )
    status: str | None = Field(
        None,
        pattern=STATUSES,
        description="Return only pages that answered with this status, or a status of this class.",
        examples=["404", "4xx"],
    )
    depth: int | None = Field(None, ge=0, le=MOST, description="Return only pages at this depth.")
    host: str | None = Field(
        None,
        max_length=300,
        description="Return only pages of this host. Add its port unless that is 80 or 443.",
        examples=["example.com"],
    )
    content_type: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9.+-]{1,100}/([A-Za-z0-9.+-]{1,100}|\*)$",
        description="Return only pages of this content type, or of a class of types.",
        examples=["text/html", "image/*"],
    )
    content_hash: str | None = Field(
        None,
        pattern="^[0-7][0-9a-f]{15}$",
        description="Return only pages whose body has this hash, and so the same bytes.",
    )
    search: str | None = Field(
        None,
        max_length=1_000,
        description="Return only pages with this text in their address or title. The case of a to "
        "z does not matter.",
        examples=["contact"],
    )
    title: str | None = Field(
        None,
        max_length=1_000,
        description="Return only pages with this text in their title. The case of a to z does not "
        "matter.",
    )
    after_seq: int | None = Field(
        None,
        ge=0,
        le=2**62,
        description="Return only pages that ended after the page with this `seq`.",
    )


def filter_of(query: FilterQuery) -> PageFilter:
    """Return the filter that a request describes. Raises InvalidInput."""
    state, is_fetched = parse_state(query.state)
    return PageFilter(
        state=state,
        is_fetched=is_fetched,
        reason=SkipReason(query.reason) if query.reason else None,
        rule=query.rule,
        error=query.error,
        status=statuses(query.status) if query.status else None,
        depth=query.depth,
        host=query.host.lower() if query.host else None,
        content_type=query.content_type.lower() if query.content_type else None,
        search=query.search,
        title=query.title,
        content_hash=int(query.content_hash, 16) if query.content_hash else None,
        after_seq=query.after_seq,
    )
