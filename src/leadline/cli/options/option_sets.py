"""Options that several commands share, as one class."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

Command = Callable[..., None]


def takes(options: type[Any], called: str) -> Callable[[Command], Command]:
    """Give a command an option for each field of a class, where it has the parameter `called`."""
    fields = inspect.signature(options).parameters

    def decorated(command: Command) -> Command:
        parameters = [
            parameter
            for own in inspect.signature(command).parameters.values()
            for parameter in (fields.values() if own.name == called else [own])
        ]

        @wraps(command)
        def spread(**given: Any) -> None:
            taken = options(**{name: given.pop(name) for name in fields})
            command(**{called: taken}, **given)

        spread.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        spread.__annotations__ = {each.name: each.annotation for each in parameters}
        return spread

    return decorated
