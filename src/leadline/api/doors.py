"""What every request meets first: its id, where it comes from, who sends it, how large it is."""

import asyncio
import logging
import secrets
import time
from collections.abc import Collection
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leadline.api.connections import MAX_BODY_BYTES
from leadline.api.context import Context
from leadline.api.leaving import answer_unless_left
from leadline.api.problems import MEDIA_TYPE, Problem, problem_of
from leadline.domain.errors import LeadlineError

_access = logging.getLogger("leadline.access")
_RETRY_S = 5
_LOCAL = ("localhost", "127.0.0.1", "::1")
_SAFE = frozenset(["GET", "HEAD", "OPTIONS"])
_GUARDED = ("/api/", "/metrics")
_FOR_PROBES = frozenset(["/health", "/healthz", "/readyz"])
_BY_TICKET = ("/events", "/export")


class Doors:
    """Lets a request in, or answers why not. One for each server."""

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
            await _refuse(scope, receive, send, problem)
            return
        except LeadlineError as error:
            await _refuse(scope, receive, send, problem_of(error))
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
            await self._answer(scope, _limited(scope, receive), _named(scope, noting))
        except asyncio.CancelledError:
            if begun or scope["type"] != "http":
                raise
            # The server stops, and this took longer than it waits: the request ends here.
            await _refuse(scope, receive, send, _stopping())

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in _SAFE:
            await answer_unless_left(self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _check(self, scope: Scope, context: Context) -> None:
        headers = Headers(scope=scope)
        # Who watches over us calls us by whatever address we have; there is nothing to be had.
        if scope["path"] not in _FOR_PROBES:
            _check_host(headers, context)
        _check_origin(scope, headers, context)
        if scope["path"].startswith(_GUARDED):
            await _check_key(scope, headers, context)
        if scope["type"] == "http":
            _check_body(scope, headers)


def _check_host(headers: Headers, context: Context) -> None:
    """Who calls us by another name was sent by a page whose name leads to us (DNS rebinding)."""
    settings = context.settings
    known = (*_LOCAL, settings.host, *settings.allowed_hosts)
    names = headers.getlist("host")
    if len(names) != 1 or not _is_known(names[0], known):
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "unknown-host",
            "this server is not called that; LEADLINE_ALLOWED_HOSTS adds names",
        )


def _check_origin(scope: Scope, headers: Headers, context: Context) -> None:
    """Pages of other sites may link here, but neither change anything nor listen."""
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in _SAFE):
        return
    host = origin.partition("://")[2]
    # Another port of this machine is another origin, and anybody's.
    is_same = host.lower() == headers.get("host", "").lower()
    if not is_same and not _is_known(host, context.settings.allowed_hosts):
        raise Problem(
            HTTPStatus.FORBIDDEN, "foreign-origin", "pages of other origins may not do this"
        )


def _is_known(host: str, known: Collection[str]) -> bool:
    """Whether it is one of these, with or without its port; IPv6 addresses may have brackets."""
    before, _, port = host.rpartition(":")
    name = before if port.isdecimal() else host
    given = {host.lower(), name.lower(), name.lower().strip("[]")}
    return any(each.lower().strip("[]") in given or each.lower() in given for each in known)


async def _check_key(scope: Scope, headers: Headers, context: Context) -> None:
    if await context.keys.is_open() or await context.keys.admits(headers.get("authorization", "")):
        return
    ticket = QueryParams(scope["query_string"]).get("ticket")
    is_for_browsers = scope["type"] == "websocket" or scope["path"].endswith(_BY_TICKET)
    if ticket and is_for_browsers and context.tickets.take(ticket):
        return
    name, detail = (
        ("unknown-key", "this key is not known here: it was revoked, or is of another server")
        if headers.get("authorization")
        else (
            "no-key",
            "this needs a key: `Authorization: Bearer KEY`; `leadline keys create NAME` makes one",
        )
    )
    challenge = {"WWW-Authenticate": "Bearer"}
    raise Problem(HTTPStatus.UNAUTHORIZED, name, detail, headers=challenge)


def _check_body(scope: Scope, headers: Headers) -> None:
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > MAX_BODY_BYTES:
        raise Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", _too_large())
    has_body = length not in {"", "0"} or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if scope["method"] not in _SAFE and has_body and kind != "application/json":
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-json", "a body is JSON: application/json"
        )


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Receive no more than a body may have, whatever was announced."""
    if scope["type"] != "http":
        return receive
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY_BYTES:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _too_large())
        return message

    return limited


def _named(scope: Scope, send: Send) -> Send:
    async def named(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            headers["X-Request-Id"] = scope["request_id"]
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers["X-Frame-Options"] = "DENY"
        await send(message)

    return named


async def _refuse(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        # Before a socket is accepted, a refusal is an HTTP answer.
        kind = "websocket.http.response"
    body = problem.body(scope["request_id"])
    headers = {**problem.headers, "Content-Type": MEDIA_TYPE, "Content-Length": str(len(body))}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    sending = _named(scope, send)
    await sending({"type": f"{kind}.start", "status": problem.status.value, "headers": raw})
    await sending({"type": f"{kind}.body", "body": body})
    if scope["type"] == "websocket":
        # Until the connection has ended: uvicorn would take a refusal for a mistake of ours.
        await receive()
        await receive()


def _log_answer(scope: Scope, start: Message, took_s: float) -> None:
    """Log a request; its query may have a ticket, or what a site calls a secret."""
    fields = {
        "method": scope.get("method", "WS"),
        "path": scope["path"],
        "status": start.get("status", HTTPStatus.SWITCHING_PROTOCOLS.value),
        "took_ms": round(took_s * 1000),
        "client": (scope.get("client") or ("",))[0],
    }
    _access.info("answered", extra={"request_id": scope["request_id"], **fields})


def _stopping() -> Problem:
    detail = "the server stops; ask again when it is back, with the same Idempotency-Key if any"
    headers = {"Retry-After": str(_RETRY_S), "Connection": "close"}
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "stopping", detail, headers=headers)


def _too_large() -> str:
    return f"a body has at most {MAX_BODY_BYTES:,} bytes"
