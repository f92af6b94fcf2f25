"""Operations on crawls."""

import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from leadline.client.asking import asked, decoded, done, opened
from leadline.client.effects import Broken, Call, Give, Giving, More, Pause, Steps
from leadline.client.errors import TookTooLong, Unreachable
from leadline.client.lines import Lines
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
    checked,
)

CRAWLS = "/api/v1/crawls"
_FIRST_LOOK_S = 0.05
_LONGEST_LOOK_S = 1.0
_AT_ONCE = 500

Item = TypeVar("Item")


def begin(url: str, options: Mapping[str, Any], key: str | None) -> Steps[Progress]:
    """Begin a crawl; its root is fetched when this is over."""
    return asked(keyed(CRAWLS, {"url": url, **checked(options, CrawlOptions)}, key), Progress)


def keyed(path: str, body: Mapping[str, Any], key: str | None) -> Call:
    """A request that may be repeated: it is done once under its key."""
    return Call("POST", path, body=body, headers={"Idempotency-Key": key or uuid.uuid4().hex})


def progress(crawl: str) -> Steps[Progress]:
    """How far it is."""
    return asked(Call("GET", f"{CRAWLS}/{crawl}"), Progress)


def steered(crawl: str, how: str) -> Steps[Progress]:
    """Pause, resume or cancel it."""
    return asked(Call("POST", f"{CRAWLS}/{crawl}/{how}"), Progress)


def changed(crawl: str, options: Mapping[str, Any]) -> Steps[Changed]:
    """Ask for something else while it runs."""
    body = checked(options, ChangeOptions)
    return asked(Call("PATCH", f"{CRAWLS}/{crawl}", body=body), Changed)


def retried(crawl: str, wanted: Mapping[str, Any]) -> Steps[Changed]:
    """Try pages again."""
    body = checked(wanted, RetryFilter)
    return asked(Call("POST", f"{CRAWLS}/{crawl}/retry", body=body), Changed)


def deleted(crawl: str) -> Steps[None]:
    """Cancel it if it is still running, and remove all that is kept of it."""
    return done(Call("DELETE", f"{CRAWLS}/{crawl}"))


def over(crawl: str, timeout_s: float | None) -> Steps[Progress]:
    """Wait until it is over. Raises TookTooLong."""
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
    """All crawls, the newest first."""
    return _all(CRAWLS, query, Listed[Progress])


def pages(crawl: str, query: Mapping[str, Any]) -> Giving[Page]:
    """All pages that meet a filter."""
    return _all(f"{CRAWLS}/{crawl}/pages", checked(query, PageList), Listed[Page])


def page(crawl: str, page_id: str) -> Steps[PageDetails]:
    """A page with all that is kept of it."""
    return asked(Call("GET", f"{CRAWLS}/{crawl}/pages/{page_id}"), PageDetails)


def graph(crawl: str, query: Mapping[str, Any]) -> Steps[Graph]:
    """Its graph as it is to be drawn."""
    return asked(Call("GET", f"{CRAWLS}/{crawl}/graph", checked(query, GraphFilter)), Graph)


def figures(crawl: str, what: str, query: Mapping[str, Any]) -> Steps[dict[str, Any]]:
    """An object of the API, as it is."""
    return asked(Call("GET", f"{CRAWLS}/{crawl}/{what}", query), dict[str, Any])


def diff(crawl: str, earlier: str, limit: int) -> Steps[Diff]:
    """Compare it with an earlier crawl."""
    return asked(Call("GET", f"{CRAWLS}/{crawl}/diff", {"with": earlier, "limit": limit}), Diff)


def leads(crawl: str) -> Giving[Lead]:
    """All leads, as they are exported."""
    query = {"what": "leads", "format": "jsonl"}
    yield from opened(Call("GET", f"{CRAWLS}/{crawl}/export", query))
    lines = Lines()
    while piece := (yield from _more()):
        for line in lines.fed(piece):
            yield Give(decoded(line, Lead))


def exported(crawl: str, path: Path, query: Mapping[str, Any]) -> Steps[Path]:
    """Write an export to a file, which is complete or not there."""
    query = checked(query, ExportOptions)
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.part")
    yield from opened(Call("GET", f"{CRAWLS}/{crawl}/export", query))
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
        raise Unreachable(f"the answer broke off: {piece.reason}")
    return piece


def _all(path: str, query: Mapping[str, Any], wanted: type[Listed[Item]]) -> Giving[Item]:
    place: dict[str, str] = {}
    while True:
        some = yield from asked(Call("GET", path, {"limit": _AT_ONCE, **query, **place}), wanted)
        for item in some.items:
            yield Give(item)
        if some.next is None:
            return
        place = {"cursor": some.next}
