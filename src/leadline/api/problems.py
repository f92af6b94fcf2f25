"""Errors as programs receive them: problem documents (RFC 9457), from one table."""

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

from leadline.api.leaving import ClientLeft
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

_log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
_RETRY_S = 5
_MOST_ERRORS = 10
_SCHEMAS = "#/components/schemas/"

# The first that fits holds.
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


class FieldProblem(BaseModel):
    """What is wrong with one field of a request."""

    field: str = Field(description="Where: `body.depth`, `query.limit`.", examples=["body.depth"])
    message: str = Field(description="What would be right.")


class ProblemDocument(BaseModel):
    """What went wrong (RFC 9457)."""

    type: str = Field(examples=["urn:leadline:problem:unknown-crawl"])
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(description="For people: what happened, and what to do.")
    request_id: str = Field(description="Also in the server's log, and in `X-Request-Id`.")
    errors: list[FieldProblem] | None = Field(None, description="The first ten of them.")


class Problem(Exception):
    """What a route cannot do, as it is to be answered."""

    def __init__(
        self,
        status: HTTPStatus,
        name: str,
        detail: str,
        *,
        errors: list[dict[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.name = name
        self.detail = detail
        self.errors = errors
        self.headers = dict(headers or {})

    def body(self, request_id: str) -> bytes:
        """The document."""
        document: dict[str, Any] = {
            "type": f"urn:leadline:problem:{self.name}",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": self.detail,
            "request_id": request_id,
        }
        if self.errors:
            document["errors"] = self.errors
        return msgspec.json.encode(document)


def problem_of(error: LeadlineError) -> Problem:
    """What an error of ours is to a program."""
    status = next(status for kind, status in _TABLE if isinstance(error, kind))
    headers = {"Retry-After": str(_RETRY_S)} if status is HTTPStatus.SERVICE_UNAVAILABLE else {}
    return Problem(status, _kebab(type(error).__name__), str(error), headers=headers)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems of a route, for its documentation."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_SCHEMAS}ProblemDocument"}}},
        }
        for status in statuses
    }


def schemas() -> dict[str, Any]:
    """What `documented` refers to."""
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
    """The name of a request, which its answer and our log have."""
    return str(request.scope.get("request_id", ""))


def _answer(request: Request, problem: Problem) -> Response:
    body = problem.body(request_id_of(request))
    return Response(body, problem.status, problem.headers, MEDIA_TYPE)


async def _on_problem(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Problem)  # noqa: S101 -- registered for it
    return _answer(request, exc)


async def _on_error(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, LeadlineError)  # noqa: S101 -- registered for it
    return _answer(request, problem_of(exc))


async def _on_validation(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, RequestValidationError)  # noqa: S101 -- registered for it
    found = exc.errors()
    if found[0]["type"] == "json_invalid":
        problem = Problem(HTTPStatus.BAD_REQUEST, "not-json", "the body is not JSON")
    else:
        errors = [
            {"field": ".".join(map(str, each["loc"])), "message": str(each["msg"])}
            for each in found[:_MOST_ERRORS]
        ]
        detail = f"{errors[0]['field']}: {errors[0]['message']}"
        if len(found) > _MOST_ERRORS:
            detail += f"; {len(found):,} problems in all, of which {_MOST_ERRORS} are listed"
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        problem = Problem(status, "invalid-request", detail, errors=errors)
    return _answer(request, problem)


async def _on_http(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, HTTPException)  # noqa: S101 -- registered for it
    status = HTTPStatus(exc.status_code)
    name = _kebab(status.phrase.title().replace(" ", "").replace("-", ""))
    detail = exc.detail
    if status is HTTPStatus.NOT_FOUND:
        detail = f"there is nothing at {request.url.path}; /docs tells what there is"
    headers = dict(exc.headers or {})
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(await _allowed(request)) or headers.get("Allow", "")
        detail = f"{request.method} is not for {request.url.path}; {headers['Allow']} is"
    return _answer(request, Problem(status, name, detail, headers=headers))


async def _allowed(request: Request) -> list[str]:
    """The methods that a path has; each route knows only its own."""
    path = request.url.path
    document = await asyncio.to_thread(request.app.openapi)
    documented: dict[str, dict[str, Any]] = document["paths"]
    fitting = [
        methods for known, methods in documented.items() if compile_path(known)[0].match(path)
    ]
    return sorted({method.upper() for methods in fitting for method in methods})


async def _on_left(_: Request, __: Exception) -> Response:
    # The connection is closed: it goes nowhere.
    return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)


async def _on_bug(request: Request, exc: Exception) -> Response:
    _log.error("request failed", exc_info=exc, extra={"request_id": request_id_of(request)})
    detail = "this is our fault; the server's log tells more under the request's id"
    return _answer(request, Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "bug", detail))


def _kebab(name: str) -> str:
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).lstrip("-")
