"""Errors as clients receive them: problem documents (RFC 9457), from one table."""

import asyncio
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from leadline.api.invalid_fields import MOST_ERRORS, field_errors
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import Face
from leadline.domain.errors import (
    ConnectTimedOut,
    FetchError,
    IdempotencyConflict,
    InvalidInput,
    LeadlineError,
    StoreError,
    TimedOut,
    UnknownArtifact,
    UnknownCrawl,
    UnknownPage,
)
from leadline.domain.skips import Skipped
from leadline.services.next_steps import step_after_failure, step_after_skip

_log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
_RETRY_S = 5
_SCHEMAS = "#/components/schemas/"

# The first class that matches decides.
_TABLE: tuple[tuple[type[LeadlineError], HTTPStatus], ...] = (
    (UnknownCrawl, HTTPStatus.NOT_FOUND),
    (UnknownPage, HTTPStatus.NOT_FOUND),
    (UnknownArtifact, HTTPStatus.NOT_FOUND),
    (IdempotencyConflict, HTTPStatus.UNPROCESSABLE_ENTITY),
    (InvalidInput, HTTPStatus.UNPROCESSABLE_ENTITY),
    (StoreError, HTTPStatus.SERVICE_UNAVAILABLE),
    (TimedOut, HTTPStatus.GATEWAY_TIMEOUT),
    (ConnectTimedOut, HTTPStatus.GATEWAY_TIMEOUT),
    (FetchError, HTTPStatus.BAD_GATEWAY),
    (LeadlineError, HTTPStatus.INTERNAL_SERVER_ERROR),
)


class ClientLeft(Exception):
    """The client disconnected before it was answered."""


class FieldProblem(BaseModel):
    """One invalid field of a request."""

    field: str = Field(
        description="The place of the field, such as `body.depth` or `query.limit`.",
        examples=["body.depth"],
    )
    message: str = Field(description="A description of valid values.")


class ProblemDocument(BaseModel):
    """A problem document (RFC 9457)."""

    type: str = Field(examples=["urn:leadline:problem:unknown-crawl"])
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(description="A sentence for people: what happened.")
    next_step: str | None = Field(
        None,
        description="The remedy, if `detail` does not name one.",
        examples=["fetch it anyway with `respect_robots: false`"],
    )
    request_id: str = Field(
        description="The id of the request, also in the server's log and in `X-Request-Id`."
    )
    errors: list[FieldProblem] | None = Field(None, description="The first ten invalid fields.")


class Problem(Exception):
    """An error of a route, with the answer for the client."""

    def __init__(
        self,
        status: HTTPStatus,
        name: str,
        detail: str,
        *,
        next_step: str = "",
        errors: list[dict[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.name = name
        self.detail = detail
        self.next_step = next_step
        self.errors = errors
        self.headers = dict(headers or {})

    def body(self, request_id: str) -> bytes:
        """Return the problem document as JSON."""
        document: dict[str, Any] = {
            "type": f"urn:leadline:problem:{self.name}",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": self.detail,
            "request_id": request_id,
        }
        if self.next_step:
            document["next_step"] = self.next_step
        if self.errors:
            document["errors"] = self.errors
        return msgspec.json.encode(document)


def problem_of(error: LeadlineError, face: Face) -> Problem:
    """Return the problem for an error of the domain; its next step names fields of this API."""
    status = next(status for kind, status in _TABLE if isinstance(error, kind))
    headers = {"Retry-After": str(_RETRY_S)} if status is HTTPStatus.SERVICE_UNAVAILABLE else {}
    detail, name, step = str(error), type(error).__name__, ""
    if isinstance(error, FetchError):
        step = step_after_failure(error.at or "", name, detail, face)
        detail = f"{detail} ({error.at})" if error.at else detail
    if isinstance(error, UnknownCrawl):
        detail = f"{detail}; GET /api/v1/crawls lists the crawls"
    return Problem(status, _kebab(name), detail, next_step=step, headers=headers)


def refusal_problem(
    status: HTTPStatus, refusal: Skipped, face: Face, address: Address | None = None
) -> Problem:
    """Return the problem for an address that a rule skips; networks are opened by the server."""
    detail = refusal.detail or f"{refusal.reason}: {refusal.rule}"
    detail = detail.replace("allow it with --allow", "restart leadline serve with --allow")
    step = step_after_skip(address or "", refusal.reason, detail, face)
    return Problem(status, f"refused-by-{refusal.reason}", detail, next_step=step)


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI responses for the problems of a route."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_SCHEMAS}ProblemDocument"}}},
        }
        for status in statuses
    }


def schemas() -> dict[str, Any]:
    """Return the schemas that `problem_responses` refers to."""
    document = ProblemDocument.model_json_schema(ref_template=_SCHEMAS + "{model}")
    return {**document.pop("$defs"), "ProblemDocument": document}


def install(app: FastAPI) -> None:
    """Answer every error with a problem document."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(LeadlineError, _on_error)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(ClientLeft, _on_left)
    app.add_exception_handler(Exception, _on_bug)


def request_id_of(request: Request) -> str:
    """Return the id of a request, which its answer and the server's log contain."""
    return str(request.scope.get("request_id", ""))


def _answer(request: Request, problem: Problem) -> Response:
    body = problem.body(request_id_of(request))
    return Response(body, problem.status, problem.headers, MEDIA_TYPE)


async def _on_problem(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Problem)  # noqa: S101 -- registered for it
    return _answer(request, exc)


async def _on_error(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, LeadlineError)  # noqa: S101 -- registered for it
    return _answer(request, problem_of(exc, _face_of(request.url.path)))


async def _on_validation(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, RequestValidationError)  # noqa: S101 -- registered for it
    found = exc.errors()
    if found[0]["type"] == "json_invalid":
        problem = Problem(HTTPStatus.BAD_REQUEST, "not-json", "the body is not valid JSON")
    else:
        errors = field_errors(request, found)
        detail = f"{errors[0]['field']}: {errors[0]['message']}"
        if len(found) > MOST_ERRORS:
            detail += f"; {len(found):,} problems in all, the first {MOST_ERRORS} are listed"
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        problem = Problem(status, "invalid-request", detail, errors=errors)
    return _answer(request, problem)


async def _on_http(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, HTTPException)  # noqa: S101 -- registered for it
    status = HTTPStatus(exc.status_code)
    name = _kebab(status.phrase.title().replace(" ", "").replace("-", ""))
    detail = exc.detail
    if status is HTTPStatus.NOT_FOUND:
        detail = f"there is no route {request.url.path}; /docs lists all routes"
    headers = dict(exc.headers or {})
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(await _allowed_methods(request)) or headers.get("Allow", "")
        detail = (
            f"{request.url.path} does not accept {request.method}; it accepts {headers['Allow']}"
        )
    return _answer(request, Problem(status, name, detail, headers=headers))


async def _allowed_methods(request: Request) -> list[str]:
    """Return the methods of a path: each route knows only its own."""
    path = request.url.path
    document = await asyncio.to_thread(request.app.openapi)
    documented: dict[str, dict[str, Any]] = document["paths"]
    fitting = [
        methods for known, methods in documented.items() if compile_path(known)[0].match(path)
    ]
    return sorted({method.upper() for methods in fitting for method in methods})


async def _on_left(_: Request, __: Exception) -> Response:
    # The connection is closed: the client does not receive this.
    return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)


async def _on_bug(request: Request, exc: Exception) -> Response:
    _log.error("request failed", exc_info=exc, extra={"request_id": request_id_of(request)})
    detail = "the server failed; its log has the details under the id of this request"
    return _answer(request, Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "bug", detail))


def _face_of(path: str) -> Face:
    return Face.CRAWL_API if path.startswith("/api/v1/") else Face.JOB_API


def _kebab(name: str) -> str:
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).lstrip("-")
