"""The demo site as a whole: answers by path."""

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from http import HTTPStatus

from leadline.demo.drawings import seascape
from leadline.demo.layout import Page, link, render
from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.pages import PRIVATE_PATH, all_pages, private_page
from leadline.demo.server import serve

HTML: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
IMAGES = 50
PLAIN_HOST = re.compile(r"[a-z0-9.-]{1,253}")


def answer(request: SiteRequest) -> Reply:
    """Return the answer of the demo site to a request."""
    # The name becomes part of pages, so it must not contain markup.
    host = request.host if PLAIN_HOST.fullmatch(request.host) else "127.0.0.1"
    replies = _replies(f"http://{host}:{request.port}")
    return replies.get(request.path) or _not_found(request.path)


async def serve_demo(host: str, port: int, on_ready: Callable[[int], None]) -> None:
    """Serve the demo site until cancelled; call `on_ready` with the port once it listens.

    Raises OSError if the port is taken.
    """
    async with serve(answer, host, port) as server:
        on_ready(server.port)
        await asyncio.Event().wait()


@lru_cache(maxsize=16)
def _replies(origin: str) -> dict[str, Reply]:
    pages = all_pages()
    replies = {page.path: _html(page, origin) for page in pages}
    replies[PRIVATE_PATH] = _html(private_page(), origin)
    for page in pages:
        if page.path.endswith("/") and page.path != "/":
            replies[page.path.rstrip("/")] = _redirect(page.path)
    replies["/old-home"] = _redirect("/")
    replies["/robots.txt"] = _text("text/plain; charset=utf-8", _robots(origin))
    replies["/sitemap.xml"] = _text("application/xml", _sitemap(pages, origin))
    for number in range(IMAGES):
        image = Reply(headers=(("Content-Type", "image/svg+xml"),), body=seascape(number))
        replies[f"/images/{number}.svg"] = image
    return replies


def _html(page: Page, origin: str) -> Reply:
    return Reply(headers=HTML, body=render(page, origin))


def _redirect(location: str) -> Reply:
    return Reply(HTTPStatus.MOVED_PERMANENTLY, (*HTML, ("Location", location)))


def _text(content_type: str, text: str) -> Reply:
    return Reply(headers=(("Content-Type", content_type),), body=text.encode())


def _not_found(path: str) -> Reply:
    page = Page(
        path,
        "Not on this chart",
        "There is no such page.",
        f"<p>Nothing was found here. {link('/', 'Back to the front page')}.</p>",
    )
    return Reply(HTTPStatus.NOT_FOUND, HTML, render(page, ""))


def _robots(origin: str) -> str:
    return f"User-agent: *\nDisallow: /private/\n\nSitemap: {origin}/sitemap.xml\n"


def _sitemap(pages: list[Page], origin: str) -> str:
    entries = "".join(f"<url><loc>{escape(origin + page.path)}</loc></url>" for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>\n'
    )
