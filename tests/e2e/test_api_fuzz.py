"""Requests that nobody would write: nothing breaks, and what is documented holds."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from corpora import corpus_json
from e2e.api import Api
from figures import Figure

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
_CASES = [500, pytest.param(5_000, marks=[pytest.mark.long, pytest.mark.timeout(3_600)])]
# The root of a crawl and a scrape have these when a site cannot be reached, and only then.
_OF_SITES = (502, 504)
_AT_ONCE = 16
_JSON = {"Content-Type": "application/json"}
_NOWHERE = "http://nowhere.invalid/"
_EXPECTED = frozenset([200, 202, 400, 403, 404, 409, 422, 502])
_SERVER_ERROR = 500
_ADDRESSES = 20
_TEXT_FIELDS = ("url", "user_agent", "include", "exclude", "headers", "cookies", "basic_auth")


@pytest.fixture(scope="module")
def known(api: Api, tree: str) -> dict[str, str]:
    """Ids that lead to something."""
    pages = api.got(f"/{tree}/pages")["items"]
    return {"crawl_id": tree, "page_id": pages[0]["id"], "job_id": tree, "jobId": tree}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("cases", _CASES)
def test_everything_is_as_documented(
    api: Api, known: dict[str, str], tmp_path: Path, figure: Figure, cases: int
) -> None:
    operations = len(_operations(api))
    (tmp_path / "schemathesis.toml").write_text(_configuration(known))
    ended = subprocess.run(
        [
            *(SCHEMATHESIS, "--no-color", "--config-file", tmp_path / "schemathesis.toml", "run"),
            *(f"{api.server.url}/openapi.json", "--max-examples", str(-(-cases // operations))),
            *("--phases", "examples,coverage,fuzzing", "--request-timeout", "60"),
            *("--seed", "1", "--warnings", "off", "--continue-on-failure"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    found = re.search(r"([\d,]+) generated", ended.stdout)

    assert ended.returncode == 0, ended.stdout[-8_000:]
    assert found
    figure(f"requests made up for {operations} routes", found[1])
    assert int(found[1].replace(",", "")) >= cases


def _operations(api: Api) -> list[tuple[str, str]]:
    paths = api.client.get("/openapi.json").json()["paths"]
    return [(path, method) for path, methods in paths.items() for method in methods]


def _configuration(known: dict[str, str]) -> str:
    given = "\n".join(f'"path.{name}" = "{value}"' for name, value in known.items())
    return f"""
[parameters]
{given}

[checks]
# Words that are no address are words all the same.
positive_data_acceptance.enabled = false
# There is no key here.
ignored_auth.enabled = false
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", {", ".join(map(repr, _OF_SITES))}]

# What is removed or begun anew is not what the other routes are asked about.
[[operations]]
include-method = "DELETE"
parameters = {{ "path.crawl_id" = "none" }}
"""


def naughty() -> Iterator[str]:
    """Other people's list of strings that break things."""
    yield from corpus_json("naughty-strings/blns.json")


@pytest.mark.corpora
@pytest.mark.parametrize("field", _TEXT_FIELDS)
def test_no_naughty_string_breaks_a_field(api: Api, field: str) -> None:
    def answer(number: int, text: str) -> int:
        body = _asked(number, field, text)
        return api.client.post("/api/v1/crawls", content=body, headers=_JSON).status_code

    texts = list(naughty())
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        statuses = list(threads.map(answer, range(len(texts)), texts))

    assert {
        text: status
        for text, status in zip(texts, statuses, strict=True)
        if status not in {422, 502}
    } == {}


# What is asked of the other routes, with a text in a field of it.
_ELSEWHERE: dict[str, tuple[str, Callable[[str], Any]]] = {
    "scrape, url": ("/api/scrape", lambda text: {"url": text}),
    "scrape, userAgent": ("/api/scrape", lambda text: {"url": _NOWHERE, "userAgent": text}),
    "scrape, headers": ("/api/scrape", lambda text: {"url": _NOWHERE, "headers": {text: text}}),
    "scrape, selectors": ("/api/scrape", lambda text: {"url": _NOWHERE, "selectors": {text: text}}),
    "batch, urls": ("/api/scrape/batch", lambda text: {"urls": [text, text]}),
    "extract, artifactId": ("/api/extract", lambda text: {"artifactId": text}),
    "job, startUrl": ("/api/crawl", lambda text: {"startUrl": text}),
    "job, include": ("/api/crawl", lambda text: {"startUrl": _NOWHERE, "include": [text]}),
    "job, cookies": ("/api/crawl", lambda text: {"startUrl": _NOWHERE, "cookies": {text: text}}),
    "scope-test, url": ("/api/v1/scope-test", lambda text: {"url": text, "addresses": [text]}),
    "scope-test, addresses": (
        "/api/v1/scope-test",
        lambda text: {"url": _NOWHERE, "exclude": [f"re:{text}"], "addresses": [text]},
    ),
    "page, selectors": (
        "/api/v1/crawls/{crawl_id}/pages/{page_id}/extract",
        lambda text: {"selectors": {text: text}},
    ),
    "scrape, render": ("/api/scrape", lambda text: {"url": _NOWHERE, "render": text}),
    "batch, userAgent": ("/api/scrape/batch", lambda text: {"urls": [_NOWHERE], "userAgent": text}),
    "batch, headers": ("/api/scrape/batch", lambda text: {"urls": [], "headers": {text: text}}),
    "batch, selectors": ("/api/scrape/batch", lambda text: {"urls": [], "selectors": {text: text}}),
    "extract, selectors": (
        "/api/extract",
        lambda text: {"artifactId": "none", "selectors": {text: text}},
    ),
    "job, userAgent": ("/api/crawl", lambda text: {"startUrl": _NOWHERE, "userAgent": text}),
    "job, headers": ("/api/crawl", lambda text: {"startUrl": _NOWHERE, "headers": {text: text}}),
    "job, exclude": ("/api/crawl", lambda text: {"startUrl": _NOWHERE, "exclude": [text]}),
    "scope-test, include": (
        "/api/v1/scope-test",
        lambda text: {"url": _NOWHERE, "include": [text], "addresses": []},
    ),
    "change, include": ("/api/v1/crawls/{crawl_id}", lambda text: {"include": [text]}),
    "change, exclude": ("/api/v1/crawls/{crawl_id}", lambda text: {"exclude": [text]}),
    "retry, status": ("/api/v1/crawls/none/retry", lambda text: {"status": text}),
    "retry, error": ("/api/v1/crawls/none/retry", lambda text: {"error": text}),
}


@pytest.mark.corpora
@pytest.mark.parametrize("field", _ELSEWHERE)
def test_no_naughty_string_breaks_another_route(
    api: Api, known: dict[str, str], field: str
) -> None:
    path, asked = _ELSEWHERE[field]

    def answer(text: str) -> int:
        body = json.dumps(asked(text)).encode()
        key = {"Idempotency-Key": quoted(text)[:200]} if field.startswith("job") and text else {}
        headers = _JSON | key
        method = "PATCH" if field.startswith("change") else "POST"
        place = path.format(**known)
        return api.client.request(method, place, content=body, headers=headers).status_code

    texts = list(naughty())
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        statuses = dict(zip(texts, threads.map(answer, texts), strict=True))

    wrong = {text: status for text, status in statuses.items() if status not in _EXPECTED}
    assert wrong == {}


@pytest.mark.corpora
def test_no_naughty_string_breaks_an_address(api: Api, known: dict[str, str]) -> None:
    texts = list(naughty())
    asked = [(address, text) for address in _addresses(api, known) for text in texts]

    def answer(each: tuple[str, str]) -> int:
        address, text = each
        return api.client.get(address.replace("TEXT", quoted(text))).status_code

    with ThreadPoolExecutor(_AT_ONCE) as threads:
        statuses = dict(zip(asked, threads.map(answer, asked), strict=True))

    assert {each: status for each, status in statuses.items() if status >= _SERVER_ERROR} == {}
    assert len({address for address, _ in asked}) > _ADDRESSES


def _addresses(api: Api, known: dict[str, str]) -> Iterator[str]:
    """Whatever can be read, with TEXT where a text can be: in its path, or behind it."""
    for path, operations in api.client.get("/openapi.json").json()["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", []):
            name, schema = parameter["name"], parameter["schema"]
            kinds = [schema, *schema.get("anyOf", [])]
            # Without keys nobody reads tickets.
            is_text = any(kind.get("type") == "string" and "enum" not in kind for kind in kinds)
            if not is_text or name == "ticket":
                continue
            if parameter["in"] == "path":
                yield path.format(**known | {name: "TEXT"})
            elif parameter["in"] == "query":
                yield f"{path.format(**known)}?{name}=TEXT"


def quoted(text: str) -> str:
    """As a browser would write it in an address."""
    return "".join(f"%{byte:02X}" for byte in text.encode(errors="surrogatepass"))


def _asked(number: int, field: str, text: str) -> bytes:
    """A crawl of nowhere, and nowhere twice, with the text in a field."""
    value: Any = text
    if field in {"include", "exclude"}:
        value = [text]
    elif field in {"headers", "cookies"}:
        value = {text: text}
    elif field == "basic_auth":
        value = {"username": text, "password": text}
    return json.dumps(
        {"url": f"http://n{number}.invalid/", "delay_ms": 0} | {field: value}
    ).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"url":' * 50_000,
        b'{"url": "http://x.example/", "max_depth": 1' + b"0" * 5_000 + b"}",
        b'{"url": "http://x.example/", "max_depth": 1e999}',
        b'{"url": "http://x.example/", "max_depth": NaN}',
        b'{"url": "http://x.example/", "max_depth": true}',
        b'{"url": "\\ud800"}',
        b'{"url": "http://x.example/", "url": 3}',
        b'"url"',
        b"null",
        b"",
        b"\xff\xfe{}",
        b'{"url": "http://x.example/", "headers": {"a": {"b": "c"}}}',
    ],
    ids=range(13),
)
def test_a_body_that_is_no_request_is_told_so(api: Api, body: bytes) -> None:
    answer = api.client.post("/api/v1/crawls", content=body, headers=_JSON)

    assert answer.status_code in {400, 413, 422}
    assert answer.json()["status"] == answer.status_code
