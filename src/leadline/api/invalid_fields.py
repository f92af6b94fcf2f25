"""Messages about invalid fields of a request."""

import difflib
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from pydantic import BaseModel

# A client may invent a name of a megabyte.
MAX_NAME = 200


def message_of(request: Request, error: Mapping[str, Any]) -> str:
    """Return the message about an invalid field; about an unknown one, with a similar name."""
    if error["type"] != "extra_forbidden":
        return str(error["msg"])
    place, *parents, name = map(str, error["loc"])
    names = [] if parents else _field_names(request, place)
    similar = difflib.get_close_matches(name[:MAX_NAME], names, 1)
    hint = f"; similar: {similar[0]}" if similar else ""
    return f"there is no field {name[:MAX_NAME]}{hint}"


def _field_names(request: Request, place: str) -> list[str]:
    """Return the names of the fields that a route accepts in its body or query."""
    dependant = request.scope["route"].dependant
    accepted = dependant.body_params if place == "body" else dependant.query_params
    models = [each.field_info.annotation for each in accepted]
    return [
        field.alias or name
        for model in models
        if isinstance(model, type) and issubclass(model, BaseModel)
        for name, field in model.model_fields.items()
    ]
