"""How things are shown to people: tables that fit the terminal, numbers, sizes and times."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from leadline.cli.terminal import safe, stdout
from leadline.domain.crawls import PageFigures
from leadline.domain.pages import Figure, Page, PageState, figure_of

SHOWN_CHARACTERS = 500

_GAP = 2
_LEAST_OF_LONG = 36
_LEAST_OF_CUT = 16
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
    """A column of a table.

    What `is_long` is broken over lines, what `is_cut` ends with an ellipsis, and what `is_spare`
    is left out where there is no room for it; all else is shown as it is.
    """

    name: str
    is_right: bool = False
    is_long: bool = False
    is_cut: bool = False
    is_spare: bool = False


def number(name: str, *, is_spare: bool = False) -> Column:
    """A column of numbers, which end below each other."""
    return Column(name, is_right=True, is_spare=is_spare)


def long(name: str) -> Column:
    """A column of addresses, and of all that has to be read to its end."""
    return Column(name, is_long=True)


def cut(name: str, *, is_spare: bool = False) -> Column:
    """A column of titles, and of all whose beginning is enough."""
    return Column(name, is_cut=True, is_spare=is_spare)


def table(
    columns: Sequence[Column], rows: Sequence[Sequence[Cell]], console: Console = stdout
) -> RenderableType:
    """Rows below each other; in a terminal too narrow for that, each as a block of its own.

    A column with nothing in it is left out.
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
    """Names and values, one a line; what is None is left out."""
    grid = Table.grid(padding=(0, _GAP))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in facts:
        if value is not None:
            grid.add_row(safe(name), _text(value))
    return grid


def beside(parts: Sequence[RenderableType], console: Console = stdout) -> RenderableType:
    """Small tables next to each other, as far as the terminal is wide; in a file one by one."""
    if console.is_terminal:
        return Group("", Columns(parts, padding=(1, 2 * _GAP)))
    spaced = [line for part in parts for line in ("", part)]
    return Group(*spaced)


def heading(text: str) -> Text:
    """The title of what follows."""
    return Text(f"\n{safe(text)}", "bold")


def short(text: str) -> str:
    """Text as it is shown, in one line: nobody reads on after this."""
    line = " ".join(text[: SHOWN_CHARACTERS * 2].split())
    return safe(line if len(line) <= SHOWN_CHARACTERS else line[:SHOWN_CHARACTERS] + "…")


def size(count: int) -> str:
    """Bytes."""
    amount = float(count)
    for unit in ("B", "KiB", "MiB"):
        if amount < 1024:  # noqa: PLR2004 -- the step between these units
            return f"{amount:,.0f} {unit}" if unit == "B" else f"{amount:,.1f} {unit}"
        amount /= 1024
    return f"{amount:,.1f} GiB"


def pages(count: int) -> str:
    """How many pages."""
    return "1 page" if count == 1 else f"{count:,} pages"


def seconds(duration_s: float) -> str:
    """A duration."""
    if duration_s < 1:
        return f"{duration_s * 1000:.3g} ms"
    if duration_s < 60:  # noqa: PLR2004 -- a minute
        return f"{duration_s:.3g} s"
    minutes, rest = divmod(round(duration_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes} min" if hours else f"{minutes} min {rest} s"


def moment(at: float) -> str:
    """A time, where we are, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def short_moment(at: float) -> str:
    """A time in as few characters as do: of another year only the day."""
    there = time.localtime(at)
    is_this_year = there.tm_year == time.localtime().tm_year
    return time.strftime("%m-%d %H:%M" if is_this_year else "%Y-%m-%d", there)


def others(count: int) -> str:
    """What is not listed."""
    return f"({count:,} {'other' if count == 1 else 'others'})"


def state(page: Page) -> Text:
    """Where a page stands, in the words of the figures, and in its colour."""
    figure = figure_of(page.state, is_fetched=page.is_fetched)
    word = TOO_DEEP if figure is Figure.TOO_DEEP else figure
    return Text(word, _FIGURE_STYLES.get(figure, ""))


def figures_line(figures: PageFigures) -> str:
    """`87 found: 70 fetched, 3 failed, 14 too deep`; figures that are 0 are left out."""
    counts = asdict(figures)
    found = counts.pop("found")
    told = [f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items() if count]
    return f"{found:,} found: {', '.join(told)}"


def answer(page: Page) -> str | None:
    """What came of a page, in a word: its status, or why there is none; None if it is not over."""
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
    """The columns that are shown, and how wide; None when there is no room for a table."""
    least = {n: min(wide, _least(columns[n], wide)) for n, wide in natural.items()}
    room = width - sum(least.values()) - _GAP * (len(least) - 1)
    if room < 0:
        spare = [n for n in natural if columns[n].is_spare]
        rest = {n: wide for n, wide in natural.items() if n != spare[-1]} if spare else None
        return None if rest is None else _widths(columns, rest, width)
    # What must not be cut has more of the room.
    for n in sorted(natural, key=lambda n: columns[n].is_cut):
        more = min(room, natural[n] - least[n])
        least[n] += more
        room -= more
    return least


def _least(column: Column, wide: int) -> int:
    return _LEAST_OF_LONG if column.is_long else _LEAST_OF_CUT if column.is_cut else wide


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
                _tell(lines, Text.assemble((f"{column.name}: ", "dim"), cell), column, width)
        lines.append(Text())
    return Group(*lines[:-1])


def _tell(lines: list[Text], fact: Text, column: Column, width: int) -> None:
    """Beside what the last line has, if there is room for it; what is long begins a line."""
    last = lines[-1]
    if not last:
        lines[-1] = fact
    elif column.is_long or last.cell_len + _GAP + fact.cell_len > width:
        lines.append(fact)
    else:
        lines[-1] = Text(" " * _GAP).join([last, fact])
