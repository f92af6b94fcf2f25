"""`leadline stats ID`: statistics of a crawl."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import RenderableType

from leadline.cli.options.common import StoreOption
from leadline.cli.views.summary import option_of
from leadline.cli.views.tables import (
    Cell,
    Column,
    beside,
    heading,
    long,
    number,
    others,
    pages,
    pairs,
    size,
    table,
)
from leadline.cli.views.terminal import write
from leadline.cli.with_store import CrawlIdArgument, JsonOption, print_json, with_reader
from leadline.domain.json_objects import JsonObject
from leadline.services.crawling.crawls import find_crawl
from leadline.store.reader import Reader

_LABELS = {
    "by_status": "status code",
    "by_reason": "skipped: reason",
    "by_rule": "skipped: rule",
    "by_depth": "depth",
    "by_content_type": "content type",
    "by_host": "host",
}
_MOST_ROWS = 50
_LISTED_WHOLE = frozenset(["by_status", "by_depth"])


def stats(
    *,
    crawl_id: CrawlIdArgument,
    top: Annotated[int, typer.Option(min=1, max=1_000, help="List up to N of each kind.")] = 10,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show statistics of a crawl: counts, PageRank, orphans, duplicates.

    ```
    leadline stats latest
    leadline stats latest --top 3
    leadline stats 6a72 --json
    ```
    """

    async def read(kept: Reader) -> JsonObject:
        from leadline.services.figures.statistics import statistics  # noqa: PLC0415 -- numpy loads slowly

        return await statistics(kept, await find_crawl(kept, crawl_id), top)

    found = with_reader(store, read)
    if json:
        print_json(found)
    else:
        write(*_parts(found, top))


def _parts(found: JsonObject, top: int) -> list[RenderableType]:
    limits = ", ".join(map(option_of, found["limit_reached"]))
    parts: list[RenderableType] = [
        pairs(
            [
                *_figures(found["figures"]),
                ("limit reached", limits or None),
                ("domains", found["unique_domains"]),
                ("deepest fetched", found["deepest_fetched"]),
            ]
        )
    ]
    counts = [_counts(name, found, top) for name in _LABELS if found[name]]
    parts.append(beside([*counts, *_latency(found["latency_ms"])]))
    parts += _ranks(found["page_rank"])
    parts += _pages("Orphans, which no page links to", found["orphans"])
    parts += _pages("Dead ends: fetched pages that link to no other page", found["dead_ends"])
    parts += _sized(found["largest"])
    parts += _duplicates(found["duplicates"])
    whole = found["components"]
    together = f"{whole['count']:,}, the largest with {pages(whole['largest'])}"
    return [*parts, heading(f"Parts with no link between them: {together}")]


def _figures(figures: dict[str, int]) -> list[tuple[str, Cell]]:
    return [(name.replace("_", " "), n) for name, n in figures.items() if n or name == "fetched"]


def _counts(name: str, found: JsonObject, top: int) -> RenderableType:
    counts: dict[str, int] = found[name]
    shown = list(counts.items())[: _MOST_ROWS if name in _LISTED_WHOLE else top]
    # Only the largest hosts have names here.
    is_host = name == "by_host"
    values, total = (
        (found["hosts"], found["figures"]["found"])
        if is_host
        else (len(counts), sum(counts.values()))
    )
    rows: list[list[Cell]] = [[value, count] for value, count in shown]
    if values > len(shown):
        rows.append([others(values - len(shown)), total - sum(count for _, count in shown)])
    return table((Column(_LABELS[name]), number("pages")), rows)


def _latency(latency: dict[str, float]) -> list[RenderableType]:
    if not latency:
        return []
    names = {"p100": "slowest"}
    rows: list[list[Cell]] = [
        [names.get(name, f"{name[1:]} % up to"), f"{ms:,.1f}"] for name, ms in latency.items()
    ]
    return [table((Column("time to answer"), number("ms")), rows)]


def _ranks(ranks: Sequence[JsonObject]) -> list[RenderableType]:
    if not ranks:
        return []
    columns = (number("PageRank"), number("links in"), long("address"))
    rows: list[list[Cell]] = [[f"{row['rank']:.5f}", row["in_links"], row["url"]] for row in ranks]
    return [heading("Highest PageRank"), table(columns, rows)]


def _pages(title: str, some: JsonObject) -> list[RenderableType]:
    if not some["pages"]:
        return [heading(f"{title}: none")]
    rows: list[list[Cell]] = [[url] for url in some["urls"]]
    if more := some["pages"] - len(rows):
        rows.append([others(more)])
    return [heading(f"{title}: {some['pages']:,}"), table((long("address"),), rows)]


def _sized(largest: Sequence[JsonObject]) -> list[RenderableType]:
    if not largest:
        return []
    rows: list[list[Cell]] = [[size(row["size"]), row["url"]] for row in largest]
    return [heading("Largest pages"), table((number("size"), long("address")), rows)]


def _duplicates(duplicates: JsonObject) -> list[RenderableType]:
    if not duplicates["groups"]:
        return [heading("Duplicates: none")]
    contents = "1 content" if duplicates["groups"] == 1 else f"{duplicates['groups']:,} contents"
    title = f"Duplicates: {pages(duplicates['pages'])} with {contents}"
    rows: list[list[Cell]] = [
        [None if n else group["pages"], url]
        for group in duplicates["largest"]
        for n, url in enumerate(group["urls"])
    ]
    return [heading(title), table((number("copies"), long("two of them")), rows)]
