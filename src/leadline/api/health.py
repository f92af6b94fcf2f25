"""Whether the server lives, and whether it can do its work."""

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
    """The process answers."""

    status: Literal["ok"] = "ok"


class Health(Alive):
    """The process answers, and who it is."""

    version: str = __version__
    uptime: float


class Readiness(BaseModel):
    """What is missing, if anything."""

    ready: bool
    missing: list[str] = []


@router.get("/healthz")
async def alive() -> Alive:
    """The process answers; asks nobody else."""
    return Alive()


@router.get("/health")
async def health() -> Health:
    """The same, with version and seconds since the start."""
    return Health(uptime=round(time.monotonic() - _STARTED_AT, 3))


@router.get(
    "/readyz",
    response_model=Readiness,
    responses={503: {"model": Readiness, "description": "Something is missing"}},
)
async def ready(context: Shared) -> Response:
    """Whether crawls would be worked on: the store can be written, and a feeder is running."""
    missing = await context.readiness.missing()
    status = HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK
    return JSONResponse(Readiness(ready=not missing, missing=missing).model_dump(), status)
