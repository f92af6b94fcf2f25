"""Answers as they are sent: encoded at once, since what they are is documented and tested."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import Query
from fastapi.responses import Response

JSON = "application/json"

Cursor = Annotated[
    str | None, Query(max_length=10_000, description="`next` of the answer to go on from.")
]


def answered(
    value: Any, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, JSON)
