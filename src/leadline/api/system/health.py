"""Routes for probes: whether the process answers, and whether the server is ready."""

import time
from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel

from leadline import __version__
from leadline.api.context import Shared

router = APIRouter(tags=["health"])
_STARTED_AT = time.monotonic()


class Alive(BaseModel):
    """An answer of a running process."""

    status: Literal["ok"] = "ok"


class Health(Alive):
    """The version and the uptime of the server."""

    version: str = __version__
    uptime: float


class Readiness(BaseModel):
    """The readiness of the server, and what it lacks."""

    ready: bool
    missing: list[str] = []


@router.get("/healthz", summary="Check that the process answers")
async def alive() -> Alive:
    """Return `ok`, without a look at the store."""
    return Alive()


@router.get("/health", summary="Get the version and the uptime")
async def health() -> Health:
    """Return the version of the server, and the seconds since its start."""
    return Health(uptime=round(time.monotonic() - _STARTED_AT, 3))


@router.get(
    "/readyz",
    summary="Check that the server is ready",
    response_model=Readiness,
    responses={
        503: {"model": Readiness, "description": "The server lacks something that it needs"}
    },
)
async def ready(context: Shared) -> Response:
    """Return whether the store can be written and a feeder is running."""
    missing = await context.readiness.missing()
    status = HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK
    return JSONResponse(Readiness(ready=not missing, missing=missing).model_dump(), status)
