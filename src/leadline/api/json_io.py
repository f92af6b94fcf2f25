"""Query parameters of lists, and answers in JSON."""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Literal

import msgspec
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema

MOST = 1_000_000_000
JSON = "application/json"
MOST_ITEMS = 1_000


class StrictQuery(BaseModel):
    """Query parameters. Unknown names are rejected."""

    model_config = ConfigDict(extra="forbid")


class ListQuery(StrictQuery):
    """The size of a list, and the place where it continues."""

    limit: int = Field(
        50, ge=1, le=MOST_ITEMS, description="The largest number of items to return."
    )
    cursor: str | None = Field(
        None,
        max_length=10_000,
        pattern=r"^[\x20-\x7e]*$",
        description="The `next` of the previous answer, to get the items that follow.",
    )


def one_of(kind: type[StrEnum]) -> GetPydanticSchema:
    """Return the schema of a text that is a value of an enum, documented where it is used."""
    values = Literal[tuple(str(each) for each in kind)]  # type: ignore[valid-type]
    return GetPydanticSchema(lambda _, handler: handler(values))


def json_response(
    value: Any, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer with a value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, JSON)
