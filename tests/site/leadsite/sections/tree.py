"""The clean section: about 400 pages below `/tree/` whose depths and leads are known.

A tree in which every page of the upper levels has seven children, and, across it: links up, links
sideways, shortcuts, a long chain, the same pages under other spellings, redirects and dead ends.
No link leaves `/tree/`. What is expected follows the rules of a crawl: a redirect weighs nothing,
and addresses with one key are one page.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from leadline.demo.messages import Reply, SiteRequest
from leadsite.markup import HTML, document
from leadsite.routes import Route, Section

ROOT = "/tree/"
CHILDREN = 7
LEVELS = 3
CHAIN = 12
MOVED = 8
MISSING = 4
SHORTCUTS = (100, 205, 310)
"""Leaves, by number, that the root links to."""


@dataclass(frozen=True, slots=True)
class TreePage:
    """One page as a crawl should end up with it."""

    path: str
    status: int
    depth: int
    redirected_to: str | None


@dataclass(frozen=True, slots=True)
class Spelled:
    """A link: the page it means, and the href it is written as."""

    path: str
    href: str


def expected_pages() -> list[TreePage]:
    """Every page of the section, the root first, by depth and path."""
    depths = _depths()
    pages = [
        TreePage(path, _status(path), depth, _redirects().get(path))
        for path, depth in depths.items()
    ]
    return sorted(pages, key=lambda page: (page.depth, page.path))


def expected_leads() -> set[tuple[str, str]]:
    """Every pair of source and target, redirects included, links of a page to itself not."""
    pages = _links()
    linked = {(path, link.path) for path in pages for link in pages[path] if link.path != path}
    return linked | set(_redirects().items())


def section() -> Section:
    """The tree, behind one prefix."""
    route = Route("/tree/*", "a page, a redirect or a dead end", _answer)
    return Section("tree", "about 400 clean pages", (route, Route(ROOT, "the root", _answer)))


def _answer(request: SiteRequest) -> Reply:
    return _replies().get(request.path) or Reply(404, HTML)


@cache
def _replies() -> dict[str, Reply]:
    replies = {path: _page(path, links) for path, links in _links().items()}
    for path, target in _redirects().items():
        replies[path] = _moved(target)
    for path in list(replies):
        if path.endswith("/"):
            # One page by its key: a crawl follows this in place.
            replies[path.rstrip("/")] = _moved(path)
    return replies


def _page(path: str, links: list[Spelled]) -> Reply:
    anchors = "".join(f'<p><a href="{link.href}">to {link.path}</a></p>' for link in links)
    return document(f"Tree {path}", anchors)


def _moved(target: str) -> Reply:
    return Reply(301, (*HTML, ("Location", target)))


def _tree_paths() -> Iterator[tuple[str, int]]:
    """Paths with their level: `/tree/`, `/tree/a3/`, `/tree/a3/b5/`, and leaves as `…/b5/c2`.

    Letters tell the levels apart: a path of equal segments would look like a trap.
    """
    level = [ROOT]
    for depth in range(LEVELS + 1):
        yield from ((path, depth) for path in level)
        slash = "/" if depth + 1 < LEVELS else ""
        letter = "abcdefgh"[depth]
        level = [f"{path}{letter}{child}{slash}" for path in level for child in range(CHILDREN)]


@cache
def _redirects() -> dict[str, str]:
    leaves = [path for path, level in _tree_paths() if level == LEVELS]
    one_hop = {f"{ROOT}moved/{number}": leaves[number * 40 + 3] for number in range(MOVED)}
    return one_hop | {f"{ROOT}moved/twice": f"{ROOT}moved/0", f"{ROOT}moved/nowhere": _missing(0)}


def _missing(number: int) -> str:
    return f"{ROOT}missing/{number}"


def _chain_path(number: int) -> str:
    return f"{ROOT}chain/{number}"


def _status(path: str) -> int:
    if path in _redirects():
        return 301
    return 404 if path.startswith(f"{ROOT}missing/") else 200


@cache
def _links() -> dict[str, list[Spelled]]:
    """The links of every page that has a body, in the order of its markup."""
    paths = [path for path, _ in _tree_paths()]
    table: dict[str, list[Spelled]] = {path: [] for path in paths}
    for number, path in enumerate(paths):
        first = number * CHILDREN + 1
        for child in paths[first : first + CHILDREN]:
            table[path].append(Spelled(child, child.removeprefix(path)))
        table[path] += _across(number, path, paths)
    for number in range(1, CHAIN + 1):
        table[_chain_path(number)] = [_plain(ROOT)]
        if number < CHAIN:
            table[_chain_path(number)].append(_plain(_chain_path(number + 1)))
    _add_specials(table, paths)
    return table


def _across(number: int, path: str, paths: list[str]) -> list[Spelled]:
    """Up, sideways, and to itself, in spellings that have one key."""
    parent = paths[(number - 1) // CHILDREN] if number else ROOT
    sideways = paths[(number * 31 + 17) % len(paths)] if number % 5 == 0 or number < 8 else ROOT
    return [
        Spelled(parent, f"{parent}?utm_source=tree" if number % 3 else parent),
        Spelled(sideways, f"{sideways}#part-{number}"),
        Spelled(path, f"{path}?utm_medium=self&amp;utm_campaign={number}"),
        Spelled(ROOT, ROOT.rstrip("/") if number % 2 else f"{ROOT}?"),
    ]


def _add_specials(table: dict[str, list[Spelled]], paths: list[str]) -> None:
    """Redirects, dead ends, shortcuts from the root, and a chain with one into its middle."""
    for number, moved in enumerate(_redirects()):
        table[paths[number * 5 + 1]].append(_plain(moved))
    for number in range(MISSING):
        table[paths[number * 90 + 60]].append(_plain(_missing(number)))
    table[paths[-1]].append(_plain(_chain_path(1)))
    table[ROOT] += [_plain(paths[number]) for number in SHORTCUTS]
    table[paths[9]].append(_plain(_chain_path(CHAIN - 3)))


def _plain(path: str) -> Spelled:
    return Spelled(path, path)


@cache
def _depths() -> dict[str, int]:
    """Shortest distances from the root; a redirect's target is as deep as the redirect."""
    links, redirects = _links(), _redirects()
    depths = {ROOT: 0}
    waiting = deque([ROOT])
    while waiting:
        path = waiting.popleft()
        if path in redirects:
            _reach(redirects[path], depths[path], depths, waiting.appendleft)
        for link in links.get(path, []):
            _reach(link.path, depths[path] + 1, depths, waiting.append)
    return depths


def _reach(path: str, depth: int, depths: dict[str, int], wait: Callable[[str], None]) -> None:
    if depth < depths.get(path, depth + 1):
        depths[path] = depth
        wait(path)
