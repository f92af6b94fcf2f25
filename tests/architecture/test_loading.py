"""What is loaded only where it is needed."""

import subprocess
import sys

import pytest

ALL_COMMANDS = "from leadline.cli.main import commands; commands()"
ONE_COMMAND = "from leadline.cli.main import commands; commands('{}')"
FEEDER = "import leadline.worker.processes.feeder_process"


def loaded_by(code: str) -> list[str]:
    said = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.split()


@pytest.mark.parametrize("library", ["numpy", "fastapi", "uvicorn", "httpx"])
def test_commands_that_do_not_need_it_do_not_load(library: str) -> None:
    assert library not in loaded_by(ALL_COMMANDS)


@pytest.mark.parametrize("library", ["numpy", "fastapi", "uvicorn", "pydantic"])
def test_the_client_does_not_load(library: str) -> None:
    assert library not in loaded_by("import leadline.client")


def test_a_command_loads_none_of_the_others() -> None:
    loaded = loaded_by(ONE_COMMAND.format("pages"))

    assert "leadline.cli.commands.reading.pages" in loaded
    assert "leadline.cli.commands.crawl" not in loaded


@pytest.mark.parametrize("command", ["crawls", "pause", "cancel", "delete"])
@pytest.mark.parametrize(
    "library", ["leadline.worker.processes.supervisor", "leadline.fetch.contract"]
)
def test_commands_that_fetch_nothing_do_not_load(library: str, command: str) -> None:
    assert library not in loaded_by(ONE_COMMAND.format(command))


def test_the_version_needs_next_to_nothing() -> None:
    said = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "leadline", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = {line.rpartition("|")[2].strip() for line in said.stderr.splitlines()}
    assert said.stdout.startswith("leadline ")
    assert "leadline" in loaded
    assert not loaded & {"typer", "rich", "asyncio"}


def test_options_that_nothing_is_to_be_said_against_are_not_looked_at_by_pydantic() -> None:
    said = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "leadline", "crawl", "nowhere:", "--depth", "5"],
        capture_output=True,
        text=True,
        check=False,
    )

    loaded = {line.rpartition("|")[2].strip() for line in said.stderr.splitlines()}
    assert "leadline: refused" in said.stderr
    assert "typer" in loaded
    assert "pydantic" not in loaded


@pytest.mark.parametrize("library", ["typer", "rich", "numpy", "html_to_markdown"])
def test_feeders_do_not_load(library: str) -> None:
    assert library not in loaded_by(FEEDER)
