"""`leadline`: the commands, and how each ends.

Exit codes: 0 done, 2 usage, 3 refused by a rule, 4 failed, 130 interrupted.
"""

import io
import os
import sys
from typing import Annotated

import typer

from leadline import __version__
from leadline.cli.crawl import crawl
from leadline.cli.crawls import cancel, crawls, delete, pause, resume
from leadline.cli.demo_site import demo_site
from leadline.cli.export import export
from leadline.cli.scrape import scrape
from leadline.cli.terminal import complain
from leadline.domain.errors import InvalidInput, LeadlineError

USAGE = 2
FAILED = 4

app = typer.Typer(
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("scrape")(scrape)
app.command("crawl")(crawl)
for command in (crawls, resume, pause, cancel, delete, export):
    app.command(command.__name__)(command)
app.command("demo-site")(demo_site)


@app.callback(invoke_without_command=True)
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


def main() -> None:
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
        command = getattr(getattr(exc, "ctx", None), "command_path", "leadline")
        complain(f"{_reason(exc).removesuffix('.')}; see {command} --help")
        sys.exit(USAGE)
    except LeadlineError as exc:
        complain(str(exc))
        sys.exit(FAILED)
    except BrokenPipeError:
        # Who read our output has gone, and so may we, without another word at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)
    except OSError as exc:
        complain(f"cannot write: {exc.strerror}")
        sys.exit(FAILED)


def _reason(exc: typer.TyperException) -> str:
    reason: str = getattr(exc, "format_message", exc.__str__)()
    if "unexpected extra argument" in reason:
        # Which would be repeated, and may be the second half of a password.
        return "too many arguments: what has spaces in it has to be quoted"
    return reason
