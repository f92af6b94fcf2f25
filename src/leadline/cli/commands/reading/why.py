"""`leadline why ID URL`: what happened to an address in a crawl, and by which rule."""

from collections.abc import Sequence
from typing import Annotated

import typer

from leadline import bootstrap
from leadline.cli.options.common import StoreOption
from leadline.cli.views.tables import (
    Cell,
    Column,
    heading,
    long,
    number,
    pairs,
    seconds,
    size,
    table,
    truncated,
)
from leadline.cli.views.terminal import write
from leadline.cli.with_store import (
    CrawlIdArgument,
    JsonOption,
    print_json,
    settings_of,
    with_reader,
)
from leadline.domain.crawls import Crawl, PageId
from leadline.services.crawling.crawls import find_crawl
from leadline.services.graph.leads import PageLead
from leadline.services.pages.explanations import Explanation, explanation, explanation_row
from leadline.store.reader import Reader

_READ = {
    "gave up": "not parsed: it took too long; see LEADLINE_PARSE_TIMEOUT_MS",
    "links cut": "links truncated: it has more than are stored",
}

_NOT_KNOWN = (
    "check the spelling; a larger --depth finds pages further from the root, --sitemap finds pages "
    "without links"
)

UrlArgument = Annotated[
    str,
    typer.Argument(
        help="Address or path of the page; a trailing slash does not matter.", metavar="URL"
    ),
]


def why(
    *,
    crawl_id: CrawlIdArgument,
    url: UrlArgument,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show what happened to an address, by which rule, and the path to it.

    ```
    leadline why latest https://example.com/private/
    leadline why 6a72 /contact --json
    ```
    """
    defaults = bootstrap.defaults(settings_of(store))

    async def ask(kept: Reader) -> Explanation:
        crawl = await find_crawl(kept, crawl_id)
        return await explanation(kept, crawl, url, defaults, _path)

    found = with_reader(store, ask)
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
        ("to fetch it, use", answer.reason.lifted_by),
    ]
    page = answer.page
    if page is None:
        write(pairs([*facts, ("hint", None if answer.reason.rule else _NOT_KNOWN)]))
        return
    found_on = f" on {answer.found_on.address}" if answer.found_on else ""
    facts += [
        ("depth", page.depth),
        ("found", f"by {page.found_by}{found_on}"),
        ("title", page.title or None),
        ("size", None if page.size is None else size(page.size)),
        ("took", seconds(page.timings[-1] / 1000) if page.timings else None),
        ("truncated", page.truncated),
        ("content", _READ.get(page.parse, page.parse) if page.parse else None),
    ]
    parts = [pairs(facts)]
    if answer.path:
        columns = (number("depth"), long("address"), truncated("link"), Column("rel"))
        write(*parts, heading("Shortest path from the root"), table(columns, _steps(answer.path)))
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
