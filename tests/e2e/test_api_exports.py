"""Files of a crawl, and what changed from one to another, over HTTP."""

import asyncio
import gzip
import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from e2e.api import PATH, Api
from e2e.commands import run
from e2e.serving import served
from leadline.store.sqlite.store import SqliteStore
from leadsite.sections.tree import expected_leads
from synthetic_crawl import SyntheticCrawl

FORMATS = [
    ("jsonl", "pages"), ("jsonl", "leads"), ("csv", "pages"), ("csv", "leads"),
    ("graphml", "graph"), ("gexf", "graph"), ("parquet", "pages"), ("parquet", "leads"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "what"), FORMATS)
def test_a_file_is_what_the_command_writes(api: Api, tree: str, form: str, what: str) -> None:
    file = api.server.folder / f"{what}.{form}"
    run("export", tree, "--format", form, "--what", what, "-o", str(file), folder=file.parent)

    answer = api.client.get(f"{PATH}/{tree}/export", params={"format": form, "what": what})

    assert answer.status_code == 200
    assert answer.content == file.read_bytes()
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="crawl-{tree[:8]}-{what}.{form}"'
    )


def test_texts_come_along_and_files_are_compressed_on_request(api: Api, tree: str) -> None:
    plain = api.client.get(f"{PATH}/{tree}/export", params={"text": True})
    small = api.client.get(f"{PATH}/{tree}/export", params={"text": True, "gzip": True})

    pages = [json.loads(line) for line in plain.text.splitlines()]
    assert all("Tree" in page["text"] for page in pages if page["status"] == 200)
    assert gzip.decompress(small.content) == plain.content
    assert small.headers["content-type"] == "application/gzip"
    assert small.headers["content-disposition"].endswith('pages.jsonl.gz"')


def test_html_comes_along_where_it_was_kept(api: Api, tree: str) -> None:
    whole = api.client.get(f"{PATH}/{tree}/export", params={"html": True, "meta": True})
    textual = api.crawled("/tree/", max_depth=0)

    pages = [json.loads(line) for line in whole.text.splitlines()]
    assert all("<html" in page["html"] for page in pages if page["status"] == 200)
    assert {"keywords", "html"} <= pages[0].keys()
    assert api.problem(f"/{textual}/export?html=true", 422) == "invalid-input"


def test_what_cannot_be_exported_is_told_before_the_first_byte(api: Api, tree: str) -> None:
    assert api.problem("/nobody/export", 404) == "unknown-crawl"
    assert api.problem(f"/{tree}/export?format=graphml&what=leads", 422) == "invalid-input"
    assert api.problem(f"/{tree}/export?format=parquet&gzip=true", 422) == "invalid-input"
    assert api.problem(f"/{tree}/export?format=pdf", 422) == "invalid-request"


def test_who_takes_nothing_holds_up_few_and_who_goes_away_makes_room(tmp_path: Path) -> None:
    crawl = asyncio.run(_kept(tmp_path / "leadline.db"))
    path = f"{PATH}/{crawl}/export?what=leads"
    with served(tmp_path, "--workers", "1") as server, server.client() as client:
        leads = client.get(f"{PATH}/{crawl}").json()["leads"]
        with ExitStack() as held:
            begun = [held.enter_context(client.stream("GET", path)) for _ in range(8)]
            taken = [answer.iter_bytes() for answer in begun]
            assert all(next(chunks) for chunks in taken)
            refused = client.get(path)
            assert client.get(f"{PATH}/{crawl}").status_code == 200
        until = time.monotonic() + 20
        while (answer := client.get(path)).status_code != 200:
            assert time.monotonic() < until

    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    assert len(answer.text.splitlines()) == leads


def test_an_export_takes_the_filters_of_lists(api: Api, tree: str) -> None:
    asked: dict[str, Any] = {"state": "failed", "depth": 3}
    listed = api.walked(f"/{tree}/pages", **asked)
    answer = api.client.get(f"{PATH}/{tree}/export", params=asked)
    exported = [json.loads(line) for line in answer.text.splitlines()]
    said = api.said("pages", tree, "--state", "failed", "--depth", "3")

    assert exported
    assert {page["url"] for page in exported} == {page["url"] for page in listed}
    assert {page["url"] for page in said} == {page["url"] for page in listed}
    path = f"/{tree}/export"
    assert api.problem(path, 422, params=asked | {"what": "leads"}) == "invalid-input"
    assert api.problem(path, 422, params={"state": "nothing"}) == "invalid-request"


def test_differences_are_what_the_command_finds(api: Api, tree: str) -> None:
    narrow = api.crawled("/tree/", max_depth=2, exclude=["/tree/a1/*"])

    def key(row: dict[str, Any]) -> tuple[str, str]:
        return row["change"], row["url"]

    *known, counted = api.said("diff", tree, narrow)
    order = ["new", "gone", "status", "changed", "not_fetched"]
    assert known == sorted(known, key=lambda row: (order.index(row["change"]), row["url"]))
    lines = api.client.get(f"{PATH}/{narrow}/diff", params={"with": tree, "format": "jsonl"})
    told = api.got(f"/{narrow}/diff", params={"with": tree, "limit": 3})

    assert sorted(map(json.loads, lines.text.splitlines()), key=key) == sorted(known, key=key)
    assert (told["before"], told["after"]) == (tree, narrow)
    for change in ("new", "gone", "status", "changed", "not_fetched"):
        of_change = [row for row in known if row["change"] == change]
        assert told["counts"][change] == len(of_change)
        assert [row for row in told["items"] if row["change"] == change] == of_change[:3]
    assert (told["counts"], told["warnings"]) == (counted["counts"], counted["warnings"])
    assert any("max_depth: 19 before, 2 after" in line for line in told["warnings"])
    assert any("exclude: none before, /tree/a1/* after" in line for line in told["warnings"])
    assert told["counts"]["gone"] > 0
    assert told["counts"]["same"] > 0
    assert api.problem(f"/{narrow}/diff?with=nobody", 404) == "unknown-crawl"
    assert api.problem(f"/{narrow}/diff?limit=x", 422) == "invalid-request"


async def _kept(file: Path) -> str:
    """A crawl whose leads are more than what connections hold."""
    crawl = SyntheticCrawl("c", 6_000)
    store = SqliteStore(file)
    await crawl.create(store)
    await crawl.fill(store)
    await store.aclose()
    return crawl.id


def test_all_leads_are_exported(api: Api, tree: str) -> None:
    answer = api.client.get(f"{PATH}/{tree}/export", params={"what": "leads"})

    assert len(answer.text.splitlines()) == len(expected_leads())
