"""What the documentation tells to type does what it says: shell commands and Python."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from e2e.commands import LEADLINE, ON_LOOPBACK
from e2e.serving import Server, served

ROOT = Path(__file__).parents[2]
BY_CURL = ROOT / "docs" / "how-to" / "api-with-curl.md"
IN_PYTHON = [
    ROOT / "README.md",
    ROOT / "docs" / "tutorial.md",
    ROOT / "docs" / "how-to" / "python-client.md",
    ROOT / "docs" / "reference" / "python-client.md",
]
REFUSED = 22
# What curl says is kept by block; that a command in a pipe has failed, too.
PREAMBLE = """
curl() {
    command curl --silent --show-error --fail-with-body "$@"
    echo $? >>"codes.$block"
    tail -n 1 "codes.$block" | grep -qx 0
}
"""


@dataclass(frozen=True)
class Block:
    """A block of code in a page."""

    language: str
    code: str


@dataclass(frozen=True)
class Place:
    """Where the examples happen, in place of where the pages say they do."""

    server: Server
    site: str

    def here(self, code: str) -> str:
        code = code.replace("http://127.0.0.1:8080", self.server.url)
        code = code.replace("http://127.0.0.1:8100", self.site)
        return code.replace(".venv/bin/leadline", str(LEADLINE))

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | ON_LOOPBACK | {"LEADLINE_URL": self.server.url}


@pytest.fixture(scope="module")
def place(demo_site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with served(tmp_path_factory.mktemp("python"), "--workers", "1") as server:
        yield Place(server, demo_site)


@pytest.fixture
def place_with_keys(demo_site: str, tmp_path: Path) -> Iterator[Place]:
    """Another one: a key that an example makes would keep the others out."""
    with served(tmp_path, "--workers", "1") as server:
        yield Place(server, demo_site)


def blocks(page: Path) -> list[Block]:
    found = re.findall(r"```(\w+)\n(.*?)```", page.read_text(), re.DOTALL)
    return [Block(*each) for each in found]


def has_all_of(actual: Any, documented: Any) -> bool:
    """Whether what is documented is there, whatever its values are."""
    if isinstance(documented, dict):
        return all(key in actual and has_all_of(actual[key], documented[key]) for key in documented)
    if isinstance(documented, list) and documented:
        return has_all_of(actual[0], documented[0])
    return type(actual) is type(documented)


def test_commands_answer_as_documented(place_with_keys: Place) -> None:
    place, page = place_with_keys, blocks(BY_CURL)
    script = PREAMBLE
    for number, block in enumerate(page):
        if block.language == "sh":
            script += f"block={number}\n{{\n{place.here(block.code)}\n}} >out.{number}\n"
    folder = place.server.folder
    said = subprocess.run(
        ["/bin/bash", "-c", script],
        stderr=subprocess.PIPE,
        text=True,
        timeout=200,
        check=False,
        cwd=folder,
        env=place.environment,
    )

    assert sum(block.language == "sh" for block in page) > 10
    for number, (block, after) in enumerate(zip(page, [*page[1:], Block("", "")], strict=True)):
        if block.language != "sh":
            continue
        out, codes = folder / f"out.{number}", (folder / f"codes.{number}").read_text().split()
        if after.language == "json":
            documented = json.loads(after.code)
            told = json.loads(out.read_text())
            assert has_all_of(told, documented), (block.code, told)
            refused = isinstance(documented.get("status"), int)
            assert set(codes) == {str(REFUSED if refused else 0)}, (block.code, said.stderr)
        else:
            assert set(codes) == {"0"}, (block.code, out.read_text(), said.stderr)
    exported = {file.name for file in folder.iterdir() if file.stat().st_size}
    assert exported >= {"pages.jsonl", "leads.csv", "site.gexf.gz"}


@pytest.mark.parametrize("page", IN_PYTHON, ids=lambda page: page.name)
def test_python_runs_as_documented(place: Place, page: Path) -> None:
    programs = [block.code for block in blocks(page) if block.language == "python"]

    assert programs
    for program in programs:
        ended = subprocess.run(
            [sys.executable, "-c", place.here(program)],
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
            cwd=place.server.folder,
            env=place.environment,
        )
        assert (ended.returncode, ended.stderr) == (0, ""), program
