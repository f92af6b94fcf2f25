"""Messages about invalid fields of a request."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request
from pydantic import BaseModel

MOST_ERRORS = 10
# A client may invent a name of a megabyte.
_MAX_NAME = 200
_UNKNOWN = "extra_forbidden"


def field_errors(request: Request, found: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return the first errors as `field` and `message`; misspelled fields are listed first.

    A misspelled field explains the error about the required field that is then missing.
    """
    unknown = [each for each in found if each["type"] == _UNKNOWN][:MOST_ERRORS]
    misspelled = [each for each in unknown if _similar(request, each)]
    others = [each for each in found if each not in misspelled]
    return [
        {"field": ".".join(map(str, each["loc"]))[:_MAX_NAME], "message": _message(request, each)}
        for each in [*misspelled, *others][:MOST_ERRORS]
    ]


def _message(request: Request, error: Mapping[str, Any]) -> str:
    """Return the message about an invalid field; about an unknown one, with a similar name."""
    if error["type"] != _UNKNOWN:
        return str(error["msg"])
    similar = _similar(request, error)
    hint = f"; did you mean {similar[0]}?" if similar else ""
    return f"there is no field {str(error['loc'][-1])[:_MAX_NAME]}{hint}"


def _similar(request: Request, error: Mapping[str, Any]) -> list[str]:
    """Return the field that an unknown one may mean; empty if no name is similar."""
    place, *parents, name = map(str, error["loc"])
    names = [] if parents else _field_names(request, place)
    return difflib.get_close_matches(name[:_MAX_NAME], names, 1)


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
