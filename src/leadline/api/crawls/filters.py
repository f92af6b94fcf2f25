"""Filters of pages."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from leadline.api.answers import Asked
from leadline.api.crawls.schemas import MOST
from leadline.domain.listing import PageFilter
from leadline.domain.outcomes import SkipReason
from leadline.services.pages import STATUSES, AskedState, spelt, state_asked, statuses

AnyCase = Annotated[
    AskedState, BeforeValidator(lambda text: spelt(text) if isinstance(text, str) else text)
]
Reason = Literal["scope", "robots", "limit", "trap", "address"]


class AskedFilter(Asked):
    """A filter of pages: they meet all that is given."""

    state: AnyCase | None = Field(
        None,
        description="Only pages in this state, in capital or small letters. `FETCHED` and "
        "`TOO-DEEP` are the two kinds of COMPLETED pages, `QUEUED` is PENDING, and `FETCHING` "
        "IN-PROGRESS.",
    )
    reason: Reason | None = Field(None, description="Only pages that were skipped for it.")
    rule: str | None = Field(
        None,
        max_length=200,
        description="Only pages that this rule keeps out, as `cuts` names them.",
        examples=["max_per_shape"],
    )
    error: str | None = Field(
        None,
        max_length=200,
        description="Only pages that failed in this way, as `errors` names them.",
        examples=["TimedOut"],
    )
    status: str | None = Field(
        None,
        pattern=STATUSES,
        description="Only pages that answered with it: a status, or a class of them.",
        examples=["404", "4xx"],
    )
    depth: int | None = Field(None, ge=0, le=MOST, description="Only pages at this depth.")
    host: str | None = Field(
        None,
        max_length=300,
        description="Only pages of this host, with its port when that is not 80 or 443.",
        examples=["example.com"],
    )
    content_type: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9.+-]{1,100}/([A-Za-z0-9.+-]{1,100}|\*)$",
        description="Only pages of this type, or of all of a kind.",
        examples=["text/html", "image/*"],
    )
    content_hash: str | None = Field(
        None,
        pattern="^[0-7][0-9a-f]{15}$",
        description="Only pages with the same bytes as the one that has this.",
    )
    search: str | None = Field(
        None,
        max_length=1_000,
        description="Only pages with this in their address or title; a to z are as A to Z.",
        examples=["contact"],
    )
    title: str | None = Field(
        None,
        max_length=1_000,
        description="Only pages with this in their title; a to z are as A to Z.",
    )
    after_seq: int | None = Field(
        None, ge=0, le=2**62, description="Only pages that ended after the one with this `seq`."
    )


def filter_of(asked: AskedFilter) -> PageFilter:
    """Return what a request asks for in our words. Raises InvalidInput."""
    state, is_fetched = state_asked(asked.state)
    return PageFilter(
        state=state,
        is_fetched=is_fetched,
        reason=SkipReason(asked.reason) if asked.reason else None,
        rule=asked.rule,
        error=asked.error,
        status=statuses(asked.status) if asked.status else None,
        depth=asked.depth,
        host=asked.host.lower() if asked.host else None,
        content_type=asked.content_type.lower() if asked.content_type else None,
        search=asked.search,
        title=asked.title,
        content_hash=int(asked.content_hash, 16) if asked.content_hash else None,
        after_seq=asked.after_seq,
    )
