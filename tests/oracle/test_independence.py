"""An oracle that shared code with the product would share its mistakes."""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
SHARED = {"leadline", "leadsite", "ada_url", "selectolax", "protego", "pycurl", "publicsuffixlist"}
"""The product, what is built on it, and the parsers that it uses."""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_oracle_imports_nothing_of_the_product() -> None:
    files = [path for path in FOLDER.glob("*.py") if not path.name.startswith("test_")]
    packages = {name.partition(".")[0] for path in files for name in imported(path)}

    assert packages
    assert packages & SHARED == set()
