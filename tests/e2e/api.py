"""Face A as tests ask it, and as the command line answers the same questions."""

import json
import time
from dataclasses import dataclass
from typing import Any

import httpx

from e2e.commands import run
from e2e.serving import Server
from leadsite import SpawnedSite

PATH = "/api/v1/crawls"
_WAIT_S = 60


@dataclass(frozen=True)
class Api:
    """A server, a client of it, and a site to crawl."""

    server: Server
    client: httpx.Client
    site: SpawnedSite

    def begin(self, path: str, **options: Any) -> str:
        """The id of a new crawl of the site."""
        asked = {"url": self.site.address(path), "delay_ms": 0, "scope": "subpath"} | options
        return str(self.got("", "POST", json=asked, status=201)["crawl_id"])

    def crawled(self, path: str, **options: Any) -> str:
        """The same, when it is over."""
        crawl = self.begin(path, **options)
        self.finished(crawl)
        return crawl

    def finished(self, crawl: str) -> dict[str, Any]:
        """A crawl when it is over."""
        until = time.monotonic() + _WAIT_S
        told: dict[str, Any]
        while (told := self.got(f"/{crawl}"))["status"] in {"running", "pending"}:
            assert time.monotonic() < until, told
            time.sleep(0.05)
        return told

    def got(self, path: str, method: str = "GET", status: int = 200, **asked: Any) -> Any:
        """What a route answers, which has this status."""
        answer = self.client.request(method, f"{PATH}{path}", **asked)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def walked(self, path: str, **asked: Any) -> list[Any]:
        """All items of a list, from page to page."""
        items: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            some = self.got(path, params=asked | cursor)
            items += some["items"]
            if some["next"] is None:
                return items
            assert some["items"]
            cursor = {"cursor": some["next"]}

    def problem(self, path: str, status: int, method: str = "GET", **asked: Any) -> str:
        """The name of the problem that a route answers with."""
        answer = self.client.request(method, f"{PATH}{path}", **asked)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        return str(answer.json()["type"]).removeprefix("urn:leadline:problem:")

    def said(self, *arguments: str) -> list[Any]:
        """What a command says of the same store with --json, line by line."""
        ended = run(*arguments, "--json", folder=self.server.folder)
        assert ended.returncode == 0, ended.stderr
        return [json.loads(line) for line in ended.stdout.splitlines()]
