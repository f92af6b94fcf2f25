"""Folders that can be read at a glance."""

from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "leadline"
MOST_FILES = 12


def test_no_folder_has_more_than_twelve_modules() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"]
    by_folder = Counter(str(path.parent.relative_to(PACKAGE)) for path in modules)

    assert by_folder["domain"]
    assert {name: count for name, count in by_folder.items() if count > MOST_FILES} == {}
