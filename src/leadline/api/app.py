"""The application: its routes, admission, and the OpenAPI document."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from leadline import __version__
from leadline.api import problems
from leadline.api.admission import Admission
from leadline.api.context import open_context
from leadline.api.crawls import changes, exports, extracts, live, scope_tests
from leadline.api.crawls import routes as crawls
from leadline.api.field_texts import describe_fields
from leadline.api.figures import activity, diff, hosts, stats
from leadline.api.graph import routes as graph
from leadline.api.jobs import routes as jobs
from leadline.api.pages import routes as pages
from leadline.api.scrapes import batch as batches
from leadline.api.scrapes import routes as scrapes
from leadline.api.system import about, docs_page, health, metrics, tickets, web_page
from leadline.settings import Settings

_ABOUT = """Leadline crawls sites and maps their links, and scrapes pages for programs.

- Times are ISO 8601 in UTC. Page ids are strings.
- Lists are `{items, next}`. Send `next` as `cursor` to get the next part.
- Errors are problem documents (RFC 9457).
- If the server has API keys, all routes under `/api` and `/metrics` need
  `Authorization: Bearer KEY`.
- Live updates of a crawl: `…/events` sends server-sent events, and
  `WS /api/v1/crawls/{crawl_id}/ws` sends its progress.
"""
_OPEN = ("/health", "/healthz", "/readyz")
_KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "Create an API key with `leadline keys create NAME`.",
}


def create_app(settings: Settings) -> FastAPI:
    """Return the application of one server."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_context(settings) as context:
            app.state.context = context
            yield

    app = FastAPI(
        title="Leadline",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    problems.install(app)
    app.add_middleware(Admission)
    app.include_router(crawls.router)
    for each in (
        changes,
        pages,
        extracts,
        graph,
        hosts,
        activity,
        live,
        stats,
        diff,
        exports,
        scope_tests,
    ):
        app.include_router(each.router)
    app.include_router(jobs.router)
    app.include_router(scrapes.router)
    app.include_router(batches.router)
    app.include_router(tickets.router)
    app.include_router(about.router)
    app.include_router(health.router)
    app.include_router(metrics.router)
    docs_page.install(app)
    web_page.install(app)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    return app


def _document(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, which is built once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        document["components"]["schemas"].update(problems.schemas())
        describe_fields(document)
        document["components"]["securitySchemes"] = {"key": _KEY}
        # A server without API keys needs none.
        document["security"] = [{}, {"key": []}]
        for path in _OPEN:
            for operation in document["paths"][path].values():
                operation["security"] = []
        app.openapi_schema = document
    return app.openapi_schema


def end_streams(app: FastAPI) -> None:
    """End all listeners of crawls: they would not disconnect by themselves."""
    # While the server starts, there is no context yet.
    if context := getattr(app.state, "context", None):
        context.live.end()
