"""The web page: its files, and the page itself at every address that no other route has."""

import os
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

BUILT = Path(__file__).parents[2] / "web"
# Crawled content is hostile: even if a browser took it for markup, no script in it could run.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
_ASSETS = "assets"
_FOREVER = "public, max-age=31536000, immutable"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_NOT_BUILT = """<!doctype html><html lang="en"><title>Leadline</title>
<p>The web page is not built here: <code>scripts/build-web runtime</code> does it, given Node.js.
The server works without it; <a href="/docs">/docs</a> shows what it can do.</p></html>
"""


def install(app: FastAPI, folder: Path = BUILT) -> None:
    """Serve the page at all addresses without a route, except those of the API."""
    app.router.default = WebPage(app.router.not_found, folder)


class WebPage:
    """An application that serves a built folder: a few files, and hashed ones under `assets/`."""

    def __init__(self, not_found: ASGIApp, folder: Path) -> None:
        self._not_found = not_found
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        answer = self._answer(scope) if _is_for_people(scope) else None
        await (answer or self._not_found)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response | None:
        place, _, name = scope["path"][1:].rpartition("/")
        file = None
        if place in {"", _ASSETS} and Path(name).suffix in _TYPES:
            file = self._file(scope, self._folder / place / name)
        if file is None and place.partition("/")[0] != _ASSETS:
            # Ids and host names in addresses of the page contain dots, too.
            return self._page(scope)
        return file

    def _page(self, scope: Scope) -> Response:
        return self._file(scope, self._folder / "index.html") or HTMLResponse(
            _NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE
        )

    def _file(self, scope: Scope, path: Path) -> Response | None:
        if not os.path.isfile(path):  # noqa: PTH113 -- Path.is_file raises when a name is too long
            return None
        headers = {
            "Cache-Control": _FOREVER if path.parent.name == _ASSETS else "no-cache",
            "Content-Security-Policy": POLICY,
            "Vary": "Accept-Encoding",
        }
        accepted = Headers(scope=scope).get("accept-encoding", "")
        for encoding, ending in _ENCODINGS:
            packed = path.with_name(path.name + ending)
            if encoding in accepted and packed.is_file():
                headers["Content-Encoding"] = encoding
                return FileResponse(packed, headers=headers, media_type=_TYPES[path.suffix])
        return FileResponse(path, headers=headers, media_type=_TYPES[path.suffix])


def _is_for_people(scope: Scope) -> bool:
    is_read = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
    return is_read and scope["path"] != "/api" and not scope["path"].startswith("/api/")
