"""`leadline why ID URL`: what became of an address in a crawl, and by which rule."""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

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
from leadline.domain.crawls import Crawl
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import Page
from leadline.pipeline.plan import Defaults
from leadline.services.crawls import crawl_named, page_at
from leadline.services.export_rows import page_row
from leadline.services.graph.leads import PageLead, lead_row, leads_along
from leadline.services.reasons import Reason, lifted_by, reason_of, refusal_of
from leadline.store.reader import Reader
from leadline.urls.submitted import submitted

UrlArgument = Annotated[
    str, typer.Argument(help="An address; it need not be written as it was found.", metavar="URL")
]


class _Answer(NamedTuple):
    url: str
    reason: Reason
    page: Page | None = None
    found_on: Page | None = None
    path: tuple[PageLead, ...] = ()


def why(
    *,
    crawl_id: CrawlArgument,
    url: UrlArgument,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Tell whether an address was crawled, by which rule if not, and how one gets there.

    ```
    leadline why latest https://example.com/private/
    leadline why 6a72 https://example.com/contact --json
    ```
    """
    defaults = bootstrap.defaults(settings_of(store))

    async def ask(kept: Reader) -> _Answer:
        crawl = await crawl_named(kept, crawl_id)
        address = submitted(url)
        if isinstance(address, Skipped):
            return _Answer(url, _refused(address, "never crawled"))
        page = await page_at(kept, crawl.id, address)
        if page is None:
            refused = await refusal_of(kept, crawl, address, defaults)
            return _Answer(address, _unknown(crawl, refused))
        return await _known(kept, crawl, page, defaults)

    answer = reading(store, ask)
    if json:
        print_json(_object(answer))
    else:
        _print(answer)


async def _known(store: Reader, crawl: Crawl, page: Page, defaults: Defaults) -> _Answer:
    reason = await reason_of(store, crawl, page, defaults)
    found = await store.pages_by_id(crawl.id, [page.found_on] if page.found_on else [])
    path = await _path(store, crawl, page)
    return _Answer(page.address, reason, page, next(iter(found.values()), None), path)


async def _path(store: Reader, crawl: Crawl, page: Page) -> tuple[PageLead, ...]:
    from leadline.services.graph.paths import shortest_path  # noqa: PLC0415 -- numpy loads slowly

    path = await shortest_path(store, crawl, page.id)
    return tuple(await leads_along(store, crawl.id, path))


def _unknown(crawl: Crawl, refused: Skipped | None) -> Reason:
    so_far = "" if crawl.status.is_final else " so far"
    nothing = f"not known: no page{so_far} has a link to it"
    if refused is None:
        return Reason(is_crawled=False, sentence=nothing)
    return _refused(refused, f"{nothing}, and it would not be fetched if one had")


def _refused(refused: Skipped, what: str) -> Reason:
    return Reason(
        is_crawled=False,
        sentence=f"{what}: {refused.detail}",
        reason=refused.reason,
        rule=refused.rule,
        lifted_by=lifted_by(refused.reason, refused.rule),
    )


def _object(answer: _Answer) -> dict[str, Any]:
    page = answer.page
    return {
        "url": answer.url,
        "known": page is not None,
        "crawled": answer.reason.is_crawled,
        "explanation": answer.reason.sentence,
        "reason": answer.reason.reason,
        "rule": answer.reason.rule,
        "lifted_by": answer.reason.lifted_by,
        "page": page_row(page) if page else None,
        "found_on": answer.found_on and answer.found_on.address,
        "path": [lead_row(step) for step in answer.path],
    }


def _print(answer: _Answer) -> None:
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
