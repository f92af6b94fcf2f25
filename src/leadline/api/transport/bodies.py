"""Request bodies: the largest number of bytes and of JSON values."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope

from leadline.api.transport.connections import MAX_BODY_BYTES

TOO_LARGE = f"a body may have up to {MAX_BODY_BYTES:,} bytes"
# No route accepts 1,000. Each of 110,000 unknown fields is a problem; listing them took 0.6 s.
MAX_VALUES = 2_000
# A value is the first of an array or object, or follows a comma.
_BEFORE_VALUES = (b",", b"[", b"{")


def limited(scope: Scope, receive: Receive) -> Receive:
    """Return a `receive` that raises HTTPException when a body exceeds the limits."""
    if scope["type"] != "http":
        return receive
    body = bytearray()

    async def receive_limited() -> Message:
        message = await receive()
        body.extend(message.get("body", b""))
        if len(body) > MAX_BODY_BYTES:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)
        if not message.get("more_body"):
            if _has_many_values(body):
                detail = f"a body may have up to {MAX_VALUES:,} values"
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)
            body.clear()
        return message

    return receive_limited


def _has_many_values(body: bytearray) -> bool:
    # JSON in UTF-16 or UTF-32 has NUL bytes. Its strings cannot be found by bytes.
    if 0 in body and _values(body) > MAX_VALUES:
        return True
    return _values(body) > MAX_VALUES and _values(_without_strings(body)) > MAX_VALUES


def _values(body: bytes | bytearray) -> int:
    """Return the number of values, including commas and brackets inside strings."""
    return sum(map(body.count, _BEFORE_VALUES))


def _without_strings(body: bytearray) -> bytes:
    quoted = bytes(body).replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(quoted.split(b'"')[::2])
