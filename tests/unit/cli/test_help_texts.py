"""Help and complaints, in our words."""

import re

import pytest
import typer.main
from typer.testing import CliRunner

from leadline.cli.main import commands
from leadline.cli.options.help_texts import complaint

app = commands()
COMMANDS = ["", *typer.main.get_command(app).commands]  # type: ignore[attr-defined]


def complained(*arguments: str) -> str:
    with pytest.raises(typer.TyperException) as raised:
        app(list(arguments), standalone_mode=False)
    return complaint(raised.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show",), "ID is missing; see"),
        (("nosuch",), "there is no command nosuch; see"),
        (("crwl",), "there is no command crwl; did you mean crawl, crawls? see"),
        (("crawl", "x", "--zzzzzz"), "there is no option --zzzzzz; see"),
        (("crawls", "--jsn"), "there is no option --jsn; did you mean --json? see"),
        (("crawls", "x", "y"), "too many arguments: quote an argument that has spaces; see"),
        (("pages", "x", "--depth"), "--depth needs a value; see"),
        (("crawls", "--json=1"), "--json takes no value; see"),
        (("pages", "x", "--depth", "-1"), "--depth: this should be 0 or more; see"),
        (("pages", "x", "--limit", "1000000"), "--limit: this should be 10000 or less; see"),
        (("pages", "x", "--depth", "two"), "--depth: this should be a whole number; see"),
        (
            ("crawl", "x", "--depth", "x"),
            "--depth / --max-depth: this should be a whole number; see",
        ),
        (("keys",), "a command is missing; see"),
        (("pages", "x", "--sort", "up"), "--sort: 'up' is not one of 'address', 'depth'"),
        (("pages", "x", "--status", "4x"), "--status 4x: write a status like 404, or"),
    ],
)
def test_a_complaint_says_what_is_wrong(arguments: tuple[str, ...], said: str) -> None:
    assert complained(*arguments).startswith(said)
    assert complained(*arguments).endswith("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_speaks_of_what_to_write_not_of_types(command: str) -> None:
    helped = CliRunner().invoke(app, [*([command] if command else []), "--help"])

    assert helped.exit_code == 0
    assert not re.search(r"<(bool|str|int|float|path)|<=x|\{[A-Z]+\}", helped.output)


def test_help_says_that_its_port_belongs_to_a_host() -> None:
    helped = CliRunner().invoke(app, ["pages", "--help"], env={"COLUMNS": "200"})

    assert "Only pages of this host, with its port if that is not 80 or 443." in helped.output


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_help_has_an_example(command: str) -> None:
    helped = CliRunner().invoke(app, [command, "--help"])

    assert f"  leadline {command}" in helped.output
