"""Asking the server: what may be repeated, when, and what its refusals mean."""

import random
from typing import TypeVar

import msgspec

from leadline.client.effects import Broken, Call, Open, Pause, Reply, Steps
from leadline.client.errors import (
    ClientError,
    Conflict,
    NotLeadline,
    Problem,
    ProblemDocument,
    Unreachable,
    problem_of,
)

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

Wanted = TypeVar("Wanted")


def asked(call: Call, wanted: type[Wanted]) -> Steps[Wanted]:
    """What the server answers. Raises ClientError."""
    reply = yield from _answered(call, call)
    return decoded(reply.body, wanted, reply.server)


def done(call: Call) -> Steps[None]:
    """The same where there is nothing to be told."""
    yield from _answered(call, call)


def opened(call: Call) -> Steps[Reply]:
    """An answer whose body is to be read by `More`. Raises ClientError."""
    return (yield from _answered(call, Open(call)))


def decoded(body: bytes, wanted: type[Wanted], server: str = "the server") -> Wanted:
    """A value of the API. Raises NotLeadline."""
    try:
        return msgspec.json.decode(body, type=wanted)
    except msgspec.DecodeError as exc:
        raise NotLeadline(f"{server} does not answer as a Leadline server does: {exc}") from exc


def pause_s(attempt: int) -> float:
    """How long to wait after so many attempts: ever longer, and not all at the same time."""
    return _FIRST_PAUSE_S * (1 << (attempt - 1)) * random.uniform(0.8, 1.2)  # noqa: S311 -- no secret


def _answered(call: Call, effect: Call | Open) -> Steps[Reply]:
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
        # Who asks again may meet himself.
        return error.name == _STILL_ASKED and attempt > 1
    return isinstance(error, Unreachable) or (
        isinstance(error, Problem) and error.status in _PASSING
    )


def _asked_for_s(reply: Reply | Broken) -> float | None:
    """How long the server wants us to wait, if it says so."""
    asked_for = "" if isinstance(reply, Broken) else reply.headers.get("retry-after", "")
    return min(float(asked_for), _LONGEST_PAUSE_S) if asked_for.isdecimal() else None


def _error_of(reply: Reply | Broken) -> ClientError:
    if isinstance(reply, Broken):
        hint = "; is a server running there?" if reply.is_unconnected else ""
        return Unreachable(f"no answer from {reply.server}: {reply.reason}{hint}")
    try:
        document = msgspec.json.decode(reply.body, type=ProblemDocument)
    except msgspec.DecodeError:
        said = reply.body[:200].decode(errors="replace")
        if reply.status not in _OF_PROXIES:
            what = f"HTTP {reply.status}: {said}"
            return NotLeadline(f"{reply.server} does not answer as a Leadline server does: {what}")
        document = ProblemDocument("about:blank", "", reply.status, f"HTTP {reply.status}: {said}")
    return problem_of(document)
