"""Operations on crawls."""

import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from leadline.client.errors import TookTooLong, Unreachable
from leadline.client.models import (
    Changed,
    Diff,
    Graph,
    Lead,
    Listed,
    Page,
    PageDetails,
    Progress,
)
from leadline.client.options import (
    ChangeOptions,
    CrawlOptions,
    ExportOptions,
    GraphFilter,
    PageList,
    RetryFilter,
    check_options,
)
from leadline.client.transport.asking import ask, decode, open_stream, perform
from leadline.client.transport.effects import Broken, Call, Give, Giving, More, Pause, Steps
from leadline.client.transport.lines import Lines

CRAWLS = "/api/v1/crawls"
_FIRST_LOOK_S = 0.05
_LONGEST_LOOK_S = 1.0
_AT_ONCE = 500

Item = TypeVar("Item")


def start(url: str, options: Mapping[str, Any], key: str | None) -> Steps[Progress]:
    """Start a crawl, and return when its root was fetched."""
    return ask(
        repeatable_call(CRAWLS, {"url": url, **check_options(options, CrawlOptions)}, key), Progress
    )


def repeatable_call(path: str, body: Mapping[str, Any], key: str | None) -> Call:
    """Return a call with an idempotency key, which takes effect once."""
    return Call("POST", path, body=body, headers={"Idempotency-Key": key or uuid.uuid4().hex})


def progress(crawl: str) -> Steps[Progress]:
    """Return the progress of a crawl."""
    return ask(Call("GET", f"{CRAWLS}/{crawl}"), Progress)


def steer(crawl: str, how: str) -> Steps[Progress]:
    """Pause, resume or cancel a crawl."""
    return ask(Call("POST", f"{CRAWLS}/{crawl}/{how}"), Progress)


def change(crawl: str, options: Mapping[str, Any]) -> Steps[Changed]:
    """Change the options of a crawl."""
    body = check_options(options, ChangeOptions)
    return ask(Call("PATCH", f"{CRAWLS}/{crawl}", body=body), Changed)


def retry(crawl: str, wanted: Mapping[str, Any]) -> Steps[Changed]:
    """Try pages again."""
    body = check_options(wanted, RetryFilter)
    return ask(Call("POST", f"{CRAWLS}/{crawl}/retry", body=body), Changed)


def delete(crawl: str) -> Steps[None]:
    """Cancel a crawl if it is still running, and delete everything that is stored of it."""
    return perform(Call("DELETE", f"{CRAWLS}/{crawl}"))


def wait_until_over(crawl: str, timeout_s: float | None) -> Steps[Progress]:
    """Wait until a crawl is over. Raises TookTooLong."""
    until = None if timeout_s is None else time.monotonic() + timeout_s
    look_s = _FIRST_LOOK_S
    while True:
        told = yield from progress(crawl)
        if told.is_over:
            return told
        if until is not None and time.monotonic() + look_s > until:
            raise TookTooLong(f"the crawl is still {told.status} after {timeout_s:g} s")
        yield Pause(look_s)
        look_s = min(look_s * 1.5, _LONGEST_LOOK_S)


def all_crawls(query: Mapping[str, Any]) -> Giving[Progress]:
    """Iterate over all crawls, the newest first."""
    return _all(CRAWLS, query, Listed[Progress])


def pages(crawl: str, query: Mapping[str, Any]) -> Giving[Page]:
    """Iterate over all pages that meet a filter."""
    return _all(f"{CRAWLS}/{crawl}/pages", check_options(query, PageList), Listed[Page])


def page(crawl: str, page_id: str) -> Steps[PageDetails]:
    """Return a page with everything that is stored of it."""
    return ask(Call("GET", f"{CRAWLS}/{crawl}/pages/{page_id}"), PageDetails)


def graph(crawl: str, query: Mapping[str, Any]) -> Steps[Graph]:
    """Return the graph of a crawl, with the places of its nodes."""
    return ask(Call("GET", f"{CRAWLS}/{crawl}/graph", check_options(query, GraphFilter)), Graph)


def figures(crawl: str, what: str, query: Mapping[str, Any]) -> Steps[dict[str, Any]]:
    """Return an object of the API as a dict."""
    return ask(Call("GET", f"{CRAWLS}/{crawl}/{what}", query), dict[str, Any])


def diff(crawl: str, earlier: str, limit: int) -> Steps[Diff]:
    """Compare a crawl with an earlier one."""
    return ask(Call("GET", f"{CRAWLS}/{crawl}/diff", {"with": earlier, "limit": limit}), Diff)


def leads(crawl: str) -> Giving[Lead]:
    """Iterate over all links of a crawl, from its export."""
    query = {"what": "leads", "format": "jsonl"}
    yield from open_stream(Call("GET", f"{CRAWLS}/{crawl}/export", query))
    lines = Lines()
    while piece := (yield from _more()):
        for line in lines.feed(piece):
            yield Give(decode(line, Lead))


def export(crawl: str, path: Path, query: Mapping[str, Any]) -> Steps[Path]:
    """Write an export to a file, which is complete or does not exist."""
    query = check_options(query, ExportOptions)
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.part")
    yield from open_stream(Call("GET", f"{CRAWLS}/{crawl}/export", query))
    try:
        with part.open("wb") as file:
            while piece := (yield from _more()):
                file.write(piece)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _more() -> Steps[bytes]:
    piece: bytes | Broken = yield More()
    if isinstance(piece, Broken):
        raise Unreachable(f"the download broke off: {piece.reason}")
    return piece


def _all(path: str, query: Mapping[str, Any], wanted: type[Listed[Item]]) -> Giving[Item]:
    place: dict[str, str] = {}
    while True:
        some = yield from ask(Call("GET", path, {"limit": _AT_ONCE, **query, **place}), wanted)
        for item in some.items:
            yield Give(item)
        if some.next is None:
            return
        place = {"cursor": some.next}
