"""The reference of the Python client names all that the client has, and nothing else."""

import re
from pathlib import Path

import msgspec
import pytest

from leadline import client
from leadline.client import options

PAGE = Path(__file__).parents[2] / "docs/reference/python-client.md"
CLIENTS = {"Leadline": client.AsyncLeadline, "Crawl": client.AsyncCrawl}
OPTIONS = {name for name in vars(options) if name.endswith(("Options", "Filter", "List"))}
PUBLIC = set(client.__all__) | OPTIONS


def section(name: str) -> str:
    """Return the text under the heading of a class, up to the next heading."""
    found = re.search(
        rf"^#+ `{name}`.*?$(.*?)(?=^#|\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE
    )
    return found[1] if found else ""


def members(name: str) -> set[str]:
    """Return the public members of a class, without those of a base that is documented itself."""
    if name in OPTIONS:
        fields = set(getattr(options, name).__annotations__)
        filters = set(options.PageFilter.__annotations__)
        return fields - filters if fields > filters else fields
    kind = getattr(client, name)
    documented_apart = {base for base in kind.__mro__[1:] if base.__name__ in PUBLIC}
    inherited = {each for base in documented_apart for each in dir(base)}
    own = {each for each in dir(kind) if not each.startswith("_")} - inherited
    return own - set(dir(msgspec.Struct)) - set(dir(Exception))


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_of_the_client_is_documented(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text()


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_member_is_documented_under_its_class(name: str) -> None:
    missing = {each for each in members(name) if not re.search(rf"`{each}[`(]", section(name))}

    assert name in {"AsyncLeadline", "AsyncCrawl"} or missing == set()


@pytest.mark.parametrize("name", CLIENTS)
def test_the_asynchronous_client_has_the_documented_methods(name: str) -> None:
    public = {each for each in vars(CLIENTS[name]) if not each.startswith("_")}

    assert {"close" if each == "aclose" else each for each in public} == members(name)


def test_every_documented_class_and_method_exists() -> None:
    headings = set(re.findall(r"^#+ `(\w+)`", PAGE.read_text(), re.MULTILINE))
    methods = {
        (name, method)
        for name in CLIENTS
        for method in re.findall(r"^\| `(\w+)\(", section(name), re.MULTILINE)
    }

    assert headings <= PUBLIC
    assert methods == {(name, each) for name in CLIENTS for each in members(name)}
