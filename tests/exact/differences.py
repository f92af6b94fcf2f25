"""All that a stored crawl and the oracle's map do not agree about."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from exact.commands import Row, Stored
from oracle import Lead, Map, Page, key_of, parsed

KINDS = (
    "missing", "extra", "duplicate", "wrong key", "wrong depth", "wrong state", "wrong status",
    "wrong redirect", "wrong parent", "missing lead", "extra lead", "duplicate lead",
    "wrong anchor", "wrong figure",
)  # fmt: skip
SHOWN = 10
LONGEST_KEPT, KEPT_OF_LONG = 1_800, 1_000

Difference = tuple[str, str]
"""Its kind, and where it is."""


def differences(stored: Stored, expected: Map) -> list[Difference]:
    """Every one of them; an empty list is an exact crawl."""
    expected = _as_kept(expected)
    pages = {_key(row["url"]): row for row in stored.pages}
    leads = {(_key(row["source"]), _key(row["target"])): row["anchor"] for row in stored.leads}
    return [
        *_sets("", pages, expected.pages, len(stored.pages)),
        *_sets(" lead", leads, expected.leads, len(stored.leads)),
        *(
            (kind, f"{key}: stored {found!r}, expected {wanted!r}")
            for key in pages.keys() & expected.pages.keys()
            for kind, found, wanted in _of_page(pages[key], expected.pages[key])
            if found != wanted
        ),
        *(
            ("wrong anchor", f"{lead}: stored {leads[lead]!r}, expected {expected.leads[lead]!r}")
            for lead in leads.keys() & expected.leads.keys()
            if leads[lead] != expected.leads[lead]
        ),
        *_parents(stored.pages, expected),
        *_figures(stored, expected),
    ]


def table(found: Iterable[Difference]) -> str:
    """How many there are of each kind, and the first of them."""
    by_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for kind, where in found:
        by_kind[kind].append(where)
    counts = [f"{kind:<16}{len(places):>8}" for kind, places in by_kind.items()]
    examples = [
        f"{kind}: {where}" for kind, places in by_kind.items() for where in sorted(places)[:SHOWN]
    ]
    return "\n".join([*counts, *examples])


def _as_kept(expected: Map) -> Map:
    """Return the map with the beginnings of addresses that are too long to be kept."""
    return replace(
        expected,
        pages={_kept(key): page for key, page in expected.pages.items()},
        leads={(_kept(source), _kept(to)): text for (source, to), text in expected.leads.items()},
    )


def _kept(key: str) -> str:
    return key if len(key) <= LONGEST_KEPT else _key(key[:KEPT_OF_LONG] + "…")


def _key(address: str) -> str:
    whole = parsed(address)
    assert whole is not None, f"{address!r} was exported as an address"
    return key_of(whole)


def _sets(
    of: str, found: Iterable[str | Lead], wanted: Iterable[str | Lead], rows: int
) -> Iterator[Difference]:
    have, want = set(found), set(wanted)
    yield from ((f"missing{of}", str(one)) for one in want - have)
    yield from ((f"extra{of}", str(one)) for one in have - want)
    if rows != len(have):
        yield f"duplicate{of}", f"{rows} rows for {len(have)} keys"


def _of_page(row: Row, page: Page) -> Iterator[tuple[str, object, object]]:
    # The beginning of an address is no address, and has no key.
    key = _key(row["key"]) if row["key"].endswith("…") else row["key"]
    yield "wrong key", key, _key(row["url"])
    yield "wrong depth", row["depth"], page.depth
    yield "wrong state", (row["state"], row["reason"]), (page.state, page.reason)
    yield "wrong status", (row["status"], row["fetched"]), (page.status, page.is_fetched)
    moved = row["redirected_to"]
    yield "wrong redirect", moved and _key(moved), page.redirected_to


def _parents(rows: list[Row], expected: Map) -> Iterator[Difference]:
    """A parent is the page before on a shortest path; who found a page first leads to it."""
    keys = {row["id"]: _key(row["url"]) for row in rows}
    for row in rows:
        key = keys[row["id"]]
        parent, finder = keys.get(row["parent"] or ""), keys.get(row["found_on"] or "")
        if key == expected.root or key not in expected.pages:
            continue
        if (finder, key) not in expected.leads:
            yield "wrong parent", f"{key}: found on {finder}"
        if (parent, key) not in expected.leads or not _is_before(parent, key, expected):
            yield "wrong parent", f"{key}: {parent}"


def _is_before(parent: str | None, key: str, expected: Map) -> bool:
    page, before = expected.pages[key], expected.pages[parent or ""]
    return page.depth - before.depth == (0 if before.redirected_to else 1)


def _figures(stored: Stored, expected: Map) -> Iterator[Difference]:
    """What the command says at its end. The root is outside of the counts of states."""
    pages = [page for key, page in expected.pages.items() if key != expected.root]
    states = Counter(page.state.lower() for page in pages)
    reasons = Counter(page.reason for page in pages if page.reason)
    wanted = {
        "status": "completed",
        "total": len(pages),
        "completed": states["completed"],
        "failed": states["failed"],
        "skipped": states["skipped"],
        "skipped_by": dict(reasons),
        "pending": 0,
        "in_progress": 0,
        "cancelled": 0,
        "fetched": sum(page.is_fetched for page in expected.pages.values()),
        "leads": len(expected.leads),
    }
    for name, value in wanted.items():
        if stored.figures[name] != value:
            found = stored.figures[name]
            yield "wrong figure", f"{name}: stored {found!r}, expected {value!r}"
