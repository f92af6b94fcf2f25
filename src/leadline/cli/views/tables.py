"""Tables that fit the terminal, and numbers, sizes and times in words."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from leadline.cli.views.terminal import safe, stdout
from leadline.domain.crawls import PageFigures
from leadline.domain.pages import Figure, Page, PageState, figure_of

SHOWN_CHARACTERS = 500

_GAP = 2
_LEAST_OF_LONG = 36
_LEAST_OF_TRUNCATED = 16
_FIGURE_STYLES = {
    Figure.FETCHED: "green",
    Figure.FAILED: "red",
    Figure.SKIPPED: "yellow",
    Figure.CANCELLED: "yellow",
    Figure.TOO_DEEP: "dim",
}
TOO_DEEP = "not fetched: too deep"

Cell = str | int | Text | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, shown as it is unless a flag is set.

    - `is_long`: cells are wrapped.
    - `is_truncated`: long cells end with an ellipsis.
    - `is_spare`: the column is hidden if there is no room for it.
    """

    name: str
    is_right: bool = False
    is_long: bool = False
    is_truncated: bool = False
    is_spare: bool = False


def number(name: str, *, is_spare: bool = False) -> Column:
    """Return a column of numbers, aligned to the right."""
    return Column(name, is_right=True, is_spare=is_spare)


def long(name: str) -> Column:
    """Return a column of addresses, or other cells that have to be shown whole."""
    return Column(name, is_long=True)


def truncated(name: str, *, is_spare: bool = False) -> Column:
    """Return a column of titles, or other cells that may be truncated."""
    return Column(name, is_truncated=True, is_spare=is_spare)


def table(
    columns: Sequence[Column], rows: Sequence[Sequence[Cell]], console: Console = stdout
) -> RenderableType:
    """Return a table of the rows; in a terminal too narrow for it, each row as a block.

    An empty column is hidden.
    """
    texts = [[_text(cell) for cell in row] for row in rows]
    natural = {
        n: max([cell_len(column.name), *(cell_len(row[n].plain) for row in texts)])
        for n, column in enumerate(columns)
        if any(row[n].plain for row in texts)
    }
    widths = _widths(columns, natural, console.width)
    if widths is None:
        return _blocks(columns, texts, console.width)
    return _table(columns, texts, widths)


def pairs(facts: Sequence[tuple[str, Cell]]) -> Table:
    """Return names and values, one pair per line; a value of None is not shown."""
    grid = Table.grid(padding=(0, _GAP))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in facts:
        if value is not None:
            grid.add_row(safe(name), _text(value))
    return grid


def beside(parts: Sequence[RenderableType], console: Console = stdout) -> RenderableType:
    """Return small tables side by side in a terminal, one below the other in a file."""
    if console.is_terminal:
        return Group("", Columns(parts, padding=(1, 2 * _GAP)))
    spaced = [line for part in parts for line in ("", part)]
    return Group(*spaced)


def heading(text: str) -> Text:
    """Return a heading."""
    return Text(f"\n{safe(text)}", "bold")


def short(text: str) -> str:
    """Return text in one line, without control characters, truncated to 500 characters."""
    line = " ".join(text[: SHOWN_CHARACTERS * 2].split())
    return safe(line if len(line) <= SHOWN_CHARACTERS else line[:SHOWN_CHARACTERS] + "…")


def size(count: int) -> str:
    """Return a number of bytes in words: `3.2 KB`; a KB has 1,000 bytes."""
    amount = float(count)
    for unit in ("B", "KB", "MB"):
        if amount < 1000:  # noqa: PLR2004 -- the step between these units
            return f"{amount:,.0f} {unit}" if unit == "B" else f"{amount:,.1f} {unit}"
        amount /= 1000
    return f"{amount:,.1f} GB"


def pages(count: int) -> str:
    """Return `1 page` or `2,000 pages`."""
    return "1 page" if count == 1 else f"{count:,} pages"


def links(count: int) -> str:
    """Return `1 link` or `2,000 links`."""
    return "1 link" if count == 1 else f"{count:,} links"


def seconds(duration_s: float) -> str:
    """Return a duration in words: `2 min 5 s`."""
    if duration_s < 1:
        return f"{duration_s * 1000:.3g} ms"
    if duration_s < 60:  # noqa: PLR2004 -- a minute
        return f"{duration_s:.3g} s"
    minutes, rest = divmod(round(duration_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes} min" if hours else f"{minutes} min {rest} s"


def took(duration_s: float, rate: str) -> str:
    """Return `2.5 s, 12 a second`; without the rate below one second, which is too short for it."""
    return f"{seconds(duration_s)}, {rate}" if duration_s >= 1 else seconds(duration_s)


def moment(at: float) -> str:
    """Return a local time, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def short_moment(at: float) -> str:
    """Return a local time, short: without the year, or only the day of another year."""
    there = time.localtime(at)
    is_this_year = there.tm_year == time.localtime().tm_year
    return time.strftime("%m-%d %H:%M" if is_this_year else "%Y-%m-%d", there)


def others(count: int) -> str:
    """Return `(3 others)`: the number of rows that are not listed."""
    return f"({count:,} {'other' if count == 1 else 'others'})"


def state(page: Page) -> Text:
    """Return the figure that a page counts in, coloured."""
    figure = figure_of(page.state, is_fetched=page.is_fetched)
    word = TOO_DEEP if figure is Figure.TOO_DEEP else figure
    return Text(word, _FIGURE_STYLES.get(figure, ""))


def figures_line(figures: PageFigures) -> str:
    """Return `87 found: 70 fetched, 3 failed, 14 too deep`, without figures that are 0."""
    counts = asdict(figures)
    found = counts.pop("found")
    facts = [f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items() if count]
    return f"{found:,} found: {', '.join(facts)}"


def answer(page: Page) -> str | None:
    """Return the status of a page, or the reason why there is none; None if it is not over."""
    if page.state is PageState.COMPLETED and not page.is_fetched:
        return TOO_DEEP
    came = page.status or page.reason or page.error
    return None if came is None else str(came)


def _text(cell: Cell) -> Text:
    match cell:
        case Text():
            return cell
        case int():
            return Text(f"{cell:,}")
        case str():
            return Text(short(cell))
        case None:
            return Text()


def _widths(
    columns: Sequence[Column], natural: dict[int, int], width: int
) -> dict[int, int] | None:
    """Return the widths of the shown columns; None if there is no room for a table."""
    least = {n: min(wide, _least(columns[n], wide)) for n, wide in natural.items()}
    room = width - sum(least.values()) - _GAP * (len(least) - 1)
    if room < 0:
        spare = [n for n in natural if columns[n].is_spare]
        rest = {n: wide for n, wide in natural.items() if n != spare[-1]} if spare else None
        return None if rest is None else _widths(columns, rest, width)
    # Columns that may not be truncated get the room first.
    for n in sorted(natural, key=lambda n: columns[n].is_truncated):
        more = min(room, natural[n] - least[n])
        least[n] += more
        room -= more
    return least


def _least(column: Column, wide: int) -> int:
    return (
        _LEAST_OF_LONG if column.is_long else _LEAST_OF_TRUNCATED if column.is_truncated else wide
    )


def _table(
    columns: Sequence[Column], rows: Sequence[Sequence[Text]], widths: dict[int, int]
) -> Table:
    shown = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
    for n, width in widths.items():
        column = columns[n]
        shown.add_column(
            column.name,
            justify="right" if column.is_right else "left",
            width=width,
            no_wrap=not column.is_long,
            overflow="fold" if column.is_long else "ellipsis",
        )
    for row in rows:
        shown.add_row(*(row[n] for n in widths))
    return shown


def _blocks(columns: Sequence[Column], rows: Sequence[Sequence[Text]], width: int) -> Group:
    lines: list[Text] = []
    for row in rows:
        lines.append(Text())
        for column, cell in zip(columns, row, strict=True):
            if cell.plain:
                _append(lines, Text.assemble((f"{column.name}: ", "dim"), cell), column, width)
        lines.append(Text())
    return Group(*lines[:-1])


def _append(lines: list[Text], fact: Text, column: Column, width: int) -> None:
    """Append a fact to the last line if there is room; a long one starts a new line."""
    last = lines[-1]
    if not last:
        lines[-1] = fact
    elif column.is_long or last.cell_len + _GAP + fact.cell_len > width:
        lines.append(fact)
    else:
        lines[-1] = Text(" " * _GAP).join([last, fact])
