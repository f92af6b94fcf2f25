"""What routes ask for and answer in the same way."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

JSON = "application/json"
MOST_ITEMS = 1_000


class Asked(BaseModel):
    """What stands behind the `?`: what is not known is refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class AskedList(Asked):
    """How much of a list, and from where on."""

    limit: int = Field(50, ge=1, le=MOST_ITEMS, description="How many items at most.")
    cursor: str | None = Field(
        None,
        max_length=10_000,
        pattern=r"^[\x20-\x7e]*$",
        description="`next` of the answer to go on from.",
    )


def answered(
    value: Any, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, JSON)
