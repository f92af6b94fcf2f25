"""Whether a crawl of `/tree/` has what is there: all of it, once, and nothing else."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from backing import STUCK, TWICE, Backing
from leadsite.sections.tree import expected_leads, expected_pages


class Known(NamedTuple):
    """What must be stored of a page."""

    state: str
    status: int | None
    depth: int
    redirected_to: str | None


@dataclass(frozen=True, slots=True)
class Exactness:
    """The figures of a crawl. All are 0 when it is exact."""

    missing: int
    extra: int
    different: int
    duplicate: int
    stuck: int
    innocent_failed: int
    miscounted: int

    def __str__(self) -> str:
        return ", ".join(
            f"{each.name.replace('_', ' ')} {getattr(self, each.name)}" for each in fields(self)
        )


EXACT = Exactness(0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Exported:
    """The rows of `leadline export` of a crawl that has ended, and its final figures."""

    figures: dict[str, Any]
    pages: list[dict[str, Any]]
    leads: list[dict[str, Any]]


def judge(exported: Exported, backing: Backing, poison: Iterable[str] = ()) -> Exactness:
    """Compare a crawl with the tree. `poison` are paths that must have failed as such."""
    expected = dict(known_pages()) | {_key(path): POISONED for path in poison}
    pages = {_path(row["url"]): row for row in exported.pages}
    found = {path: _known(row) for path, row in pages.items()}
    wanted_leads = {lead for lead in known_leads() if expected[lead[0]] != POISONED}
    leads = [(_path(row["source"]), _path(row["target"])) for row in exported.leads]
    failed = {path for path, page in found.items() if page.state == "FAILED"}
    guilty = {path for path, page in expected.items() if page.state == "FAILED"}
    both = found.keys() & expected.keys()
    return Exactness(
        missing=len(expected.keys() - found.keys()) + len(wanted_leads - set(leads)),
        extra=len(found.keys() - expected.keys()) + len(set(leads) - wanted_leads),
        different=sum(found[path] != expected[path] for path in both)
        + sum(not _is_named(row) for row in exported.leads),
        duplicate=_repeated(row["key"] for row in exported.pages)
        + _repeated(leads)
        + backing.count(TWICE),
        stuck=backing.count(STUCK),
        innocent_failed=len(failed - guilty),
        miscounted=_miscounted(exported),
    )


POISONED = Known("FAILED", None, -1, None)


@cache
def known_pages() -> dict[str, Known]:
    """Every page of the tree by its path without a slash at the end."""
    # Of two addresses of one page the one counts that the other is redirected to.
    pages = sorted(expected_pages(), key=lambda page: page.redirected_to is None)
    return {
        _key(page.path): Known(
            "FAILED" if page.status >= 400 else "COMPLETED",
            page.status,
            page.depth,
            page.redirected_to and _key(page.redirected_to),
        )
        for page in pages
    }


@cache
def known_leads() -> frozenset[tuple[str, str]]:
    """Every lead of the tree, pages named as in `known_pages`."""
    leads = {(_key(source), _key(target)) for source, target in expected_leads()}
    return frozenset(lead for lead in leads if lead[0] != lead[1])


def _key(path: str) -> str:
    return path.rstrip("/")


def _path(url: str) -> str:
    """The path of an address, without what makes no other page of it."""
    path = "/" + url.partition("://")[2].partition("/")[2]
    return _key(path.partition("#")[0].partition("?")[0])


def _known(row: dict[str, Any]) -> Known:
    if row["error"] == "poison":
        return POISONED
    target = row["redirected_to"]
    return Known(row["state"], row["status"], row["depth"], target and _path(target))


def _is_named(lead: dict[str, Any]) -> bool:
    """Whether the anchor of a link names what it leads to, as all do in the tree."""
    if known_pages()[_path(lead["source"])].redirected_to:
        return bool(lead["anchor"] == "")
    return _key(lead["anchor"].removeprefix("to ")) == _path(lead["target"])


def _repeated(rows: Iterable[object]) -> int:
    return sum(count - 1 for count in Counter(rows).values())


def _miscounted(exported: Exported) -> int:
    """By how much counters differ from what is there, the root left out."""
    figures = exported.figures
    states = Counter(row["state"] for row in exported.pages if row["depth"] > 0)
    counted = {
        "total": sum(states.values()),
        "completed": states["COMPLETED"],
        "failed": states["FAILED"],
        "skipped": states["SKIPPED"],
        "cancelled": 0,
        "pending": 0,
        "in_progress": 0,
        "leads": len(exported.leads),
        "fetched": sum(row["fetched"] for row in exported.pages),
    }
    return sum(abs(figures[name] - value) for name, value in counted.items())


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The rows of an export."""
    return [json.loads(line) for line in file.read_text().splitlines()]
