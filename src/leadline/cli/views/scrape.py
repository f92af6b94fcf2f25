"""A scraped page, shown in the terminal."""

from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from leadline.cli.views.tables import short, size
from leadline.cli.views.terminal import safe, stdout, write
from leadline.domain.web.fetching import SUCCESS
from leadline.worker.scraping import PageData

EXCERPT_CHARACTERS = 1_000
EXCERPT_LINES = 12
SHOWN_LINKS = 20

_ERROR = 400
_SENTENCE_SPACES = 4
_PARSE = {"gave up": "not parsed: it took too long", "links cut": "links truncated"}


def show(page: PageData, console: Console = stdout) -> None:
    """Print status, title, timings, an excerpt, fields, and a table of links."""
    parts: list[RenderableType] = [_heading(page), _facts(page)]
    if excerpt := _excerpt(page["text"]):
        parts.append(Padding(Text(excerpt), (1, 0, 0, 2)))
    if fields := page.get("extracted"):
        parts.append(Padding(_fields(fields), (1, 0, 0, 0)))
    if links := page["linkDetails"]:
        parts.append(Padding(_links(links, console.width // 3), (1, 0, 0, 0)))
    write(*parts, console=console)


def _heading(page: PageData) -> Text:
    status = page["statusCode"]
    style = "green" if status in SUCCESS else "red" if status >= _ERROR else "yellow"
    title = short(page["title"]) or "(no title)"
    return Text.assemble((f"{status}", f"bold {style}"), "  ", (title, "bold"))


def _facts(page: PageData) -> Table:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for hop in page["redirects"]:
        facts.add_row("redirect", Text(f"{hop['statusCode']} {short(hop['url'])}"))
    facts.add_row("address", Text(short(page["finalUrl"])))
    facts.add_row("content", _content(page))
    facts.add_row("time", _time(page["timings"]))
    if description := page["meta"]["description"]:
        facts.add_row("description", Text(short(description)))
    return facts


def _content(page: PageData) -> Text:
    content_type = short(page["contentType"] or "unknown type")
    text = Text(f"{content_type}, {size(page['size'])}")
    if page["truncated"]:
        text.append(f", truncated: {page['truncated']}", "yellow")
    if page["parse"]:
        text.append(f", {_PARSE.get(page['parse'], page['parse'])}", "yellow")
    return text


def _time(timings: dict[str, float]) -> str:
    phases = (
        ("DNS", timings["dnsMs"]),
        ("connect", timings["connectMs"]),
        ("TLS", timings["tlsMs"]),
        ("first byte", timings["firstByteMs"]),
    )
    shown = ", ".join(f"{name} {ms:.1f}" for name, ms in phases if ms > 0)
    return f"{timings['totalMs']:.1f} ms ({shown})"


def _excerpt(text: str) -> str:
    """Return the text from its first sentence on: the lines before it are mostly menus."""
    lines = text.split("\n")
    sentence = next((n for n, line in enumerate(lines) if line.count(" ") >= _SENTENCE_SPACES), 0)
    start = max(0, sentence - 1)
    excerpt = "\n".join(lines[start : start + EXCERPT_LINES])
    if len(excerpt) > EXCERPT_CHARACTERS:
        excerpt = excerpt[:EXCERPT_CHARACTERS].rsplit(None, 1)[0] + " …"
    if len(excerpt) < len(text):
        excerpt += f"\n({len(text):,} characters in all: --json or --markdown)"
    return safe(excerpt)


def _fields(fields: dict[str, Any]) -> Table:
    table = Table(title="Fields", title_justify="left", title_style="bold", box=None)
    table.add_column("name", style="cyan", no_wrap=True)
    table.add_column("text", overflow="fold")
    for name, found in fields.items():
        matches = found if isinstance(found, list) else [found]
        for match in matches[:SHOWN_LINKS]:
            table.add_row(Text(safe(name)), Text(short(match["text"])))
        if not matches:
            table.add_row(Text(safe(name)), Text("no match", "yellow"))
    return table


def _links(links: list[dict[str, Any]], anchor_width: int) -> Table:
    more = f", the first {SHOWN_LINKS} shown" if len(links) > SHOWN_LINKS else ""
    title = f"Links: {len(links):,}{more}"
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    table.add_column("anchor", overflow="ellipsis", no_wrap=True, max_width=min(40, anchor_width))
    table.add_column("address", overflow="fold")
    shown = links[:SHOWN_LINKS]
    table.add_column("rel" if any(link["rel"] for link in shown) else "", style="dim")
    for link in shown:
        table.add_row(Text(safe(link["anchor"])), Text(short(link["url"])), " ".join(link["rel"]))
    return table
