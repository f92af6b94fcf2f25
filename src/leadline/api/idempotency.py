"""Requests that may be repeated: with one key, what was asked is done once."""

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
        description="Repeat a request with the same key, and it is done once: the same body gets "
        "the same answer, another body 422, and 409 says that it is still being done.",
    ),
]


class InProgress:
    """The keys of requests that this server is answering now."""

    def __init__(self) -> None:
        self._keys: set[str] = set()

    @contextmanager
    def asked(
        self, key: str | None, route: str, body: BaseModel
    ) -> Iterator[tuple[str, str] | None]:
        """The request as the store remembers it: its key and a digest of what was asked."""
        if key is None:
            yield None
            return
        if key in self._keys:
            raise Problem(
                HTTPStatus.CONFLICT, "in-progress", "a request with this key is being answered"
            )
        self._keys.add(key)
        try:
            what = f"{route} {body.model_dump_json(exclude_defaults=True)}"
            yield key, hashlib.sha256(what.encode(errors="surrogatepass")).hexdigest()
        finally:
            self._keys.discard(key)
