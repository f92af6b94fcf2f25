"""The live display: what it says, at any width, and how seldom it asks."""

import io
import re
from collections.abc import Sequence

import pytest
from rich.console import Console

from leadline.cli.views.crawl_display import CrawlDisplay, Rate
from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import (
    Counts,
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    HostPace,
    PageFigures,
    PageId,
)
from leadline.domain.pages import Page
from leadline.domain.skips import SkipReason

ROOT = Address("http://a.example/")


FIGURES = PageFigures(
    found=2_001, fetched=691, failed=4, skipped=93, too_deep=10, queued=1_200, fetching=3
)


def crawl(**fields: object) -> Crawl:
    given: dict[str, object] = {
        "id": CrawlId("c"),
        "kind": CrawlKind.CRAWL,
        "status": CrawlStatus.RUNNING,
        "reason": "",
        "options": CrawlOptions(),
        "submitted_url": ROOT,
        "root_url": ROOT,
        "root": PageId(1),
        "counts": Counts(
            total=2_000,
            pending=1_200,
            in_progress=3,
            completed=700,
            failed=4,
            skipped_by={SkipReason.SCOPE: 90, SkipReason.ROBOTS: 3, SkipReason.TRAP: 0},
        ),
        "figures": FIGURES,
        "answered": 705,
        "leads": 9,
        "bytes": 5_000_000,
        "seq": 10,
        "stale": 0,
        "created_at": 0.0,
        "started_at": 0.0,
        "finished_at": None,
    }
    return Crawl(**given | fields)  # type: ignore[arg-type]


def host(name: str = "a.example", **fields: object) -> HostPace:
    given: dict[str, object] = {"domain": name, "ip": None, "cname": None}
    given |= {"pending": 1_200, "in_progress": 3}
    given |= {"gap_s": 0.1, "robots_gap_s": 0.0, "rests_for_s": 0.0, "failures": 0}
    return HostPace(host=name, **given | fields)  # type: ignore[arg-type]


class Asked:
    """A store that counts how often it is asked for hosts."""

    def __init__(
        self, hosts: Sequence[HostPace], clock: list[float] | None = None, took_s: float = 0.0
    ) -> None:
        self.hosts_given = list(hosts)
        self._clock = clock or [0.0]
        self._took_s = took_s
        self.looks = 0

    async def busiest_hosts(self, _crawl: CrawlId, limit: int, /) -> list[HostPace]:
        self.looks += 1
        self._clock[0] += self._took_s
        return self.hosts_given[:limit]

    async def ended_pages(self, _crawl: CrawlId, _limit: int, _after: int, /) -> list[Page]:
        return []


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_000.0]
    monkeypatch.setattr("leadline.cli.views.crawl_display.time.monotonic", lambda: now[0])
    return now


async def drawn(
    clock: list[float], shown: Crawl, *hosts: HostPace, width: int = 100, is_terminal: bool = True
) -> str:
    file = io.StringIO()
    console = Console(
        file=file, width=width, force_terminal=is_terminal, color_system=None, legacy_windows=False
    )
    display = CrawlDisplay(Asked(hosts), 0.1, console)
    with display:
        clock[0] += 60
        await display.show(shown)
    return file.getvalue()


async def test_it_says_how_far_the_crawl_is(clock: list[float]) -> None:
    text = await drawn(clock, crawl())

    assert "running 1 min 0 s  http://a.example/" in text
    said = " ".join(text.split())
    assert "691 fetched · 0.0 a second · 2,001 found · 1,200 queued · 3 fetching · 5.0 MB" in said
    assert "4 failed · 10 too deep · 93 skipped (scope 90, robots 3)" in said


@pytest.mark.parametrize(
    ("busy", "line"),
    [
        (host(), "a.example  1,200 queued, 1 request / 100 ms, because of the default"),
        (host(robots_gap_s=2.0), "1 request / 2 s, because of robots.txt"),
        (host(gap_s=1.0), "1 request / 1 s, because of another crawl"),
        (host(rests_for_s=5.0), "no requests for 5 s, because it asked for that"),
        (
            host(rests_for_s=5.0, failures=3),
            "no requests for 5 s, because it, or its robots.txt, does not answer",
        ),
    ],
)
async def test_every_busy_host_has_its_pace_and_why(
    clock: list[float], busy: HostPace, line: str
) -> None:
    assert line in await drawn(clock, crawl(), busy)


async def test_a_host_of_ours_is_bounded_by_concurrency(clock: list[float]) -> None:
    mine = crawl(options=CrawlOptions(delay_ms=0, concurrency=7))

    assert "7 at once, because of --delay-ms 0" in await drawn(clock, mine, host(gap_s=0.0))


async def test_of_many_hosts_the_busiest_are_shown(clock: list[float]) -> None:
    text = await drawn(clock, crawl(), *(host(f"{n}.example") for n in range(9)))

    assert "4.example" in text
    assert "5.example" not in text
    assert "and other hosts" in text


async def test_nothing_is_wider_than_the_terminal(clock: list[float]) -> None:
    hostile = Address(f"http://a.example/{'x' * 500}")
    text = await drawn(clock, crawl(root_url=hostile), host("h" * 200), width=60)

    visible = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "\n")
    assert max(map(len, visible.splitlines())) <= 60


async def test_what_strangers_wrote_moves_no_cursor(clock: list[float]) -> None:
    text = await drawn(clock, crawl(reason="\x1b]0;owned\x07"), width=100)

    assert "\x1b]0;" not in text


async def test_without_a_terminal_it_is_a_line_now_and_then(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    await drawn(clock, crawl(), is_terminal=False)

    assert capsys.readouterr().err.startswith("leadline: 691 fetched, 0.0 a second, 2,001 found")


async def test_a_host_that_does_not_answer_is_named_with_how_long_it_is_waited_for(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    silent = host(rests_for_s=20.0, failures=5, failing_for_s=35.0)
    patient = crawl(options=CrawlOptions(host_outage_max_s=60.0), reason="no network")

    await drawn(clock, patient, silent, host("b.example"), is_terminal=False)

    said = capsys.readouterr().err
    assert said.endswith(
        "; no network; a.example has not answered for 35 s, next try in 20 s, "
        "given up after 1 min 0 s\n"
    )


async def test_a_terminal_that_cannot_go_back_gets_lines_too(
    clock: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")

    assert await drawn(clock, crawl()) == ""
    assert capsys.readouterr().err.startswith("leadline: 691 fetched, 0.0 a second, 2,001 found")


async def test_the_first_line_knows_the_rate(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    console = Console(file=io.StringIO(), force_terminal=False)

    with CrawlDisplay(Asked([]), 0.1, console) as display:
        for second in range(12):
            await display.show(crawl(figures=PageFigures(fetched=second * 20)))
            clock[0] += 1

    assert "200 fetched, 20 a second" in capsys.readouterr().err


@pytest.mark.parametrize(("took_s", "looks"), [(0.001, 20), (0.1, 3)])
async def test_hosts_are_as_new_as_the_figures_unless_that_takes_long(
    clock: list[float], took_s: float, looks: int
) -> None:
    store = Asked([host()], clock, took_s)
    console = Console(file=io.StringIO(), force_terminal=True)

    with CrawlDisplay(store, 0.1, console) as display:
        for _ in range(20):
            clock[0] += 0.25
            await display.show(crawl())

    assert store.looks == looks


async def test_where_it_is_narrow_hosts_keep_their_port_and_their_reason(
    clock: list[float],
) -> None:
    text = await drawn(clock, crawl(), host("a-longer.name.example:8100"), width=60)

    assert "a-longer.name.example:8100" in text
    assert "  1,200 queued, 1 request / 100 ms, because of the default" in text


def test_the_rate_is_of_the_last_seconds() -> None:
    rate = Rate()

    rate.note(0.0, 0)
    rate.note(10.0, 1_000)

    assert rate.note(12.0, 1_200) == pytest.approx(100)
