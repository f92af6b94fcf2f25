"""What rules kept a crawl from fetching, for people."""

from collections.abc import Sequence

from leadline.cli.shown import pages
from leadline.cli.terminal import safe
from leadline.services.cuts import Cut

_LONGEST = 120


def cut_lines(cuts: Sequence[Cut], too_deep: int) -> list[str]:
    """A line for each: how many pages, by which rule, of what, one of them, and what lifts it."""
    deeper = [f"too deep: {pages(too_deep)}, recorded and not fetched; lifted by --depth"]
    return [*(deeper if too_deep else ()), *(_line(cut) for cut in cuts)]


def _line(cut: Cut) -> str:
    parts = [f"{cut.reason}: {pages(cut.pages)} by {cut.rule}"]
    if cut.pattern:
        parts[0] += f", {_clipped(cut.pattern)}"
    if cut.example:
        parts.append(f"such as {_clipped(cut.example)}")
    if cut.lifted_by:
        parts.append(f"lifted by {cut.lifted_by}")
    return "; ".join(parts)


def _clipped(text: str) -> str:
    return safe(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
