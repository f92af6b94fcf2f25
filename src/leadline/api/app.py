"""The application: routes, doors, and the page that documents them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from leadline import __version__
from leadline.api import (
    about,
    docs_page,
    health,
    metrics,
    problems,
    scope_tests,
    tickets,
    web_page,
)
from leadline.api.context import opened
from leadline.api.crawls import (
    activity,
    changes,
    diff,
    exports,
    extracts,
    graph,
    hosts,
    live,
    pages,
    stats,
)
from leadline.api.crawls import routes as crawls
from leadline.api.doors import Doors
from leadline.api.jobs import routes as jobs
from leadline.api.scrapes import batch as batches
from leadline.api.scrapes import routes as scrapes
from leadline.settings import Settings

_ABOUT = """Crawls sites as live link graphs, scrapes pages for programs.

Times are ISO 8601 in UTC, page ids are strings, lists are `{items, next}`: give `next` as `cursor`
to go on. Errors are problem documents (RFC 9457). When keys exist, everything under `/api` and
`/metrics` needs `Authorization: Bearer KEY`. A crawl can be listened to: `…/events` are server-sent
events, and `WS /api/v1/crawls/{crawl_id}/ws` sends its progress.
"""
_OPEN = ("/health", "/healthz", "/readyz")
_KEY = {"type": "http", "scheme": "bearer", "description": "`leadline keys create NAME` makes one."}


def create_app(settings: Settings) -> FastAPI:
    """The application of one server."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opened(settings) as context:
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
    app.add_middleware(Doors)
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
    """The OpenAPI document, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        document["components"]["schemas"].update(problems.schemas())
        document["components"]["securitySchemes"] = {"key": _KEY}
        # Where there are no keys, none is needed.
        document["security"] = [{}, {"key": []}]
        for path in _OPEN:
            for operation in document["paths"][path].values():
                operation["security"] = []
        app.openapi_schema = document
    return app.openapi_schema


def end_streams(app: FastAPI) -> None:
    """Let go of everybody who listens to a crawl: they would not leave by themselves."""
    # There is none while the server starts.
    if context := getattr(app.state, "context", None):
        context.live.end()
