"""Which address is answered by what: sections of routes, and the router over all of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html import escape
from zlib import crc32

from leadline.demo.messages import Handler, Reply, SiteAnswer, SiteRequest
from leadsite.markup import document, html_reply

WWW = "www.site.localhost"
OTHER = "other.site.localhost"
BLOG = "blog.site.localhost"
FOREIGN = "www.foreign.localhost"
WILD = ".wild.site.localhost"
ANY_HOST = ""
LATE_ONE_IN = 20


@dataclass(frozen=True, slots=True)
class Options:
    """How slow the slow parts are, and how large the large ones."""

    slow_s: float = 2.0
    drip_s: float = 0.5
    retry_after_s: int = 2
    bomb_bytes: int = 50_000_000
    latency_s: float = 0.0
    """Passes before every answer: without it none lasts long enough to be seen overlapping."""
    latency_to_s: float = 0.0
    """If it is more, every address has its own latency between the two."""
    late_s: float = 0.0
    """Passes before the answers of one address in twenty, always the same ones."""


@dataclass(slots=True)
class Tries:
    """How often each name was asked for: the only thing the site remembers."""

    _counts: dict[str, int] = field(default_factory=dict)

    def count(self, name: str) -> int:
        """Count one more, and say the how-manieth it was."""
        self._counts[name] = self._counts.get(name, 0) + 1
        return self._counts[name]

    def reset(self) -> None:
        """Forget all counts."""
        self._counts.clear()


@dataclass(frozen=True, slots=True)
class World:
    """What sections are built from."""

    options: Options
    tries: Tries
    refused_port: int


@dataclass(frozen=True, slots=True)
class Route:
    """One address, or with a star at its end all that start like it, and what it does."""

    path: str
    what: str
    handler: Handler
    host: str = ANY_HOST


@dataclass(frozen=True, slots=True)
class Section:
    """Routes under `/<name>/`, listed on an index page there."""

    name: str
    what: str
    routes: tuple[Route, ...]


def always(answer: SiteAnswer) -> Handler:
    """A handler that gives one answer to everybody."""
    return lambda _request: answer


def delayed(handler: Handler, options: Options) -> Handler:
    """The same answers, each so much later."""
    spread_s = max(0.0, options.latency_to_s - options.latency_s)

    def answer(request: SiteRequest) -> SiteAnswer:
        prompt = handler(request)
        part = crc32(request.target.encode()) % 1000 / 1000
        return replace(prompt, delay_s=prompt.delay_s + options.latency_s + part * spread_s)

    return answer if options.latency_s else handler


def sometimes_late(handler: Handler, late_s: float) -> Handler:
    """The same answers, but one address in twenty waits."""

    def answer(request: SiteRequest) -> SiteAnswer:
        prompt = handler(request)
        is_late = crc32(request.target.encode()) % LATE_ONE_IN == 0
        return replace(prompt, delay_s=prompt.delay_s + late_s) if is_late else prompt

    return answer if late_s else handler


def address(request: SiteRequest, host: str, path: str) -> str:
    """An absolute address on the port that the request came to."""
    return f"http://{host}:{request.port}{path}"


class Router:
    """Finds the route: exact before prefix, the named host before any host, else 404."""

    def __init__(self, sections: Iterable[Section]) -> None:
        self._exact: dict[tuple[str, str], Handler] = {}
        self._prefixes: list[tuple[str, str, Handler]] = []
        listed = list(sections)
        self._exact[ANY_HOST, "/"] = always(front_page(listed))
        for section in listed:
            self._exact[ANY_HOST, f"/{section.name}/"] = always(index_page(section))
            for route in section.routes:
                self._add(route)
        self._prefixes.sort(key=lambda entry: len(entry[1]), reverse=True)

    def __call__(self, request: SiteRequest) -> SiteAnswer:
        host = WILD if request.host.endswith(WILD) else request.host
        handler = self._exact.get((host, request.path))
        handler = handler or self._exact.get((ANY_HOST, request.path))
        return (handler or self._by_prefix(host, request.path))(request)

    def _add(self, route: Route) -> None:
        if route.path.endswith("*"):
            self._prefixes.append((route.host, route.path[:-1], route.handler))
        else:
            self._exact[route.host, route.path] = route.handler

    def _by_prefix(self, host: str, path: str) -> Handler:
        for wanted, prefix, handler in self._prefixes:
            if wanted in {ANY_HOST, host} and path.startswith(prefix):
                return handler
        return _not_found


def front_page(sections: list[Section]) -> Reply:
    """Links to every section."""
    items = [f'<li><a href="/{s.name}/">{s.name}</a>: {escape(s.what)}</li>' for s in sections]
    return document("The web under test", f"<ul>{''.join(items)}</ul>")


def index_page(section: Section) -> Reply:
    """Links to every route of a section that has an address of its own."""
    items = [
        f'<li><a href="{route.path}">{route.path}</a>: {escape(route.what)}</li>'
        for route in section.routes
        if not route.path.endswith("*") and route.host == ANY_HOST
    ]
    return document(section.name, f"<p>{escape(section.what)}</p><ul>{''.join(items)}</ul>")


def _not_found(_request: SiteRequest) -> Reply:
    return html_reply(b"<title>Not found</title>", status=404)
