"""Routes that test which addresses a scope and its patterns include, without fetching any."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from leadline import bootstrap
from leadline.api.context import Shared
from leadline.api.crawls.schemas import Patterns, Scope, Strict
from leadline.api.json_io import json_response
from leadline.api.problems import problem_responses
from leadline.api.scrapes.options import address_of
from leadline.api.transport.leaving import unless_left
from leadline.domain.json_objects import JsonObject
from leadline.services.crawling.scope_tests import scope_test
from leadline.services.page_records import Reason
from leadline.urls.scope import ScopeRule

router = APIRouter(prefix="/api/v1/scope-test", tags=["crawls"])

_SITE = "https://example.com"


class ScopeRequest(Strict):
    """A scope, and addresses to test with it."""

    url: str = Field(
        description="The URL of the root of the crawl.",
        min_length=1,
        max_length=8_192,
        examples=[f"{_SITE}/docs/"],
    )
    scope: Scope = Field("domain", description="How far from the root links are followed.")
    include: Patterns = Field(
        [], description="Fetch only addresses that match one of these patterns."
    )
    exclude: Patterns = Field(
        [], description="Skip addresses that match one of these patterns.", examples=[["/tag/*"]]
    )
    addresses: list[Annotated[str, Field(max_length=8_192)]] = Field(
        description="The addresses to test. An address without a scheme is relative to the root.",
        max_length=200,
        examples=[[f"{_SITE}/docs/intro", "/tag/new", "https://elsewhere.example/"]],
    )


class Tried(BaseModel):
    """The result for one address."""

    url: str
    address: str | None = Field(
        description="The address that would be requested; null if there is none."
    )
    followed: bool
    reason: Reason | None
    rule: str | None = Field(description="The rule that skips the address.", examples=["exclude"])
    pattern: str | None = Field(
        description="The pattern that decided, if one did.", examples=["/tag/*"]
    )
    detail: str = Field(examples=["excluded by /tag/*"])


class TriedScope(BaseModel):
    """The results for all addresses, in the order of the request."""

    items: list[Tried]
    next: None = Field(description="Always null: the list is complete.")


@router.post(
    "",
    summary="Test a scope",
    response_model=TriedScope,
    responses=problem_responses(400, 401, 403, 413, 415, 422, 429, 503),
)
async def try_scope(given: ScopeRequest, request: Request, context: Shared) -> Response:
    """Test whether links to these addresses would be followed, and which rule skips the others.

    Nothing is fetched. robots.txt, the guard, and limits that depend on other pages are not tested.
    """
    root = address_of(given.url)
    traps = bootstrap.defaults(context.settings).traps

    def try_it(is_stopped: Callable[[], bool]) -> list[JsonObject]:
        patterns = (given.include, given.exclude)
        test = scope_test(root, ScopeRule(given.scope), patterns, traps, is_stopped)
        return test.try_on(given.addresses)

    tried = await unless_left(request.receive, context.trials.run(try_it))
    return json_response({"items": tried, "next": None})
