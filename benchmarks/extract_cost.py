"""CPU per page of extraction: ours against a bare loop, on Debian's documentation, in one run.

`parse` is the parser alone. `toy` is what a crawl cannot do without, by the shortest way: parse,
title, the hrefs joined, scripts and styles removed, text. `ours` is steps 3 and 4 of the pipeline,
when the pages that are linked to are known already. Kinds take turns page by page, so that all
see the same machine.

usage: extract_cost.py [ROUNDS] [EVERY]
"""

import sys
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import ada_url
from selectolax.lexbor import LexborHTMLParser

from doc_site import DOCS
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId
from leadline.domain.pages import FoundBy
from leadline.domain.web.documents import Document, Listing, Source, Wanted, WrittenLinks
from leadline.domain.web.fetching import Limits
from leadline.html.encoding import to_utf8
from leadline.html.links import are_all_kept, base_of, written
from leadline.html.metadata import metadata_of, title_of
from leadline.html.reader import read, read_as_any
from leadline.pipeline.plan import Plan
from leadline.pipeline.steps.extract import extract
from leadline.pipeline.steps.judge_links import new_page
from leadline.pipeline.steps.match_links import match_links
from leadline.pipeline.tools import KnownPages
from leadline.sandbox.contract import Sandbox
from leadline.urls.scope import Scope, ScopeRule
from leadline.urls.traps import TrapRules
from plainness import is_plain

MANUAL = Path("/usr/share/doc/apache2-doc/manual/en")
LARGE_BYTES = 2 * 1024 * 1024
ORIGIN = "http://127.0.0.1:8900/"
WANTED = Wanted(metadata=False, links=False)
PLAN = Plan(
    crawl=CrawlId("bench"),
    is_scrape=False,
    wanted=WANTED,
    scope=Scope(ScopeRule.HOST, Address(ORIGIN)),
    traps=TrapRules(),
    limits=Limits(),
    user_agent="bench",
    trusted=Scope(ScopeRule.HOST, Address(ORIGIN)),
    headers=(),
    options=CrawlOptions(max_depth=100, respects_robots=False, keeps=()),
)
KNOWN = KnownPages()
Phases = Iterator[tuple[str, Callable[[], Any]]]


class NoSandbox(Sandbox):
    """Pages for the sandbox are not measured."""

    async def extract(self, source: Source, wanted: Wanted) -> Document:
        raise AssertionError(source.address, wanted)

    async def read_sitemap(self, source: Source) -> Listing:
        raise AssertionError(source.address)


def pages_in(folder: Path, under: str, every: int) -> list[Source]:
    """Every so many pages of a folder, as they would come from a server."""
    folder = folder.resolve()
    sources = [
        Source(path.read_bytes(), "text/html", Address(f"{ORIGIN}{under}/{name.as_posix()}"))
        for path in sorted(folder.rglob("*.html"))[::every]
        for name in [path.relative_to(folder)]
    ]
    return [source for source in sources if len(source.body) <= LARGE_BYTES]


def toy(source: Source) -> tuple[str, set[str], str]:
    tree = LexborHTMLParser(source.body)
    title = tree.css_first("title")
    links = set()
    hrefs = (node.attrs["href"] for node in tree.css("a[href]"))
    for href in {href.partition("#")[0] for href in hrefs if href}:
        if not href:
            continue
        try:
            target = ada_url.join_url(source.address, href)
        except ValueError:
            continue
        if target.startswith("http"):
            links.add(target)
    tree.strip_tags(["script", "style"])
    text = tree.body.text(separator=" ", strip=True) if tree.body else ""
    return title.text() if title else "", links, text


def ours(source: Source) -> object:
    document = finished(extract(source, WANTED, NoSandbox()))
    return match_links(links_in(document, source), PLAN.page_id(source.address), PLAN, KNOWN)


def links_in(document: Document, source: Source) -> WrittenLinks:
    return document.written or written(document.links, source.address)


def finished(work: Coroutine[Any, Any, Document]) -> Document:
    """The result of what never has to wait."""
    try:
        work.send(None)
    except StopIteration as end:
        document: Document = end.value
        return document
    raise AssertionError


KINDS: dict[str, Callable[[Source], object]] = {
    "parse": lambda source: LexborHTMLParser(source.body),
    "toy": toy,
    "ours": ours,
}


class Phased:
    """Our steps one by one."""

    def __init__(self, spent: dict[str, float]) -> None:
        self._spent = spent

    def timed(self, phase: str, work: Callable[..., Any], *given: object) -> Any:
        before = time.process_time()
        result = work(*given)
        self._spent[phase] = self._spent.get(phase, 0.0) + time.process_time() - before
        return result

    def read(self, source: Source) -> None:
        html, _ = self.timed("decode", to_utf8, source.body, source.content_type)
        reading = self.timed("read", read, html)
        self.timed("read by lexbor", read_as_any, html)
        base = self.timed("base", base_of, reading, source.address)
        links = WrittenLinks(reading.links, source.address, base)
        self.timed("are all kept", are_all_kept, links)
        self.timed("title", title_of, reading)
        self.timed("metadata", metadata_of, reading, base)
        page = PLAN.page_id(source.address)
        self.timed("dedupe, all known", match_links, links, page, PLAN, KNOWN)
        self.timed("dedupe, all new", match_links, links, page, PLAN, KnownPages())


def know_all_links(sources: Iterable[Source]) -> None:
    for source in sources:
        document = finished(extract(source, WANTED, NoSandbox()))
        _, unknown = match_links(
            links_in(document, source), PLAN.page_id(source.address), PLAN, KNOWN
        )
        KNOWN.add_all(
            new_page(page, link.address, PLAN, depth=1, found_by=FoundBy.LINK)
            for page, link in unknown
        )


def one_round(sources: list[Source]) -> dict[str, float]:
    """Seconds spent by each kind, and by each phase of ours."""
    spent = dict.fromkeys(KINDS, 0.0)
    phased = Phased(spent)
    for source in sources:
        for kind, work in KINDS.items():
            before = time.process_time()
            work(source)
            spent[kind] += time.process_time() - before
        phased.read(source)
    return spent


def report(title: str, sources: list[Source], rounds: int) -> None:
    know_all_links(sources)
    measured = [one_round(sources) for _ in range(rounds)]
    size = sum(len(source.body) for source in sources) / len(sources) / 1024
    print(f"{title}: {len(sources)} pages of {size:.0f} KiB, {rounds} rounds: µs of CPU a page")
    for kind in measured[0]:
        cost = median(spent[kind] for spent in measured) / len(sources) * 1e6
        print(f"  {kind:<18}{cost:7.1f}")
    for one, other in (("ours", "parse"), ("ours", "toy"), ("read", "read by lexbor")):
        ratio = median(spent[one] / spent[other] for spent in measured)
        print(f"  {one} / {other:<16}{ratio:7.2f}")
    plain = sum(is_plain(to_utf8(source.body, source.content_type)[0]) for source in sources)
    print(f"  written plainly     {plain} of {len(sources)}")


def main() -> None:
    rounds, every = [*map(int, sys.argv[1:]), *(7, 10)[len(sys.argv) - 1 :]]
    if not DOCS.is_dir():
        sys.exit("needs openjdk-17-doc: apt-get install openjdk-17-doc")
    report("openjdk-17-doc", pages_in(DOCS, "jdk", every), rounds)
    if MANUAL.is_dir():
        report("apache2-doc", pages_in(MANUAL, "manual", 1), rounds)


if __name__ == "__main__":
    main()
