"""Checks that every request passes first: host, origin, API key, size and type of its body."""

import asyncio
import logging
import secrets
import time
from collections.abc import Collection
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leadline.api.context import Context
from leadline.api.problems import MEDIA_TYPE, Problem, problem_of
from leadline.api.transport.bodies import TOO_LARGE, limited
from leadline.api.transport.connections import MAX_BODY_BYTES
from leadline.api.transport.leaving import answer_unless_left
from leadline.domain.crawl_options import Face
from leadline.domain.errors import LeadlineError

_access = logging.getLogger("leadline.access")
_RETRY_S = 5
_LOCAL = ("localhost", "127.0.0.1", "::1")
_SAFE = frozenset(["GET", "HEAD", "OPTIONS"])
_GUARDED = ("/api/", "/metrics")
_FOR_PROBES = frozenset(["/health", "/healthz", "/readyz"])
_BY_TICKET = ("/events", "/export")
_MAX_PARAMETERS = 100
_NO_BEARER = "the Authorization header has no API key: write `Authorization: Bearer KEY`"
_NO_KEY = "an API key is needed: `Authorization: Bearer KEY`; `leadline keys create NAME` makes one"
_UNKNOWN_KEY = (
    "the server does not know this API key: it was revoked, or belongs to another server; "
    "`leadline keys list` lists its keys, and `leadline keys create NAME` makes one"
)


class Admission:
    """Middleware that admits a request, or answers it with a problem. One per server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        scope["request_id"] = secrets.token_hex(8)
        try:
            await self._check(scope, scope["app"].state.context)
        except Problem as problem:
            await _reject(scope, receive, send, problem)
            return
        except LeadlineError as error:
            await _reject(scope, receive, send, problem_of(error, Face.JOB_API))
            return
        begun, began_at = False, time.monotonic()
        logs = scope["app"].state.context.settings.access_log

        async def noting(message: Message) -> None:
            nonlocal begun
            if logs and not begun:
                _log_answer(scope, message, time.monotonic() - began_at)
            begun = True
            await send(message)

        try:
            await self._answer(scope, limited(scope, receive), _add_headers(scope, noting))
        except asyncio.CancelledError:
            if begun or scope["type"] != "http":
                raise
            # The server stops, and this request took longer than the server waits: end it here.
            await _reject(scope, receive, send, _stopping())

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in _SAFE:
            await answer_unless_left(self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _check(self, scope: Scope, context: Context) -> None:
        headers = Headers(scope=scope)
        # Probes call the server by any address that it has; these routes reveal nothing.
        if scope["path"] not in _FOR_PROBES:
            _check_host(headers, context)
        _check_origin(scope, headers, context)
        _check_query(scope)
        if scope["path"].startswith(_GUARDED):
            await _check_key(scope, headers, context)
        if scope["type"] == "http":
            _check_body(scope, headers)


def _check_host(headers: Headers, context: Context) -> None:
    """Reject an unknown host name: a page may have sent it by DNS rebinding."""
    settings = context.settings
    known = (*_LOCAL, settings.host, *settings.allowed_hosts)
    names = headers.getlist("host")
    if len(names) != 1 or not _is_known(names[0], known):
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "unknown-host",
            "this server does not have this host name; add it with LEADLINE_ALLOWED_HOSTS",
        )


def _check_origin(scope: Scope, headers: Headers, context: Context) -> None:
    """Reject a request of another site's page that changes something or opens a WebSocket."""
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in _SAFE):
        return
    host = origin.partition("://")[2]
    # Another port of this machine is another origin, and may belong to any program.
    is_same = host.lower() == headers.get("host", "").lower()
    if not is_same and not _is_known(host, context.settings.allowed_hosts):
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "foreign-origin",
            "a page of another origin may not send this request",
        )


def _is_known(host: str, known: Collection[str]) -> bool:
    """Return whether `host` is in `known`, with or without its port or the brackets of IPv6."""
    before, _, port = host.rpartition(":")
    name = before if port.isdecimal() else host
    given = {host.lower(), name.lower(), name.lower().strip("[]")}
    return any(each.lower().strip("[]") in given or each.lower() in given for each in known)


def _check_query(scope: Scope) -> None:
    """Reject a query of many parameters: 10,000 unknown ones took 0.3 ms each to list."""
    if scope["query_string"].count(b"&") >= _MAX_PARAMETERS:
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "invalid-request",
            f"a query has at most {_MAX_PARAMETERS} parameters",
        )


async def _check_key(scope: Scope, headers: Headers, context: Context) -> None:
    if await context.keys.is_open() or await context.keys.admits(headers.get("authorization", "")):
        return
    ticket = QueryParams(scope["query_string"]).get("ticket")
    is_for_browsers = scope["type"] == "websocket" or scope["path"].endswith(_BY_TICKET)
    if ticket and is_for_browsers and context.tickets.take(ticket):
        return
    name, detail = _refusal(headers.get("authorization", ""))
    challenge = {"WWW-Authenticate": "Bearer"}
    raise Problem(HTTPStatus.UNAUTHORIZED, name, detail, headers=challenge)


def _refusal(given: str) -> tuple[str, str]:
    """Return the name of the problem with an Authorization header, and what to do."""
    if not given:
        return "no-key", _NO_KEY
    scheme, _, key = given.partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        return "no-key", _NO_BEARER
    return "unknown-key", _UNKNOWN_KEY


def _check_body(scope: Scope, headers: Headers) -> None:
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > MAX_BODY_BYTES:
        raise Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", TOO_LARGE)
    has_body = length not in {"", "0"} or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if scope["method"] not in _SAFE and has_body and kind != "application/json":
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "not-json",
            "the body must be JSON: send `Content-Type: application/json`",
        )


def _add_headers(scope: Scope, send: Send) -> Send:
    async def named(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            headers["X-Request-Id"] = scope["request_id"]
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers["X-Frame-Options"] = "DENY"
        await send(message)

    return named


async def _reject(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        # Before a WebSocket is accepted, a rejection is an HTTP answer.
        kind = "websocket.http.response"
    body = problem.body(scope["request_id"])
    headers = {**problem.headers, "Content-Type": MEDIA_TYPE, "Content-Length": str(len(body))}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    sending = _add_headers(scope, send)
    await sending({"type": f"{kind}.start", "status": problem.status.value, "headers": raw})
    await sending({"type": f"{kind}.body", "body": body})
    if scope["type"] == "websocket":
        # Wait until the connection has ended: uvicorn would report the rejection as an error.
        await receive()
        await receive()


def _log_answer(scope: Scope, start: Message, took_s: float) -> None:
    """Log a request without its query, which may contain a ticket or a secret of a site."""
    fields = {
        "method": scope.get("method", "WS"),
        "path": scope["path"],
        "status": start.get("status", HTTPStatus.SWITCHING_PROTOCOLS.value),
        "took_ms": round(took_s * 1000),
        "client": (scope.get("client") or ("",))[0],
    }
    _access.info("answered", extra={"request_id": scope["request_id"], **fields})


def _stopping() -> Problem:
    detail = (
        "the server is stopping; repeat the request later, with the same Idempotency-Key if it "
        "had one"
    )
    headers = {"Retry-After": str(_RETRY_S), "Connection": "close"}
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "stopping", detail, headers=headers)
