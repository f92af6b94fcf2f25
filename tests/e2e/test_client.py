"""The Python client against the real server, in both of its forms."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.api import Api
from e2e.commands import run
from e2e.serving import served
from leadline.client import (
    AsyncLeadline,
    Conflict,
    Element,
    EndedPage,
    Forbidden,
    Invalid,
    Leadline,
    NotFound,
    PageFailed,
    Progress,
    TookTooLong,
    Unauthorized,
)


@pytest.fixture
def leadline(api: Api) -> Iterator[Leadline]:
    with Leadline(api.server.url) as leadline:
        yield leadline


def test_a_crawl_is_begun_waited_for_and_read(leadline: Leadline, api: Api) -> None:
    crawl = leadline.crawl(api.site.address("/tree/"), scope="subpath", max_depth=1, delay_ms=0)
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
    crawl = leadline.crawl(api.site.address("/tree/", host="127.0.0.1"), delay_ms=1_000)

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
    first = leadline.crawl(api.site.address("/"), max_depth=0, idempotency_key="mine")
    again = leadline.crawl(api.site.address("/"), max_depth=0, idempotency_key="mine")

    assert first.id == again.id


def test_what_is_refused_is_told_with_the_problem(leadline: Leadline, api: Api) -> None:
    with pytest.raises(Invalid) as forbidden:
        leadline.crawl("http://10.0.0.1/")
    with pytest.raises(Invalid) as wrong:
        leadline.crawl(api.site.address("/"), max_depth=-1)
    with pytest.raises(PageFailed):
        leadline.crawl(f"http://127.0.0.1:{api.site.refused_port}/")

    assert forbidden.value.name == "refused-by-address"
    assert wrong.value.document.errors is not None
    assert wrong.value.document.errors[0].field == "body.max_depth"


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


def test_pages_are_scraped_alone_together_and_once_more(leadline: Leadline, api: Api) -> None:
    page = leadline.scrape(
        api.site.address("/tree/"), selectors={"title": "title"}, keep_html=True, timeout_ms=9_000
    )
    missing = api.site.address("/nowhere")
    urls = [api.site.address("/tree/"), "http://10.0.0.1/", missing, *["http://10.0.0.1/"] * 100]
    together = list(leadline.scrape_many(urls))
    assert page.artifact_id is not None
    again = leadline.extract(page.artifact_id, {"links": "a"}, markdown=True)

    assert page.status_code == 200
    assert page.extracted is not None
    assert isinstance(page.extracted["title"], Element)
    assert page.extracted["title"].text == page.title
    assert [item.url for item in together] == urls
    assert together[0].result is not None
    assert together[0].result.links == page.links
    assert together[1].error is not None
    assert together[1].error.status == 403
    assert together[2].result is not None
    assert together[2].result.status_code == 404
    assert isinstance(again.extracted["links"], list)
    assert again.markdown


async def test_a_page_is_scraped_without_waiting(api: Api) -> None:
    async with AsyncLeadline(api.server.url) as leadline:
        page = await leadline.scrape(api.site.address("/tree/"), markdown=True)
        with pytest.raises(Forbidden) as refused:
            await leadline.scrape("http://10.0.0.1/")

    assert page.markdown
    assert refused.value.name == "refused-by-address"


def test_what_a_crawl_found_is_read_in_all_ways(
    leadline: Leadline, tree: str, tmp_path: Path
) -> None:
    crawl = leadline.existing(tree)
    told = crawl.progress()
    file = crawl.export(tmp_path / "pages.csv.gz", format="csv", gzip=True)
    [broken, *_] = crawl.errors()["items"]
    same = crawl.diff(crawl)

    [root, *_] = crawl.pages(depth=0)
    assert crawl.extract(root.id, {"title": "title"}).extracted["title"]
    assert len(list(crawl.leads())) == told.leads
    assert any(page.text for page in crawl.texts())
    assert len(gzip.decompress(file.read_bytes()).splitlines()) >= told.total
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    assert crawl.stats(top=1)["total_urls"] == told.total
    assert crawl.why(broken["samples"][0]["url"])["known"]
    assert (same.before, same.counts["same"], same.items) == (tree, told.figures.found, [])
    assert len(list(crawl.pages(state="fetched"))) == told.figures.fetched


async def test_leads_and_files_without_waiting(api: Api, tree: str, tmp_path: Path) -> None:
    async with AsyncLeadline(api.server.url) as leadline:
        crawl = await leadline.existing(tree)
        leads = [lead async for lead in crawl.leads()]
        file = await crawl.export(tmp_path / "leads.jsonl", what="leads")

    assert len(leads) == len(file.read_bytes().splitlines())


def test_a_crawl_is_changed_and_what_failed_is_tried_again(leadline: Leadline, api: Api) -> None:
    root = api.site.address("/tree/", host="tries.localhost")
    crawl = leadline.crawl(root, scope="subpath", max_depth=1, delay_ms=1_000)
    changed = crawl.change(delay_ms=0, max_depth=19)
    ended = crawl.wait(60)
    again = crawl.retry()

    assert changed.options["delay_ms"] == 0
    assert ended.requested_depth == 20
    assert again.reopened == ended.failed > 0


def test_a_crawl_is_drawn(leadline: Leadline, api: Api) -> None:
    crawl = leadline.crawl(api.site.address("/tree/"), scope="subpath", max_depth=1, delay_ms=0)
    ended = crawl.wait(60)
    tree = crawl.graph(max_nodes=5)
    hosts = crawl.graph(view="hosts")
    news = crawl.graph(view="links", since=0)

    assert tree.nodes[0].url == ended.submitted_url
    assert len(tree.nodes) == tree.shown["nodes"] == 5 < tree.total["nodes"]
    assert all(0 <= int(place) < 5 for edge in tree.edges for place in edge)
    assert sum(node.pages for node in hosts.nodes) == hosts.nodes[0].pages > 0
    ids = {node.id for node in news.nodes}
    assert {each for edge in news.edges for each in edge} <= ids


def test_pages_are_told_as_they_end(leadline: Leadline, api: Api) -> None:
    crawl = leadline.crawl(api.site.address("/tree/"), scope="subpath", max_depth=1, delay_ms=0)
    told = list(crawl.events(after=0))
    ended = told[-1]

    assert isinstance(ended, Progress)
    assert ended.status == "completed"
    seqs = [event.seq for event in told if isinstance(event, EndedPage)]
    assert seqs == sorted(set(seqs))
    assert len(seqs) == ended.fetched


async def test_who_does_not_wait_for_the_end_may_leave(api: Api) -> None:
    async with AsyncLeadline(api.server.url) as leadline:
        crawl = await leadline.crawl(api.site.address("/tree/", host="leaves.localhost"))
        async for event in crawl.events():
            assert isinstance(event, Progress)
            break
        await crawl.delete()
        with pytest.raises(NotFound):
            async for _ in crawl.events():
                pass
