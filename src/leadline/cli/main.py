"""`leadline`: the commands, and how each ends.

Exit codes: 0 done, 1 a check found something broken, 2 usage, 3 refused by a rule, 4 failed, 130
interrupted.
"""

import io
import sys
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from leadline import __version__
from leadline.cli.terminal import complain
from leadline.cli.wording import Command, Commands, complaint
from leadline.domain.errors import InvalidInput, LeadlineError

USAGE = 2
FAILED = 4

# The file of each command. Only the one that is named is loaded: all of them together take longer
# to load than many a command runs.
_FILES = {
    **{name: name for name in ("scrape", "crawl", "check", "crawls")},
    **{name: f"reading.{name}" for name in ("show", "pages", "why", "links", "stats", "diff")},
    "resume": "resume",
    **dict.fromkeys(("pause", "cancel", "delete"), "crawls"),
    **{name: name for name in ("export", "serve", "feeder", "demo-site", "keys")},
}


def commands(named: str | None = None) -> typer.Typer:
    """The command of that name, or all of them when there is none of that name."""
    app = typer.Typer(
        cls=Commands,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in [named] if named in _FILES else _FILES:
        called = name.replace("-", "_")
        command = getattr(import_module(f"leadline.cli.{_FILES[name].replace('-', '_')}"), called)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name, cls=Command)(command)
    app.callback(invoke_without_command=True)(leadline)
    return app


def leadline(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """A self-hosted crawler: scrape pages, crawl sites, keep their links."""
    if version:
        print(f"leadline {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


def run(app: typer.Typer) -> NoReturn:
    """Run a command and turn what went wrong into one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        sys.exit(app(standalone_mode=False))
    except InvalidInput as exc:
        complain(str(exc))
        sys.exit(USAGE)
    except typer.TyperException as exc:
        complain(complaint(exc))
        sys.exit(USAGE)
    except LeadlineError as exc:
        complain(str(exc))
        sys.exit(FAILED)
    except OSError as exc:
        complain(f"cannot write: {exc.strerror}")
        sys.exit(FAILED)
