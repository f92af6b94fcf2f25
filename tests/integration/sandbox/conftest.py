"""The child under test, and the table of what hostile pages cost."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import pytest
import uvloop

from leadline.sandbox.parse_child import ParseChild

Figures = Callable[[str, int, float, float], None]
_FIGURES = pytest.StashKey[list[tuple[str, int, float, float]]]()


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that Leadline runs on; how children end is its own doing, so there on both."""
    loops = {"uvloop": uvloop.new_event_loop}
    is_about_children = item.path.name == "test_parse_child.py"
    return {"asyncio": asyncio.new_event_loop, **loops} if is_about_children else loops


@pytest.fixture
async def child() -> AsyncIterator[ParseChild]:
    async with ParseChild() as child:
        yield child


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Report name, bytes, stall and CPU of a page; printed at the end of the run."""

    def report(name: str, size_bytes: int, stall_s: float, cpu_s: float) -> None:
        rows = request.config.stash.setdefault(_FIGURES, [])
        rows.append((name, size_bytes, stall_s, cpu_s))

    return report


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    rows = config.stash.get(_FIGURES, [])
    if rows:
        terminalreporter.section("hostile pages")
        terminalreporter.write_line(f"{'':<52} {'bytes':>10} {'stall s':>8} {'CPU s':>7}")
        for name, size_bytes, stall_s, cpu_s in rows:
            terminalreporter.write_line(
                f"{name:<52} {size_bytes:>10,} {stall_s:>8.2f} {cpu_s:>7.2f}"
            )
