"""The report of a check, of invented sites."""

import io
import json
import xml.etree.ElementTree as ET
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType

from invented import Told, address, begun, crawl_of, kept, links, settled, steps
from leadline.cli.views.check import parts
from leadline.domain.crawls import PageId
from leadline.domain.listing import PageFacts
from leadline.domain.pages import PageKind, PageState
from leadline.domain.skips import SkipReason
from leadline.services.check.formats import as_json, as_junit
from leadline.services.check.report import SHOWN_HOPS, Check, first
from leadline.services.check.survey import SLOWEST, CheckSurvey
from leadline.store.sqlite.store import SqliteStore

GONE = Told(status=404, is_failure=True)
SILENT = Told(status=0, is_failure=True)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "store.db")
    yield store
    await store.aclose()


async def check_of(store: SqliteStore, site: dict[str, Told], slow_ms: float = 2_000) -> Check:
    crawl = await crawl_of(store, await kept(store, site, max_per_shape=0))
    return await Check.read(store, crawl, slow_ms)


async def report_of(store: SqliteStore, site: dict[str, Told]) -> dict[str, Any]:
    check = await check_of(store, site)
    whole: dict[str, Any] = json.loads(b"".join([block async for block in as_json(check)]))
    return whole


def moved(target: str, status: int = 301) -> Told:
    return Told({target: ""}, status)


def facts(state: PageState, **fields: Any) -> PageFacts:
    given: dict[str, Any] = dict.fromkeys(PageFacts._fields)
    given |= {
        "host": "x.example",
        "id": PageId(1),
        "kind": PageKind.PAGE,
        "state": state,
        "is_redirect": False,
    }
    return PageFacts(**given | fields)


async def test_a_crawl_without_faults_has_nothing_to_tell(store: SqliteStore) -> None:
    report = await report_of(store, {"/": links("/a")})

    assert report["counts"] == {
        "checked": 2, "external": 0, "broken": 0, "unsure": 0, "redirects": 0, "chains": 0,
        "loops": 0, "permanent": 0, "slow": 0,
    }  # fmt: skip
    assert report["not_checked"] == {}
    assert report["broken"] == report["unsure"] == report["redirects"] == report["slow"] == []


async def test_what_most_links_lead_to_comes_first(store: SqliteStore) -> None:
    site = {
        "/": links("/1", "/2", "/3", "/once-b", "/once-a"),
        **{f"/{n}": links("/often") for n in (1, 2, 3)},
        **dict.fromkeys(["/often", "/once-a", "/once-b"], GONE),
    }

    report = await report_of(store, site)

    order = [(each["url"], each["links"]) for each in report["broken"]]
    assert order == [(address("/often"), 3), (address("/once-a"), 1), (address("/once-b"), 1)]


async def test_all_links_are_counted_and_told_however_many(store: SqliteStore) -> None:
    pages = [f"/{'ab'[n % 2]}/{n}" for n in range(2_500)]
    site = {"/": links(*pages), **{page: Told({"/gone": f"on {page}"}) for page in pages}}

    report = await report_of(store, site | {"/gone": GONE})

    [gone] = report["broken"]
    assert gone["links"] == 2_500
    told = {(each["url"], each["anchor"], each["via"]) for each in gone["linked_from"]}
    assert told == {(address(page), f"on {page}", None) for page in pages}
    assert len(gone["linked_from"]) == 2_500


async def test_links_through_redirects_lead_there_too(store: SqliteStore) -> None:
    site = {
        "/": Told({"/r1": "one", "/r2": "two", "/gone": "itself"}),
        "/r1": moved("/r2"),
        "/r2": moved("/gone", 302),
        "/gone": GONE,
    }

    report = await report_of(store, site)

    [gone] = report["broken"]
    told = {(each["anchor"], each["via"]) for each in gone["linked_from"]}
    assert told == {("one", address("/r1")), ("two", address("/r2")), ("itself", None)}


async def test_loops_are_broken_and_told_once(store: SqliteStore) -> None:
    site = {
        "/": Told({"/into": "into", "/b": "to b"}),
        "/into": moved("/c"),
        "/c": moved("/a"),
        "/a": moved("/b"),
        "/b": moved("/c"),
    }

    report = await report_of(store, site)

    [loop] = report["broken"]
    assert loop["url"] == address("/a")
    assert [hop["url"] for hop in loop["loop"]] == [address(path) for path in ("/a", "/b", "/c")]
    told = {(each["anchor"], each["via"]) for each in loop["linked_from"]}
    assert told == {("into", address("/into")), ("to b", address("/b"))}
    assert report["redirects"] == []
    assert (report["counts"]["broken"], report["counts"]["loops"]) == (1, 1)


async def test_single_temporary_redirects_are_in_order(store: SqliteStore) -> None:
    site = {"/": links("/now", "/then"), "/now": moved("/a", 302), "/then": moved("/a", 307)}

    report = await report_of(store, site)

    assert report["redirects"] == []


async def test_of_a_chain_the_redirect_that_links_lead_to_is_told(store: SqliteStore) -> None:
    site = {
        "/": links("/1", "/3"),
        "/1": moved("/2", 302),
        "/2": moved("/3", 301),
        "/3": moved("/4", 308),
    }

    report = await report_of(store, site)

    told = {each["url"]: [hop["status"] for hop in each["hops"]] for each in report["redirects"]}
    assert told == {address("/1"): [302, 301, 308], address("/3"): [308]}
    updates = {each["url"]: each["update_to"] for each in report["redirects"]}
    assert updates == {address("/1"): None, address("/3"): address("/4")}
    assert (report["counts"]["chains"], report["counts"]["permanent"]) == (1, 1)


async def test_what_goes_on_for_too_long_is_cut(store: SqliteStore) -> None:
    length = SHOWN_HOPS + 5
    chain = {f"/{n}": moved(f"/{n + 1}") for n in range(length)}
    ring = {f"/r{n}": moved(f"/r{(n + 1) % length}") for n in range(length)}

    report = await report_of(store, {"/": links("/0", "/r0"), **chain, **ring})

    [found] = [each for each in report["redirects"] if each["url"] == address("/0")]
    assert (len(found["hops"]), found["end"]) == (SHOWN_HOPS, None)
    [loop] = report["broken"]
    assert len(loop["loop"]) == SHOWN_HOPS


async def test_what_only_a_sitemap_lists_has_no_links(store: SqliteStore) -> None:
    report = await report_of(store, {"/": Told(only_found=("/gone",)), "/gone": GONE})

    [gone] = report["broken"]
    assert (gone["links"], gone["linked_from"], gone["found_by"]) == (0, [], "sitemap")


async def test_the_slowest_are_told_slowest_first(store: SqliteStore) -> None:
    pages = {
        f"/{n}": Told(fields={"timings": (0.0, 0.0, 0.0, 1.0, float(n))})
        for n in range(1, SLOWEST + 20)
    }

    check = await check_of(store, {"/": links(*pages), **pages}, slow_ms=10)

    slow = [page.timings[-1] for page in await check.slow()]
    assert slow == [float(n) for n in range(SLOWEST + 19, 19, -1)]
    assert check.figures.slow == SLOWEST + 9


@pytest.mark.parametrize(
    ("page", "verdict"),
    [
        (facts(PageState.FAILED, status=403), "broken"),
        (facts(PageState.FAILED, status=403, kind=PageKind.EXTERNAL), "unsure"),
        (facts(PageState.FAILED, status=999, kind=PageKind.EXTERNAL), "unsure"),
        (facts(PageState.FAILED, status=404, kind=PageKind.EXTERNAL), "broken"),
        (facts(PageState.FAILED, kind=PageKind.EXTERNAL), "broken"),
        (facts(PageState.COMPLETED, status=200), "checked"),
        (facts(PageState.COMPLETED, status=302, is_redirect=True), "checked"),
        (facts(PageState.COMPLETED, status=302), "unsure"),
        (facts(PageState.COMPLETED, status=304), "checked"),
        (facts(PageState.COMPLETED), "too_deep"),
        (facts(PageState.SKIPPED, reason=SkipReason.ROBOTS, rule="disallow"), "robots"),
        (facts(PageState.SKIPPED, reason=SkipReason.ROBOTS, rule="nofollow"), "nofollow"),
        (facts(PageState.SKIPPED, reason=SkipReason.ROBOTS, rule="rests"), "rests"),
        (facts(PageState.SKIPPED, reason=SkipReason.SCOPE, rule="domain"), "scope"),
        (facts(PageState.SKIPPED, reason=SkipReason.SCOPE, rule="include"), "include"),
        (facts(PageState.SKIPPED, reason=SkipReason.SCOPE, rule="exclude"), "exclude"),
        (facts(PageState.SKIPPED, reason=SkipReason.LIMIT, rule="max_pages"), "limit"),
        (facts(PageState.PENDING), "queued"),
        (facts(PageState.IN_PROGRESS), "fetching"),
        (facts(PageState.CANCELLED), "cancelled"),
    ],
)
def test_every_page_is_checked_unsure_or_not_checked(page: PageFacts, verdict: str) -> None:
    survey = CheckSurvey(2_000)

    survey.add([page])

    told = {
        "broken": len(survey.broken),
        "unsure": len(survey.unsure),
        "checked": survey.checked(*PageKind) - len(survey.broken),
        **survey.not_checked,
    }
    assert {name for name, count in told.items() if count} == {verdict}
    assert sum(told.values()) == 1


async def test_hostile_texts_make_a_junit_report_that_can_be_read(store: SqliteStore) -> None:
    text = "\x00\x1b]0;x\x07<![CDATA[\"'&]]>\ufffe\ud800 \r\n\u202e"
    site = {
        "/": Told({"/gone?<>\"'&": text.replace("\ud800", "")}),
        "/gone?<>\"'&": Told(status=500, is_failure=True),
    }
    check = await check_of(store, site)

    whole = b"".join([block async for block in as_junit(check)])

    [suite] = ET.fromstring(whole)
    [_, case] = suite
    assert case.get("name") == address("/gone?<>\"'&")
    [failure] = case
    assert "<![CDATA[\"'&]]>" in (failure.text or "")


async def test_what_is_not_read_to_its_end_is_closed_at_once() -> None:
    closed = []

    async def numbers() -> AsyncGenerator[int]:
        try:
            for number in range(9):
                yield number
        finally:
            closed.append(True)

    assert await first(numbers(), 2) == [0, 1]
    assert closed == [True]


async def test_pages_of_a_host_that_stopped_answering_are_not_broken_links(
    store: SqliteStore,
) -> None:
    site = {"/": links("/a", "/b", "/gone", "http://www.x.example/x"), "/gone": GONE}
    dead = {"/a": SILENT, "/b": SILENT, "http://www.x.example/x": SILENT}
    check = await check_of(store, site | dead)

    report = json.loads(b"".join([block async for block in as_json(check)]))
    [suite] = ET.fromstring(b"".join([block async for block in as_junit(check)]))
    shown = text_of(await parts(check))

    host = address("/").split("/")[2]
    never_there = "http://www.x.example/x"
    assert report["given_up"] == [{"host": host, "pages": 2}]
    assert {each["url"] for each in report["broken"]} == {address("/gone"), never_there}
    assert report["not_checked"] == {"unreached": 2}
    assert report["counts"]["checked"] == 3
    assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("4", "2", "2")
    assert f"{host} stopped answering: 2 of its pages" in ET.tostring(suite).decode()
    assert shown.strip().splitlines()[1] == f"{host}  stopped answering: 2 pages not checked"
    assert "2 could not be reached" in shown


async def test_a_host_that_stopped_answering_is_no_success(store: SqliteStore) -> None:
    check = await check_of(store, {"/": links("/a"), "/a": SILENT})

    assert check.figures.broken == 0
    assert not check.figures.is_sound


async def test_a_report_of_a_limited_crawl_ends_with_the_limit(store: SqliteStore) -> None:
    site = {"/": links("/a", "/b", "/c")}
    crawl = await settled(store, site, max_pages=2)
    check = await Check.read(store, crawl, 2_000)

    report = json.loads(b"".join([block async for block in as_json(check)]))
    shown = text_of(await parts(check))

    assert report["limit_reached"] == ["max_pages"]
    last = shown.strip().splitlines()[-1]
    assert last == "2 pages were not checked: --max-pages 2 was reached"


async def test_the_figures_are_of_the_same_moment_as_what_is_not_checked(
    store: SqliteStore,
) -> None:
    site = {"/": links("/a", "/b", "/c")}
    name = await begun(store, site)
    before = await crawl_of(store, name)
    async for _ in steps(store, name, site):
        break

    check = await Check.read(store, before, 2_000)

    assert check.pages == (await crawl_of(store, name)).figures != before.figures
    not_checked = check.figures.not_checked
    assert not_checked == {"queued": check.pages.queued}


def text_of(parts: list[RenderableType]) -> str:
    console = Console(width=100, color_system=None, file=io.StringIO(), highlight=False)
    console.print(*parts, sep="\n")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
