"""Tables, wide and narrow."""

import io
import time

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from leadline.cli.views.tables import (
    Cell,
    Column,
    long,
    number,
    pairs,
    seconds,
    short_moment,
    size,
    table,
    took,
    truncated,
)
from leadline.cli.views.terminal import write

COLUMNS = (Column("state"), number("pages"), long("address"), truncated("title", is_spare=True))
ADDRESS = "http://x.example/a-long-path/of/several/segments/that/goes/on"
ROWS: list[list[Cell]] = [
    ["COMPLETED", 1234567, ADDRESS, "A title that is not short at all"],
    ["FAILED", 5, "http://x.example/", None],
]


def console(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False, _environ={})


def shown(part: RenderableType, width: int) -> list[str]:
    where = console(width)
    where.print(part)
    assert isinstance(where.file, io.StringIO)
    return [line.rstrip() for line in where.file.getvalue().splitlines()]


def test_a_wide_table_has_a_line_for_each_row_and_numbers_end_below_each_other() -> None:
    assert shown(table(COLUMNS, ROWS, console(200)), 200) == [
        "state          pages  address" + " " * 56 + "title",
        f"COMPLETED  1,234,567  {ADDRESS}  A title that is not short at all",
        "FAILED             5  http://x.example/",
    ]


def test_what_is_spare_is_left_out_before_an_address_is_broken_too_small() -> None:
    lines = shown(table(COLUMNS, ROWS, console(60)), 60)

    assert lines[0] == "state          pages  address"
    assert "title" not in " ".join(lines)
    assert "".join(line[22:].strip() for line in lines[1:3]) == ADDRESS


def test_what_is_cut_gives_way_to_what_is_not() -> None:
    lines = shown(table(COLUMNS, ROWS, console(105)), 105)

    assert ADDRESS in lines[1]
    assert lines[1].endswith("A title that is not…")


def test_a_narrow_table_is_a_block_for_each_row() -> None:
    assert shown(table(COLUMNS, ROWS, console(40)), 40) == [
        "state: COMPLETED  pages: 1,234,567",
        "address:",
        ADDRESS[:40],
        ADDRESS[40:],
        "title: A title that is not short at all",
        "",
        "state: FAILED  pages: 5",
        "address: http://x.example/",
    ]


def test_a_column_with_nothing_in_it_is_left_out() -> None:
    rows: list[list[Cell]] = [["x", None], ["y", ""]]

    assert shown(table((Column("a"), Column("b")), rows, console(80)), 80) == ["a", "x", "y"]


def test_wide_characters_are_as_wide_as_they_are_shown() -> None:
    lines = shown(
        table((truncated("title"), number("n")), [["日本語", 1], ["abc", 2]], console(80)), 80
    )

    assert lines == ["title   n", "日本語  1", "abc     2"]


def test_nothing_in_a_table_is_read_as_markup_or_as_a_command() -> None:
    hostile = "[bold]x[/y]\x1b[31m\r\n\u202eevil\x07"
    for part in (
        table((Column("[red]a"), Column("b")), [[hostile, 1]], console(80)),
        table((Column("a"), long("b")), [["x" * 50, hostile]], console(20)),
        pairs([("[link]", hostile)]),
    ):
        text = "\n".join(shown(part, 80))
        assert "[bold]x[/y]" in text
        assert not set(text) & set("\x1b\r\x07\u202e")


def test_a_file_has_no_spaces_at_the_end_of_lines(capsys: pytest.CaptureFixture[str]) -> None:
    where = console(80)

    write(table((Column("a"), Column("b")), [["x", "y"], ["x", Text()]], where), console=where)

    assert capsys.readouterr().out == "a  b\nx  y\nx\n"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1_500, "1.5 KB"),
        (5 * 1000**2, "5.0 MB"),
        (3 * 1000**4, "3,000.0 GB"),
    ],
)
def test_sizes(count: int, text: str) -> None:
    assert size(count) == text


@pytest.mark.parametrize(
    ("duration_s", "text"),
    [
        (0.0, "0 ms"),
        (0.1, "100 ms"),
        (2, "2 s"),
        (59.4, "59.4 s"),
        (61, "1 min 1 s"),
        (7260, "2 h 1 min"),
    ],
)
def test_durations(duration_s: float, text: str) -> None:
    assert seconds(duration_s) == text


def test_a_short_time_tells_the_year_when_it_is_another() -> None:
    assert short_moment(0).startswith(("1970-01-01", "1969-12-31"))
    assert short_moment(time.time()).count("-") == 1


def test_less_than_a_second_has_no_rate() -> None:
    assert took(0.034, "14,883 rows/s") == "34 ms"
    assert took(2.5, "12 a second") == "2.5 s, 12 a second"
