"""A generated web: `/web/<size>/<n>` for each n below size, every page three links away at most."""

from leadline.demo.messages import Reply, SiteRequest
from leadsite.markup import HTML, document
from leadsite.routes import Route, Section

_FANOUT = 30


def section() -> Section:
    """As many pages as are asked for."""
    route = Route("/web/*", "a page of a web of a given size", _answer)
    return Section("web", "a generated web", (route,))


def _answer(request: SiteRequest) -> Reply:
    parts = request.path.split("/")[2:]
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        return Reply(404, HTML)
    size, number = map(int, parts)
    if number >= size:
        return Reply(404, HTML)
    children = range(number * _FANOUT + 1, min(size, number * _FANOUT + _FANOUT + 1))
    links = "".join(f'<a href="/web/{size}/{child}">{child}</a> ' for child in children)
    return document(f"Page {number} of {size}", links)
