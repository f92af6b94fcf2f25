"""The progress of a crawl on stderr: redrawn in a terminal, else a line every ten seconds."""

import contextlib
import time
from collections import deque
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from leadline.cli.views.paces import pace_line, silence_line
from leadline.cli.views.tables import seconds, size
from leadline.cli.views.terminal import complain, safe
from leadline.domain.crawls import Crawl, CrawlId, HostPace
from leadline.domain.pages import Page

_DRAWN_EVERY_S = 0.25
_LINE_EVERY_S = 10.0
_RATE_OVER_S = 10.0
_SHOWN_HOSTS = 5
_SHOWN_SILENT = 2
# The share of time that is spent reading hosts: a crawl may have many.
_SHARE_FOR_HOSTS = 0.05
_WIDE = 76
_GAP = 2


class Watched(Protocol):
    """The part of the store that is read."""

    async def busiest_hosts(self, crawl: CrawlId, limit: int, /) -> list[HostPace]:
        """See the contract."""

    async def ended_pages(self, crawl: CrawlId, limit: int, after_seq: int, /) -> list[Page]:
        """See the contract."""


class Rate:
    """Pages per second over the last 10 s, as in the web page."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, at: float, fetched: int) -> float:
        """Note how many pages are fetched; return the rate in pages per second."""
        while self._seen and self._seen[0][0] < at - _RATE_OVER_S:
            self._seen.popleft()
        self._seen.append((at, fetched))
        (since, before) = self._seen[0]
        return (fetched - before) / (at - since) if at > since else 0.0


class CrawlDisplay:
    """The display of one crawl. Redraws at most every 0.25 s, and prints at most every 10 s."""

    def __init__(
        self,
        store: Watched,
        default_gap_s: float,
        console: Console | None = None,
        *,
        outage_max_s: float = 24 * 3600.0,
    ) -> None:
        self._console = console or Console(stderr=True, highlight=False)
        self._store = store
        self._default_gap_s = default_gap_s
        self._outage_max_s = outage_max_s
        # A dumb terminal cannot move its cursor back: it gets lines instead.
        self._is_drawn = self._console.is_terminal and not self._console.is_dumb_terminal
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._rate = Rate()
        self._hosts: list[HostPace] = []
        self._begun_at = time.monotonic()
        self._next_at = self._begun_at + self._every_s
        self._next_hosts_at = 0.0

    @property
    def _every_s(self) -> float:
        return _DRAWN_EVERY_S if self._is_drawn else _LINE_EVERY_S

    def __enter__(self) -> Self:
        if self._is_drawn:
            self._live.start()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_drawn:
            with contextlib.suppress(OSError):
                self._live.stop()

    async def show(self, crawl: Crawl) -> None:
        """Show the crawl as it is now, unless it was shown just before."""
        now = time.monotonic()
        rate = self._rate.note(now, crawl.figures.fetched)
        if now < self._next_at:
            return
        self._next_at = now + self._every_s
        await self._look_at_hosts(crawl)
        if not self._is_drawn:
            complain("; ".join([", ".join(_facts(crawl, rate)), *self._silent_hosts(crawl)]))
            return
        ended = await self._store.ended_pages(crawl.id, 1, crawl.seq - 1)
        # The crawl continues when the terminal is gone.
        with contextlib.suppress(OSError):
            self._live.update(self._draw(crawl, ended, rate, now), refresh=True)

    def print_on_terminal(self, line: str) -> None:
        """Print a line above the redrawn part, if stderr is a terminal."""
        if self._console.is_terminal:
            with contextlib.suppress(OSError):
                self._console.print(Text(f"leadline: {line}"))

    def print_line(self, line: str) -> None:
        """Print a line above the redrawn part, or to stderr if it is not a terminal."""
        if self._is_drawn:
            self.print_on_terminal(line)
        else:
            complain(line)

    async def _look_at_hosts(self, crawl: Crawl) -> None:
        begun = time.monotonic()
        if begun >= self._next_hosts_at:
            self._hosts = await self._store.busiest_hosts(crawl.id, _SHOWN_HOSTS + 1)
            took_s = time.monotonic() - begun
            self._next_hosts_at = begun + took_s / _SHARE_FOR_HOSTS

    def _draw(self, crawl: Crawl, ended: list[Page], rate: float, now: float) -> RenderableType:
        figures, width = crawl.figures, self._console.width
        head = Text.assemble(
            (crawl.status, "bold"), f" {seconds(now - self._begun_at)}  ", safe(crawl.root_url)
        )
        if crawl.reason:
            head.append(f"  {safe(crawl.reason)}", "yellow")
        bar = ProgressBar(
            total=figures.found,
            completed=figures.found - figures.queued - figures.fetching,
            width=min(width, _WIDE),
        )
        lines = [head, *(_last(page, crawl) for page in ended)]
        for line in lines:
            line.truncate(width, overflow="ellipsis")
        facts = Text(" · ".join(_facts(crawl, rate)))
        return Group(head, Padding(bar), facts, *lines[1:], *self._host_lines(crawl))

    def _silent_hosts(self, crawl: Crawl) -> list[str]:
        """Return the reason of the crawl, if any, and lines about hosts that it waits for."""
        lines = (silence_line(host, crawl.options, self._outage_max_s) for host in self._hosts)
        silent = [line for line in lines if line]
        return [*([crawl.reason] if crawl.reason else ()), *silent[:_SHOWN_SILENT]]

    def _host_lines(self, crawl: Crawl) -> list[RenderableType]:
        if not self._hosts:
            return []
        rows = [self._host_row(host, crawl) for host in self._hosts[:_SHOWN_HOSTS]]
        more = len(self._hosts) > _SHOWN_HOSTS
        return [*_arranged(rows, self._console.width), *([Text("and other hosts", "dim")] * more)]

    def _host_row(self, host: HostPace, crawl: Crawl) -> tuple[Text, Text]:
        left = f"{host.pending:,} queued"
        pace = pace_line(host, crawl.options, self._default_gap_s)
        return Text(safe(host.host), "cyan"), Text(f"{left}, {pace}", "dim")


def _arranged(rows: list[tuple[Text, Text]], width: int) -> list[RenderableType]:
    """Return names with their facts beside them, or below them in a narrow terminal."""
    longest = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    if sum(longest) + _GAP <= width:
        grid = Table.grid(padding=(0, _GAP))
        for row in rows:
            grid.add_row(*row)
        return [grid]
    for name, _ in rows:
        name.truncate(width, overflow="ellipsis")
    return [line for name, fact in rows for line in (name, Padding(fact, (0, 0, 0, _GAP)))]


def _last(page: Page, crawl: Crawl) -> Text:
    deepest = crawl.options.max_depth
    return Text(f"depth {page.depth} of {deepest:,}  {safe(page.address)}", "dim")


def _facts(crawl: Crawl, rate: float) -> list[str]:
    """Return the figures of a crawl, in a few words each."""
    figures = crawl.figures
    facts = [
        f"{figures.fetched:,} fetched",
        f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.1f} a second",  # noqa: PLR2004 -- digits
        f"{figures.found:,} found",
        f"{figures.queued:,} queued",
        f"{figures.fetching:,} fetching",
        size(crawl.bytes),
    ]
    if figures.failed:
        facts.append(f"{figures.failed:,} failed")
    if figures.too_deep:
        facts.append(f"{figures.too_deep:,} too deep")
    if figures.skipped:
        reasons = crawl.counts.skipped_by.items()
        by = ", ".join(f"{reason} {count:,}" for reason, count in reasons if count)
        facts.append(f"{figures.skipped:,} skipped ({by})")
    return facts
