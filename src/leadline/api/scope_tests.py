"""Which addresses a scope and its patterns would let in, without fetching any."""

import asyncio
from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline import bootstrap
from leadline.api.answers import answered
from leadline.api.context import Shared
from leadline.api.crawls.filters import Reason
from leadline.api.crawls.schemas import Patterns, Scope, Strict
from leadline.api.problems import documented
from leadline.services.export_formats.table import Row
from leadline.services.scope_tests import scope_test
from leadline.urls.scope import ScopeRule

router = APIRouter(prefix="/api/v1/scope-test", tags=["crawls"])

_SITE = "https://example.com"


class ScopeRequest(Strict):
    """A scope, and addresses to try it on."""

    url: str = Field(
        description="Where the crawl would begin.",
        min_length=1,
        max_length=8_192,
        examples=[f"{_SITE}/docs/"],
    )
    scope: Scope = Field("domain", description="How far from the root links are followed.")
    include: Patterns = Field([], description="Only addresses like one of these.")
    exclude: Patterns = Field(
        [], description="No addresses like one of these.", examples=[["/tag/*"]]
    )
    addresses: list[Annotated[str, Field(max_length=8_192)]] = Field(
        description="Those that begin with no scheme are seen from the root.",
        max_length=200,
        examples=[[f"{_SITE}/docs/intro", "/tag/new", "https://elsewhere.example/"]],
    )


class Tried(BaseModel):
    """What becomes of an address."""

    url: str
    address: str | None = Field(description="What would be requested; null if it is none.")
    followed: bool
    reason: Reason | None
    rule: str | None = Field(description="The rule that keeps it out.", examples=["exclude"])
    pattern: str | None = Field(
        description="The pattern that decided, if one did.", examples=["/tag/*"]
    )
    detail: str = Field(examples=["excluded by /tag/*"])


class TriedScope(BaseModel):
    """What becomes of all addresses, in the order given."""

    items: list[Tried]
    next: None = Field(description="Always null: all of it is there.")


@router.post("", response_model=TriedScope, responses=documented(400, 401, 403, 413, 415, 422, 503))
async def try_scope(request: ScopeRequest, context: Shared) -> Response:
    """Whether links to these addresses would be followed, and by which rule not.

    Nothing is fetched: what robots.txt and the guard say is not known here, and neither are
    budgets, which depend on what comes before.
    """
    traps = bootstrap.defaults(context.settings).traps

    def tried() -> list[Row]:
        rule = ScopeRule(request.scope)
        test = scope_test(request.url, rule, request.include, request.exclude, traps)
        return test.try_on(request.addresses)

    # Many patterns on long addresses take a while.
    return answered({"items": await asyncio.to_thread(tried), "next": None})
