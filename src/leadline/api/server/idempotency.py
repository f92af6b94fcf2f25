"""Idempotency keys: a repeated request takes effect once."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Annotated

from fastapi import Header
from pydantic import BaseModel

from leadline.api.problems import Problem

IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=200,
        description="A name for this request. If it is repeated with the same key, it takes "
        "effect once: the same body gets the same answer, another body gets 422, and 409 means "
        "that the first request is still in progress.",
    ),
]


class InProgress:
    """The idempotency keys of requests that this server is answering now."""

    def __init__(self) -> None:
        self._keys: set[str] = set()

    @contextmanager
    def hold(
        self, key: str | None, route: str, body: BaseModel
    ) -> Iterator[tuple[str, str] | None]:
        """Yield the key and a digest of the request; None without a key. Raises Problem."""
        if key is None:
            yield None
            return
        if key in self._keys:
            raise Problem(
                HTTPStatus.CONFLICT,
                "in-progress",
                "a request with this idempotency key is still in progress",
            )
        self._keys.add(key)
        try:
            what = f"{route} {body.model_dump_json(exclude_defaults=True)}"
            yield key, hashlib.sha256(what.encode(errors="surrogatepass")).hexdigest()
        finally:
            self._keys.discard(key)
