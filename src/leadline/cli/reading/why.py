"""`leadline why ID URL`: what became of an address in a crawl, and by which rule."""

from collections.abc import Sequence
from typing import Annotated

import typer

from leadline import bootstrap
from leadline.cli.kept import (
    CrawlArgument,
    JsonOption,
    print_json,
    reading,
    settings_of,
)
from leadline.cli.options import StoreOption
from leadline.cli.shown import Cell, Column, cut, heading, long, number, pairs, seconds, size, table
from leadline.cli.terminal import write
from leadline.domain.crawls import Crawl, PageId
from leadline.services.crawls import crawl_named
from leadline.services.explanations import Explanation, explanation, explanation_row
from leadline.services.graph.leads import PageLead
from leadline.store.reader import Reader

_READ = {
    "gave up": "not at all: it took too long; LEADLINE_PARSE_TIMEOUT_MS allows more",
    "links cut": "in part: it has more links than are kept",
}

UrlArgument = Annotated[
    str,
    typer.Argument(
        help="An address, or its path; it need not be written as it was found.", metavar="URL"
    ),
]


def why(
    *,
    crawl_id: CrawlArgument,
    url: UrlArgument,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show whether an address was crawled, by which rule if not, and the path to it.

    ```
    leadline why latest https://example.com/private/
    leadline why 6a72 /contact --json
    ```
    """
    defaults = bootstrap.defaults(settings_of(store))

    async def ask(kept: Reader) -> Explanation:
        crawl = await crawl_named(kept, crawl_id)
        return await explanation(kept, crawl, url, defaults, _path)

    found = reading(store, ask)
    if json:
        print_json(explanation_row(found))
    else:
        _print(found)


async def _path(store: Reader, crawl: Crawl, page: PageId) -> list[PageId]:
    from leadline.services.graph.paths import shortest_path  # noqa: PLC0415 -- numpy loads slowly

    return await shortest_path(store, crawl, page)


def _print(answer: Explanation) -> None:
    facts: list[tuple[str, Cell]] = [
        ("address", answer.url),
        ("verdict", answer.reason.sentence),
        ("lifted by", answer.reason.lifted_by),
    ]
    page = answer.page
    if page is None:
        write(pairs(facts))
        return
    found_on = f" on {answer.found_on.address}" if answer.found_on else ""
    facts += [
        ("depth", page.depth),
        ("found", f"by {page.found_by}{found_on}"),
        ("title", page.title or None),
        ("size", None if page.size is None else size(page.size)),
        ("took", seconds(page.timings[-1] / 1000) if page.timings else None),
        ("cut off", page.truncated),
        ("read", _READ.get(page.parse, page.parse) if page.parse else None),
    ]
    parts = [pairs(facts)]
    if answer.path:
        columns = (number("depth"), long("address"), cut("link"), Column("rel"))
        write(
            *parts, heading("The shortest path from the root"), table(columns, _steps(answer.path))
        )
    else:
        write(*parts)


def _steps(path: Sequence[PageLead]) -> list[list[Cell]]:
    root = path[0].source
    steps: list[list[Cell]] = [[root.depth, root.address, None, None]]
    for step in path:
        source, target = step.source, step.target
        by = f"redirect {source.status}" if source.redirected_to else step.lead.anchor
        steps.append([target.depth, target.address, by or "(no text)", " ".join(step.lead.rel)])
    return steps
