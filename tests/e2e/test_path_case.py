"""A server that does not care how paths are written, crawled with the setting that says so."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from e2e.commands import leadline

FOLDED = {"LEADLINE_FOLD_PATH_CASE": "true"}
SPELLINGS = ("/Page?b=2&a=1#section", "/page?a=1&b=2", "/PAGE/?a=1&b=2")
LINKS = "".join(f"<a href='{path}'>x</a>" for path in SPELLINGS)


class Careless(BaseHTTPRequestHandler):
    """A server with one page, whatever the case of the path; its links have every spelling."""

    def do_GET(self) -> None:
        self.send_response(404 if self.path == "/robots.txt" else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<title>t</title>{LINKS}".encode())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def root() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Careless) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def crawled(root: str, folder: Path, *options: str, **environment: str) -> dict[str, Any]:
    asked = (f"{root}/", "--delay-ms", "0", "--workers", "2", "--json", *options)
    ended = leadline("crawl", *asked, folder=folder, **environment)
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_with_the_setting_spellings_that_differ_in_case_are_one_page(
    root: str, tmp_path: Path
) -> None:
    folded = crawled(root, tmp_path, **FOLDED)
    exact = crawled(root, tmp_path)

    assert (folded["total"], folded["fetched"]) == (1, 2)
    assert (exact["total"], exact["fetched"]) == (3, 4)


def test_a_crawl_keeps_the_identity_that_it_began_with(root: str, tmp_path: Path) -> None:
    crawl = crawled(root, tmp_path, **FOLDED)["crawl_id"]

    lines = leadline("pages", crawl, "--json", folder=tmp_path).stdout.splitlines()
    why = leadline("why", crawl, f"{root}/pAGE?a=1&b=2", "--json", folder=tmp_path)
    diff = leadline("diff", crawl, crawl, "--json", folder=tmp_path)

    assert {json.loads(line)["key"] for line in lines} == {root, f"{root}/page?a=1&b=2"}
    assert json.loads(why.stdout)["known"]
    assert json.loads(why.stdout)["page"]["key"] == f"{root}/page?a=1&b=2"
    changes = [line for line in diff.stdout.splitlines() if "/page" in line.lower()]
    assert (diff.returncode, changes) == (0, [])
