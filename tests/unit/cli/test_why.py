"""What `leadline why` says of a page that was not read to its end."""

import asyncio
from pathlib import Path

import pytest

from invented import ORIGIN, Told, kept, links
from leadline.cli.commands.reading.why import why
from leadline.store.sqlite.store import SqliteStore


@pytest.mark.parametrize(
    ("parse", "said"),
    [("gave up", "LEADLINE_PARSE_TIMEOUT_MS"), ("links cut", "links truncated")],
)
async def test_why_tells_of_what_was_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parse: str, said: str
) -> None:
    store = SqliteStore(tmp_path / "kept.db")
    await kept(store, {"/": Told(fields={"parse": parse})})
    await store.aclose()

    await asyncio.to_thread(
        why, crawl_id="latest", url=f"{ORIGIN}/", store=f"sqlite:///{tmp_path}/kept.db"
    )

    assert said in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("url", ["/a?b=1", f"{ORIGIN}/a?b=1"])
async def test_a_path_is_one_of_the_root(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    store = SqliteStore(tmp_path / "kept.db")
    await kept(store, {"/": links("/a?b=1")})
    await store.aclose()

    await asyncio.to_thread(why, crawl_id="latest", url=url, store=f"sqlite:///{tmp_path}/kept.db")

    assert "crawled: it answered 200" in " ".join(capsys.readouterr().out.split())
