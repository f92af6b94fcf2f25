"""The terminal, the API, the client and the web page offer the same exports."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import typer.main

from leadline.api.crawls.exports import ExportQuery
from leadline.cli.main import commands
from leadline.client.options import ExportOptions
from leadline.services.exports.export import Format, What
from leadline.services.exports.rows import PIECES

SEARCH = Path(__file__).parents[2] / "web/src/crawl/export/search.ts"


def listed(name: str) -> set[str]:
    """Return the words of a list of the web page's export form."""
    found = re.search(rf"export const {name} = \[(.*?)\]", SEARCH.read_text())
    assert found
    return set(re.findall(r"'(\w+)'", found[1]))


def test_the_client_has_all_formats_and_subjects() -> None:
    hints = get_type_hints(ExportOptions)

    assert set(get_args(hints["format"])) == set(Format)
    assert set(get_args(hints["what"])) == set(What)


def test_the_web_page_has_all_formats_and_subjects() -> None:
    assert listed("TABLES") | listed("GRAPHS") == set(Format)
    assert listed("WHAT") == set(What)


def test_all_pieces_of_pages_can_be_exported_everywhere() -> None:
    export = typer.main.get_command(commands()).commands["export"]  # type: ignore[attr-defined]
    typed = {name.removeprefix("--") for param in export.params for name in param.opts}

    assert listed("PIECES") == set(PIECES)
    assert set(PIECES) <= typed
    assert set(PIECES) <= set(ExportQuery.model_fields)
    assert set(PIECES) <= set(ExportOptions.__annotations__)
