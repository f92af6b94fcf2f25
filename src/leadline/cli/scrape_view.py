"""A scraped page as a person wants to see it."""

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from leadline.cli.terminal import safe, stdout, write
from leadline.domain.documents import Field
from leadline.domain.fetching import Response, Timings
from leadline.services.scrapes import Scrape

EXCERPT_CHARACTERS = 1_000
EXCERPT_LINES = 12
SHOWN_LINKS = 20
SHOWN_CHARACTERS = 500

_GOOD = range(200, 300)
_ERROR = 400
_SENTENCE_SPACES = 4


def show(scrape: Scrape, console: Console = stdout) -> None:
    """Status, title, timing, a readable excerpt, fields, and a table of links."""
    parts: list[RenderableType] = [_heading(scrape), _facts(scrape)]
    if excerpt := _excerpt(scrape.document.text):
        parts.append(Padding(Text(excerpt), (1, 0, 0, 2)))
    if scrape.document.fields:
        parts.append(Padding(_fields(scrape.document.fields), (1, 0, 0, 0)))
    if scrape.links:
        parts.append(Padding(_links(scrape, console.width // 3), (1, 0, 0, 0)))
    write(*parts, console=console)


def _heading(scrape: Scrape) -> Text:
    status = scrape.response.status
    style = "green" if status in _GOOD else "red" if status >= _ERROR else "yellow"
    title = _short(scrape.document.title) or "(no title)"
    return Text.assemble((f"{status}", f"bold {style}"), "  ", (title, "bold"))


def _facts(scrape: Scrape) -> Table:
    response = scrape.response
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for hop in scrape.redirects:
        facts.add_row("redirect", Text(f"{hop.status} {_short(hop.address)}"))
    facts.add_row("address", Text(_short(response.address)))
    facts.add_row("content", _content(scrape, response))
    facts.add_row("time", _time(response.timings))
    if description := scrape.document.metadata.description:
        facts.add_row("about", Text(_short(description)))
    return facts


def _content(scrape: Scrape, response: Response) -> Text:
    content_type = _short(response.header("content-type") or "unknown type")
    text = Text(f"{content_type}, {_size(len(response.body))}")
    if response.truncated:
        text.append(f", cut off: {response.truncated}", "yellow")
    if scrape.document.parse:
        text.append(f", {scrape.document.parse}", "yellow")
    return text


def _short(text: str) -> str:
    """Text as it is shown: nobody reads on after this."""
    return safe(text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…")


def _size(count: int) -> str:
    size = float(count)
    for unit in ("B", "KiB"):
        if size < 1024:  # noqa: PLR2004 -- the step between these units
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} MiB"


def _time(timings: Timings) -> str:
    phases = (
        ("DNS", timings.dns_ms),
        ("connect", timings.connect_ms),
        ("TLS", timings.tls_ms),
        ("first byte", timings.first_byte_ms),
    )
    shown = ", ".join(f"{name} {ms:.1f}" for name, ms in phases if ms > 0)
    return f"{timings.total_ms:.1f} ms ({shown})"


def _excerpt(text: str) -> str:
    """The beginning of the prose: what comes before the first sentence is mostly menus."""
    lines = text.split("\n")
    sentence = next((n for n, line in enumerate(lines) if line.count(" ") >= _SENTENCE_SPACES), 0)
    start = max(0, sentence - 1)
    excerpt = "\n".join(lines[start : start + EXCERPT_LINES])
    if len(excerpt) > EXCERPT_CHARACTERS:
        excerpt = excerpt[:EXCERPT_CHARACTERS].rsplit(None, 1)[0] + " …"
    if len(excerpt) < len(text):
        excerpt += f"\n({len(text):,} characters in all: --json or --markdown)"
    return safe(excerpt)


def _fields(fields: dict[str, tuple[Field, ...]]) -> Table:
    table = Table(title="Fields", title_justify="left", title_style="bold", box=None)
    table.add_column("name", style="cyan", no_wrap=True)
    table.add_column("text", overflow="fold")
    for name, found in fields.items():
        for match in found[:SHOWN_LINKS]:
            table.add_row(Text(safe(name)), Text(_short(match.text)))
        if not found:
            table.add_row(Text(safe(name)), Text("no match", "yellow"))
    return table


def _links(scrape: Scrape, anchor_width: int) -> Table:
    links = scrape.links
    more = f", the first {SHOWN_LINKS} shown" if len(links) > SHOWN_LINKS else ""
    title = f"Links: {len(links):,}{more}"
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    table.add_column("anchor", overflow="ellipsis", no_wrap=True, max_width=min(40, anchor_width))
    table.add_column("address", overflow="fold")
    shown = links[:SHOWN_LINKS]
    table.add_column("rel" if any(link.rel for link in shown) else "", style="dim")
    for link in shown:
        table.add_row(Text(safe(link.anchor)), Text(_short(link.address)), " ".join(link.rel))
    return table
