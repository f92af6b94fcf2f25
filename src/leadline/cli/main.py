"""`leadline`: the commands, and how each ends.

Exit codes: 0 done, 1 a check found something broken, 2 usage, 3 refused by a rule, 4 failed, 130
interrupted.
"""

import io
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from leadline import __version__
from leadline.cli.check import check
from leadline.cli.crawl import crawl
from leadline.cli.crawls import cancel, crawls, delete, pause, resume
from leadline.cli.demo_site import demo_site
from leadline.cli.export import export
from leadline.cli.feeder import feeder
from leadline.cli.keys import keys
from leadline.cli.reading.diff import diff
from leadline.cli.reading.links import links
from leadline.cli.reading.pages import pages
from leadline.cli.reading.show import show
from leadline.cli.reading.stats import stats
from leadline.cli.reading.why import why
from leadline.cli.scrape import scrape
from leadline.cli.serve import serve
from leadline.cli.terminal import complain
from leadline.cli.wording import Command, Commands, complaint
from leadline.domain.errors import InvalidInput, LeadlineError

USAGE = 2
FAILED = 4

app = typer.Typer(
    cls=Commands,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMANDS: tuple[Callable[..., None], ...] = (
    *(scrape, crawl, check, crawls, show, pages, why, links, stats, diff),
    *(resume, pause, cancel, delete, export, serve, feeder, demo_site),
)
for command in _COMMANDS:
    app.command(command.__name__.replace("_", "-"), cls=Command)(command)


app.add_typer(keys, name="keys")


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
        complain(complaint(exc))
        sys.exit(USAGE)
    except LeadlineError as exc:
        complain(str(exc))
        sys.exit(FAILED)
    except OSError as exc:
        complain(f"cannot write: {exc.strerror}")
        sys.exit(FAILED)
