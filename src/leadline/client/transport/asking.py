"""Requests to the server: which are repeated, when, and which error an answer means."""

import random
from typing import TypeVar

import msgspec

from leadline.client.errors import (
    ClientError,
    Conflict,
    NotLeadline,
    Problem,
    ProblemDocument,
    Unreachable,
    problem_of,
)
from leadline.client.transport.effects import Broken, Call, Open, Pause, Reply, Steps

TRIES = 6
# Two seconds, in which a server may restart: a wrong address should be reported soon.
_TRIES_TO_CONNECT = 4
_FIRST_PAUSE_S = 0.25
_LONGEST_PAUSE_S = 60.0
_BAD = 400
# A proxy in front of the server may answer like this.
_OF_PROXIES = frozenset([401, 403, 407, 408, 413, 429, 500, 502, 503, 504])
_PASSING = frozenset([429, 503])
_STILL_ASKED = "in-progress"

Value = TypeVar("Value")


def ask(call: Call, wanted: type[Value]) -> Steps[Value]:
    """Send a request and return its answer. Raises ClientError."""
    reply = yield from _reply_to(call, call)
    return decode(reply.body, wanted, reply.server)


def perform(call: Call) -> Steps[None]:
    """Send a request whose answer has no body. Raises ClientError."""
    yield from _reply_to(call, call)


def open_stream(call: Call) -> Steps[Reply]:
    """Return an answer whose body is read by `More`. Raises ClientError."""
    return (yield from _reply_to(call, Open(call)))


def decode(body: bytes, wanted: type[Value], server: str = "the server") -> Value:
    """Return a value of the API. Raises NotLeadline."""
    try:
        return msgspec.json.decode(body, type=wanted)
    except msgspec.DecodeError as exc:
        raise _not_leadline(server, str(exc)) from exc


def pause_s(attempt: int) -> float:
    """Return the backoff after an attempt: it doubles, and varies by 20 %."""
    return _FIRST_PAUSE_S * (1 << (attempt - 1)) * random.uniform(0.8, 1.2)  # noqa: S311 -- no secret


def _reply_to(call: Call, effect: Call | Open) -> Steps[Reply]:
    attempt = 0
    while True:
        attempt += 1
        reply: Reply | Broken = yield effect
        if isinstance(reply, Reply) and reply.status < _BAD:
            return reply
        error = _error_of(reply)
        is_alone = isinstance(reply, Broken) and reply.is_unconnected
        tries = _TRIES_TO_CONNECT if is_alone else TRIES
        if attempt >= tries or not call.is_repeatable or not _may_pass(error, attempt):
            raise error
        yield Pause(_asked_for_s(reply) or pause_s(attempt))


def _may_pass(error: ClientError, attempt: int) -> bool:
    if isinstance(error, Conflict):
        # A repeated request may meet its own first attempt.
        return error.name == _STILL_ASKED and attempt > 1
    return isinstance(error, Unreachable) or (
        isinstance(error, Problem) and error.status in _PASSING
    )


def _asked_for_s(reply: Reply | Broken) -> float | None:
    """Return the seconds that the server asks to wait, if it does."""
    asked_for = "" if isinstance(reply, Broken) else reply.headers.get("retry-after", "")
    return min(float(asked_for), _LONGEST_PAUSE_S) if asked_for.isdecimal() else None


def _not_leadline(server: str, said: str) -> NotLeadline:
    step = "check LEADLINE_URL, or the URL that the client was given"
    return NotLeadline(f"{server} does not answer like a Leadline server; {step}: {said}")


def _error_of(reply: Reply | Broken) -> ClientError:
    if isinstance(reply, Broken):
        hint = "; is a server running there?" if reply.is_unconnected else ""
        return Unreachable(f"no answer from {reply.server}: {reply.reason}{hint}")
    try:
        document = msgspec.json.decode(reply.body, type=ProblemDocument)
    except msgspec.DecodeError:
        body = reply.body[:200].decode(errors="replace")
        said = f"HTTP {reply.status}: {body}" if body else f"HTTP {reply.status}"
        if reply.status not in _OF_PROXIES:
            return _not_leadline(reply.server, said)
        document = ProblemDocument("about:blank", "", reply.status, said)
    return problem_of(document)
