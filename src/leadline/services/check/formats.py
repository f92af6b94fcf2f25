"""The report of a check for programs: one JSON object, or JUnit XML, as a stream."""

import time
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

import msgspec

from leadline.domain.crawls import CrawlStatus
from leadline.domain.pages import Page, PageKind
from leadline.services.check.report import Chain, Check, LinkSource, Target, first
from leadline.services.crawling.crawls import summary
from leadline.services.exports.formats.graph import xml

_BLOCK_BYTES = 64 * 1024

_Links = AsyncIterator[list[LinkSource]]


async def as_json(check: Check) -> AsyncIterator[bytes]:
    """Yield one JSON object, with all links to the listed pages."""
    async for block in _in_blocks(_json(check)):
        yield block


async def as_junit(check: Check) -> AsyncIterator[bytes]:
    """Yield a test suite: a failure for each broken page, and a test case for the crawl.

    Pages that could not be checked are skipped test cases.
    """
    async for block in _in_blocks(_junit(check)):
        yield block


async def _json(check: Check) -> AsyncIterator[bytes]:
    crawl, counts = check.crawl, asdict(check.figures)
    not_checked, given_up = counts.pop("not_checked"), counts.pop("given_up")
    names = ("crawl_id", "status", "root_url", "limit_reached")
    head: dict[str, Any] = {name: summary(crawl)[name] for name in names}
    head |= {
        "figures": asdict(check.pages),
        "given_up": [{"host": host, "pages": pages} for host, pages in given_up.items()],
        "counts": counts,
        "not_checked": not_checked,
    }
    yield msgspec.json.encode(head)[:-1]
    lists = {
        "broken": _targets(check, check.broken()),
        "unsure": _targets(check, check.unsure()),
        "redirects": _chains(check),
    }
    for name, pieces in lists.items():
        yield b',"%s":[' % name.encode()
        async for piece in pieces:
            yield piece
        yield b"]"
    slow = [{"url": page.address, "total_ms": page.timings[-1]} for page in await check.slow()]
    yield b',"slow":%s}\n' % msgspec.json.encode(slow)


async def _targets(check: Check, targets: AsyncIterator[Target]) -> AsyncIterator[bytes]:
    comma = b""
    async for target in targets:
        yield comma
        async for piece in _linked(_target(target), target.page, check.links_to(target)):
            yield piece
        comma = b","


async def _chains(check: Check) -> AsyncIterator[bytes]:
    comma = b""
    async for chain in check.redirects():
        yield comma
        async for piece in _linked(_chain(chain), chain.hops[0], check.links_of(chain)):
            yield piece
        comma = b","


async def _linked(row: dict[str, Any], page: Page, links: _Links) -> AsyncIterator[bytes]:
    """Yield an object with all links to a page as its last field."""
    yield msgspec.json.encode(row)[:-1] + b',"linked_from":['
    comma = b""
    async for some in links:
        yield comma + msgspec.json.encode([_source(each, page) for each in some])[1:-1]
        comma = b","
    yield b"]}"


def _target(target: Target) -> dict[str, Any]:
    page = target.page
    return {
        "url": page.address,
        "status": None if target.loop else page.status,
        "error": "RedirectLoop" if target.loop else page.error,
        "message": None if target.loop else page.message,
        "loop": [_hop(hop) for hop in target.loop],
        "external": page.kind is PageKind.EXTERNAL,
        "found_by": page.found_by,
        "links": target.links,
    }


def _chain(chain: Chain) -> dict[str, Any]:
    end = chain.end
    return {
        "url": chain.hops[0].address,
        "hops": [_hop(hop) for hop in chain.hops],
        "end": None if end is None else {**_hop(end), "state": end.state, "error": end.error},
        "update_to": chain.update_to,
        "external": chain.hops[0].kind is PageKind.EXTERNAL,
        "links": chain.links,
    }


def _hop(page: Page) -> dict[str, Any]:
    return {"url": page.address, "status": page.status}


def _source(source: LinkSource, page: Page) -> dict[str, Any]:
    is_there = source.target.id == page.id
    return {
        "url": source.page.address,
        "anchor": source.anchor,
        "via": None if is_there else source.target.address,
    }


async def _junit(check: Check) -> AsyncIterator[bytes]:
    figures, crawl = check.figures, check.crawl
    is_whole = crawl.status is CrawlStatus.COMPLETED
    began = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(crawl.created_at))
    errors = int(not is_whole) + len(figures.given_up)
    tests = 1 + len(figures.given_up) + figures.broken + figures.unsure
    counts = (
        f'tests="{tests}" failures="{figures.broken}" '
        f'errors="{errors}" skipped="{figures.unsure}" '
        f'time="{summary(crawl)["duration_s"]}"'
    )
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="leadline check" {counts}>\n'
        f'<testsuite name="{xml(crawl.root_url)}" timestamp="{began}" {counts}>\n'
        f"{_crawl_case(check, is_whole=is_whole)}"
    ).encode()
    for host, pages in figures.given_up.items():
        yield _host_case(host, pages).encode()
    async for target in check.broken():
        yield (await _broken_case(check, target)).encode()
    async for target in check.unsure():
        said = f'<skipped message="{xml(target.why)}: could not be checked"/>'
        yield _case(target.page.address, said).encode()
    yield b"</testsuite>\n</testsuites>\n"


def _crawl_case(check: Check, *, is_whole: bool) -> str:
    figures, crawl = check.figures, check.crawl
    not_checked = ", ".join(f"{name} {count}" for name, count in figures.not_checked.items())
    counts = f"{figures.checked} checked, {figures.external} of them external; not checked: "
    lines = f"<system-out>{xml(counts + (not_checked or 'none'))}</system-out>"
    why = f"{crawl.status}: {crawl.reason}" if crawl.reason else crawl.status
    error = "" if is_whole else f'<error message="{xml(f"the crawl is {why}")}"/>'
    return _case(f"crawl of {crawl.root_url}", error + lines)


def _host_case(host: str, pages: int) -> str:
    message = xml(f"{host} stopped answering: {pages} of its pages were not checked")
    return _case(f"host {host}", f'<error message="{message}"/>')


async def _broken_case(check: Check, target: Target) -> str:
    shown = [source for some in await first(check.links_to(target), 1) for source in some]
    lines = [_line(_source(source, target.page)) for source in shown]
    lines += [f"and {target.links - len(shown)} more"] if target.links > len(shown) else []
    kind = "RedirectLoop" if target.loop else target.page.error
    head = f'<failure type="{xml(kind or "")}" message="{xml(_message(target))}">'
    return _case(target.page.address, f"{head}{xml(chr(10).join(lines))}</failure>")


def _line(link: dict[str, Any]) -> str:
    through = f" through {link['via']}" if link["via"] else ""
    return f'linked from {link["url"]} "{link["anchor"]}"{through}'


def _message(target: Target) -> str:
    if target.loop:
        return " → ".join(page.address for page in (*target.loop, target.page))
    return target.page.message or target.why


def _case(name: str, inner: str) -> str:
    return f'<testcase classname="leadline.check" name="{xml(name)}">{inner}</testcase>\n'


async def _in_blocks(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the same bytes in blocks of 64 KiB."""
    block = bytearray()
    async for piece in pieces:
        block += piece
        if len(block) >= _BLOCK_BYTES:
            yield bytes(block)
            block.clear()
    yield bytes(block)
