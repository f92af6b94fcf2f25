"""What exists is documented, and what is documented exists."""

import json
import re
from pathlib import Path

import pytest
import typer.main

from leadline.api.app import create_app
from leadline.cli.main import commands
from leadline.settings import Settings, names_of

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# Of the tests, and of the client.
NOT_SETTINGS = {"LEADLINE_CORPORA", "LEADLINE_URL", "LEADLINE_API_KEY"}
COMMAND = typer.main.get_command(commands())


def read(relative: str) -> str:
    return (ROOT / relative).read_text()


@pytest.mark.parametrize("setting", Settings.__struct_fields__)
def test_every_setting_is_documented_under_all_its_names(setting: str) -> None:
    names = " or ".join(f"`{name}`" for name in names_of(setting))

    assert f"| {names} |" in read("docs/reference/settings.md")


def test_no_setting_is_documented_that_does_not_exist() -> None:
    exist = {name for setting in Settings.__struct_fields__ for name in names_of(setting)}
    documented = set(re.findall(r"LEADLINE_[A-Z_]+", " ".join(map(Path.read_text, PAGES))))

    assert documented - exist - NOT_SETTINGS == set()


@pytest.mark.parametrize("name", COMMAND.commands)  # type: ignore[attr-defined]
def test_every_option_of_a_command_is_documented(name: str) -> None:
    command = COMMAND.commands[name]  # type: ignore[attr-defined]
    commands = [command, *getattr(command, "commands", {}).values()]
    options = {option for each in commands for param in each.params for option in param.opts}
    documented = read(f"docs/reference/{name}.md")

    missing = {
        option for option in options if option.startswith("--") and f"`{option}" not in documented
    }
    assert missing - {"--help"} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text())

    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_make_target_that_is_mentioned_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.MULTILINE))
    mentioned = set(re.findall(r"`?make ([a-z-]+)`", " ".join(map(Path.read_text, PAGES))))

    assert mentioned
    assert mentioned <= targets


def test_every_path_in_the_architecture_exists() -> None:
    paths = re.findall(r"`([a-z_./]+(?:\.py|/))`", read("ARCHITECTURE.md"))

    assert paths
    missing = [
        path
        for path in paths
        if not (ROOT / path).exists() and not (ROOT / "src" / "leadline" / path).exists()
    ]
    # Named beside a folder of its own in the same sentence.
    assert set(missing) <= {"codings.py"}


def test_the_openapi_document_is_that_of_the_routes() -> None:
    kept = json.loads(read("docs/reference/openapi.json"))

    assert kept == create_app(Settings()).openapi(), "write it anew: make openapi"
