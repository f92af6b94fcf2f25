"""The Python client against the real server, in both of its forms."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.api import Api
from e2e.commands import run
from e2e.serving import served
from leadline.client import (
    AsyncLeadline,
    Conflict,
    Invalid,
    Leadline,
    NotFound,
    PageFailed,
    TookTooLong,
    Unauthorized,
)


@pytest.fixture
def leadline(api: Api) -> Iterator[Leadline]:
    with Leadline(api.server.url) as leadline:
        yield leadline


def test_a_crawl_is_begun_waited_for_and_read(leadline: Leadline, api: Api) -> None:
    crawl = leadline.crawl(api.site.address("/tree/"), scope="subpath", depth=2, delay_ms=0)
    ended = crawl.wait(60)
    pages = list(crawl.pages(sort="depth"))

    assert ended.status == "completed"
    assert ended.is_over
    assert len(pages) == ended.total + 1
    assert pages[0].url == api.site.address("/tree/")
    assert crawl.page(pages[0].id).explanation
    assert {page.state for page in crawl.pages(state="COMPLETED")} == {"COMPLETED"}
    assert ended.crawl_id in {each.crawl_id for each in leadline.crawls(status="completed")}


async def test_the_same_without_waiting(api: Api) -> None:
    async with AsyncLeadline(api.server.url) as leadline:
        crawl = await leadline.crawl(api.site.address("/tree/"), scope="subpath", delay_ms=0)
        ended = await crawl.wait(60)
        pages = [page async for page in crawl.pages()]
        listed = [each.crawl_id async for each in leadline.crawls()]

    assert len(pages) == ended.total + 1
    assert crawl.id in listed


def test_a_crawl_is_paused_gone_on_with_cancelled_and_deleted(leadline: Leadline, api: Api) -> None:
    # By another name, so that nobody else waits for this host.
    crawl = leadline.crawl(api.site.address("/tree/", host="127.0.0.1"), delay_ms=60_000)

    assert crawl.pause().status == "paused"
    assert crawl.resume().status == "running"
    with pytest.raises(TookTooLong):
        crawl.wait(0.01)
    assert crawl.cancel().status == "cancelled"
    with pytest.raises(Conflict, match="cancelled"):
        crawl.resume()
    crawl.delete()
    with pytest.raises(NotFound):
        leadline.existing(crawl.id)


def test_a_key_of_ones_own_makes_one_crawl(leadline: Leadline, api: Api) -> None:
    first = leadline.crawl(api.site.address("/"), depth=1, idempotency_key="mine")
    again = leadline.crawl(api.site.address("/"), depth=1, idempotency_key="mine")

    assert first.id == again.id


def test_what_is_refused_is_told_with_the_problem(leadline: Leadline, api: Api) -> None:
    with pytest.raises(Invalid) as forbidden:
        leadline.crawl("http://10.0.0.1/")
    with pytest.raises(Invalid) as wrong:
        leadline.crawl(api.site.address("/"), depth=0)
    with pytest.raises(PageFailed):
        leadline.crawl(f"http://127.0.0.1:{api.site.refused_port}/")

    assert forbidden.value.name == "refused-by-address"
    assert wrong.value.document.errors is not None
    assert wrong.value.document.errors[0].field == "body.depth"


def test_the_key_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = run("keys", "create", "test", folder=tmp_path).stdout.strip()
    with served(tmp_path, "--workers", "1") as server:
        monkeypatch.setenv("LEADLINE_URL", server.url)
        with Leadline() as stranger, pytest.raises(Unauthorized):
            next(stranger.crawls())
        monkeypatch.setenv("LEADLINE_API_KEY", key)
        with Leadline() as owner:
            assert list(owner.crawls()) == []
