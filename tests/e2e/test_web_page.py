"""The web page as the server gives it."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from e2e.serving import Server, served
from leadline.api.app import create_app
from leadline.api.system.web_page import POLICY, install
from leadline.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Of a server without a key."""
    with served(tmp_path_factory.mktemp("served"), "--workers", "1") as server:
        yield from _client(server)


def _client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/crawls",
        "/crawls/some-id/pages/4611?state=FAILED",
        "/crawls/example.com",
        "/hosts/www.example.com:8080/index.html",
        "/.built",
        "/x%00.js",
    ],
)
def test_the_page_is_at_every_address_of_its_own(client: httpx.Client, path: str) -> None:
    page = client.get(path)

    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert '<div id="root">' in page.text


def test_its_files_are_kept_for_a_year_and_come_compressed(client: httpx.Client) -> None:
    script = re.search(r'src="(/assets/[^"]+\.js)"', client.get("/").text)
    assert script

    packed = client.get(script[1], headers={"Accept-Encoding": "gzip, deflate, br"})
    plain = client.get(script[1], headers={"Accept-Encoding": "identity"})

    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert packed.headers["content-encoding"] == "br"
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_nothing_but_what_is_ours_may_run_in_it(client: httpx.Client) -> None:
    policy = client.get("/").headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<(script|style)>|\sstyle=", client.get("/").text)


def test_nginx_is_told_the_same_policy() -> None:
    told = Path(__file__).parents[2] / "docs" / "how-to" / "nginx.md"

    assert f'Content-Security-Policy "{POLICY}" always;' in told.read_text()


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/v1/nothing.json", "/assets/none.js", "/assets/", "/assets/a/b.c"],
)
def test_what_is_not_there_is_a_problem_and_not_the_page(client: httpx.Client, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "path", ["/assets/../app.py", "/assets/..%2f..%2fapi%2fapp.py", "/../api/app.py"]
)
def test_files_beside_it_are_not_given(client: httpx.Client, path: str) -> None:
    asked = client.build_request("GET", client.base_url.copy_with(raw_path=path.encode()))

    assert "create_app" not in client.send(asked).text


def test_an_unknown_route_cannot_be_posted_to(client: httpx.Client) -> None:
    assert client.post("/api/v1/nothing").status_code == 404
    assert client.post("/crawls").status_code == 404


async def test_where_it_was_not_built_the_server_says_how(tmp_path: Path) -> None:
    app = create_app(Settings(store=f"sqlite:///{tmp_path}/a.db"))
    install(app, folder=tmp_path)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        answer = await client.get("/")

    assert answer.status_code == 503
    assert "scripts/build-web" in answer.text
