"""What exists is documented, and what is documented exists."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import typer.main

from leadline.api.app import create_app
from leadline.cli.main import commands
from leadline.settings import Settings, names_of

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# Of the tests, and of the client.
NOT_SETTINGS = {"LEADLINE_CORPORA", "LEADLINE_NEO4J", "LEADLINE_URL", "LEADLINE_API_KEY"}
# Of the system, and of SQLite.
NOT_OUR_WORDS = {"ddress already in use", "database or disk is full"}
COMMAND = typer.main.get_command(commands())


def read(relative: str) -> str:
    return (ROOT / relative).read_text()


@pytest.mark.parametrize("setting", Settings.__struct_fields__)
def test_every_setting_is_documented_under_all_its_names(setting: str) -> None:
    names = " or ".join(f"`{name}`" for name in names_of(setting))

    assert f"| {names} |" in read("docs/reference/settings.md")


@pytest.mark.parametrize("setting", Settings.__struct_fields__)
def test_a_setting_is_described_in_the_words_of_the_code(setting: str) -> None:
    notes = get_args(get_type_hints(Settings, include_extras=True)[setting])[1:]
    [described] = [note.description for note in notes if note.description]
    rows = [line for line in read("docs/reference/settings.md").splitlines() if "|" in line]
    [row] = [line for line in rows if f"`{names_of(setting)[0]}`" in line]

    assert re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", row.split(" | ")[-1]) == f"{described} |"


def test_no_setting_is_documented_that_does_not_exist() -> None:
    exist = {name for setting in Settings.__struct_fields__ for name in names_of(setting)}
    documented = set(re.findall(r"LEADLINE_[A-Z0-9_]+", " ".join(map(Path.read_text, PAGES))))

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


def anchors(page: Path) -> set[str]:
    """Return the fragments of the headings of a page, as GitHub makes them."""
    prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_headings_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text())

    assert [
        (target, heading)
        for target, heading in links
        if heading not in anchors(page.parent / target if target else page)
    ] == []


@pytest.mark.parametrize("index", ["docs/README.md", "docs/adr/README.md"])
def test_every_page_is_listed_in_its_index(index: str) -> None:
    folder = (ROOT / index).parent
    listed = {folder / target for target in re.findall(r"\]\(([^)#:]+)\)", read(index))}
    is_decision = folder.name == "adr"
    pages = {page for page in PAGES if (page.parent.name == "adr") == is_decision}

    assert {page for page in pages if folder in page.parents and page.name != "README.md"} <= listed


def texts_of(module: Path) -> Iterator[str]:
    """Return the parts of texts that are the same in every message."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_message_among_the_symptoms_is_one_of_ours() -> None:
    ours = "\n".join(text for each in (ROOT / "src").rglob("*.py") for text in texts_of(each))
    symptoms = re.findall(r"^\| (.*?) \| ", read("docs/how-to/troubleshooting.md"), re.MULTILINE)
    quoted = " | ".join(re.findall(r"`([^`]+)`", "\n".join(symptoms)))
    messages = set(re.findall(r"[a-z]+(?:[ .,;]+[a-z]+){2,}", quoted)) - NOT_OUR_WORDS

    assert messages
    assert {message for message in messages if message not in ours} == set()


def test_every_make_target_that_is_mentioned_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.MULTILINE))
    mentioned = set(re.findall(r"`?make ([a-z-]+)`", " ".join(map(Path.read_text, PAGES))))

    assert mentioned
    assert mentioned <= targets


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "docs/explanation/internals.md"])
def test_every_path_in_the_architecture_exists(page: str) -> None:
    paths = re.findall(r"`([a-z_]+/[a-z_./]*(?:\.py|\.c|/))`", read(page))

    assert paths
    # A folder of the web code is named after its parent in the same sentence.
    folders = (ROOT, ROOT / "src" / "leadline", ROOT / "web" / "src" / "crawl" / "graph")
    missing = {path for path in paths if not any((each / path).exists() for each in folders)}
    assert missing == set()


def test_the_architecture_is_short() -> None:
    assert len(read("ARCHITECTURE.md").split()) <= 1_000


def test_the_openapi_document_is_that_of_the_routes() -> None:
    kept = json.loads(read("docs/reference/openapi.json"))

    assert kept == create_app(Settings()).openapi(), "write it anew: make openapi"
