"""`leadline`: the commands, and their exit codes."""

import io
import sys
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from leadline import __version__
from leadline.cli.exit_codes import FAILED, USAGE
from leadline.cli.options.help_texts import Command, Commands, complaint
from leadline.cli.views.terminal import complain
from leadline.domain.errors import InvalidInput, LeadlineError

# The file of each command. Only the named one is imported: importing all of them takes longer
# than many commands run.
_FILES = {
    **{name: name for name in ("scrape", "crawl", "check", "crawls")},
    **{name: f"reading.{name}" for name in ("show", "pages", "why", "links", "stats", "diff")},
    "resume": "resume",
    **dict.fromkeys(("pause", "cancel", "delete"), "crawls"),
    **{name: name for name in ("export", "serve", "feeder", "demo-site", "keys")},
}


def commands(named: str | None = None) -> typer.Typer:
    """Return an app with the command of that name, or with all if there is none."""
    app = typer.Typer(
        cls=Commands,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in [named] if named in _FILES else _FILES:
        called = name.replace("-", "_")
        file = import_module(f"leadline.cli.commands.{_FILES[name].replace('-', '_')}")
        command = getattr(file, called)
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
    """A self-hosted web crawler: scrape pages, crawl sites, store their links."""
    if version:
        print(f"leadline {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


def run(app: typer.Typer) -> NoReturn:
    """Run a command. An error becomes one line on stderr and an exit code."""
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
