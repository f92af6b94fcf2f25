"""Help, and errors of usage, in our words instead of those of the library."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from leadline.cli.views.terminal import is_stdout_closed, silence_stdout

_VALUES = {"<int>": "N", "<int range>": "N", "<float>": "N", "<float range>": "N", "<str>": "TEXT"}

_NUMBER = re.compile("[0-9]{1,9}")
_SIMILAR = re.compile(r"Did you mean .+\?")

_SAYINGS = tuple(
    (re.compile(said), ours)
    for said, ours in (
        (r"Missing (?:argument|option) '(.+?)'.*", r"\1 is missing"),
        (r"Missing command", "a command is missing"),
        (r"No such option: (\S+)", r"there is no option \1"),
        (
            r"No such option: (\S+) \(Possible options: (.+)\)",
            r"there is no option \1; did you mean \2?",
        ),
        (r"No such command '(.*?)'", r"there is no command \1"),
        (
            r"No such command '(.*?)'\. Did you mean (.+)\?",
            r"there is no command \1; did you mean \2?",
        ),
        # Without the argument, which may be the second half of a password.
        (
            r"Got unexpected extra argument.*",
            "too many arguments: quote an argument that has spaces",
        ),
        (r"Option '(.+?)' requires an argument", r"\1 needs a value"),
        (r"Option '(.+?)' does not take a value", r"\1 takes no value"),
        (r"Invalid value for '(.+?)': Value error, (.+)", r"\1: \2"),
        (r"(.+)Input should be greater than or equal to (\S+)", r"\1this should be \2 or more"),
        (r"(.+)Input should be less than or equal to (\S+)", r"\1this should be \2 or less"),
        (r"(.+)Input should be a valid integer.*", r"\1this should be a whole number"),
        (r"(.+)Input should be a valid number.*", r"\1this should be a number"),
        (r"Invalid value for '(.+?)': (.+)", r"\1: \2"),
        (r"Invalid value: (.+)", r"\1"),
    )
)


def complaint(exc: typer.TyperException) -> str:
    """Return what is wrong with a command line, and the command that prints help."""
    command = getattr(getattr(exc, "ctx", None), "command_path", "leadline")
    said = getattr(exc, "format_message", exc.__str__)().strip().removesuffix(".")
    # An option with two names is quoted as '--depth' / '--max-depth'.
    said = said.replace("' / '", " / ") or "Missing command"
    said = _SIMILAR.sub(lambda match: match[0].replace("'", ""), said)
    for pattern, ours in _SAYINGS:
        if match := pattern.fullmatch(said):
            said = match.expand(ours)
    return f"{said}{'' if said.endswith('?') else ';'} see {command} --help"


class Command(TyperCommand):
    """A command whose help shows values to type instead of types."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with values to type instead of types."""
        return [_in_our_words(each, ctx) for each in super().get_params(ctx)]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line, without braces around arguments."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help until the reader closes the pipe."""
        with _until_reader_closes():
            super().format_help(ctx, formatter)


class Commands(TyperGroup):
    """All commands. A command ends without an error when its reader closes the pipe."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with values to type instead of types."""
        return [_in_our_words(each, ctx) for each in super().get_params(ctx)]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help until the reader closes the pipe."""
        with _until_reader_closes():
            super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Run a command, and flush its output."""
        with _until_reader_closes():
            result = super().invoke(ctx)
            print(end="", flush=True)
            return result


@contextmanager
def _until_reader_closes() -> Iterator[None]:
    """Exit with 0 when the reader of stdout is gone, as in `leadline ... | head -1`."""
    try:
        yield
    except BrokenPipeError as exc:
        # Only for stdout: another broken pipe is an error.
        if not is_stdout_closed():
            raise
        silence_stdout()
        raise typer.Exit(0) from exc
    except SystemExit as exc:
        # rich exits by itself, with a code that says failure.
        if isinstance(exc.__context__, BrokenPipeError):
            raise typer.Exit(0) from exc
        raise


def _in_our_words(parameter: Any, ctx: Any) -> Any:
    if isinstance(parameter, TyperArgument):
        parameter.display_type_rich = lambda ctx: None  # type: ignore[method-assign]  # noqa: ARG005
    elif parameter.metavar is None:
        shown = parameter.display_type(ctx)
        named = _VALUES.get(shown, shown.strip("<>"))
        parameter.metavar = "" if parameter.is_flag else named
    # Only for the help: the limits are checked elsewhere, and the error names them.
    parameter.min = parameter.max = None
    if not isinstance(parameter.get_runtime_param, _Plainly):
        parameter.get_runtime_param = _Plainly(parameter)
    return parameter


class _Plainly:
    """A converter of option values that handles plain ones itself.

    The library's own converters take longer to import than everything else that a command needs.
    They convert, or reject, values that are not plain.
    """

    def __init__(self, parameter: Any) -> None:
        self._type = parameter.type_descriptor.annotation
        self._limits = parameter.type_descriptor.parameter_info
        self._otherwise = parameter.get_runtime_param

    def __call__(self) -> "_Plainly":
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value that a command receives."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if type(value) is self._type:
            return value
        if self._type == list[str] and all(isinstance(each, str) for each in value):
            return list(value)
        if self._type is int and _NUMBER.fullmatch(value) and self._is_within(int(value)):
            return int(value)
        return self._otherwise().coerce(value, param=param, ctx=ctx)

    def _is_within(self, number: int) -> bool:
        least, most = self._limits.min, self._limits.max
        return (least is None or number >= least) and (most is None or number <= most)
