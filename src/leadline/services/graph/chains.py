"""Chains of numbers, each with one successor."""

from collections.abc import Iterator

from leadline.services.graph.rows import Numbers


def doubled(after: Numbers) -> Iterator[Numbers]:
    """Yield where each number leads in 1 step, in 2, in 4 and so on.

    `after[n]` is the successor of n; the last number is its own, and ends every chain without a
    circle. The last array has all chains at their end: a million numbers take twenty rounds.
    """
    yield after
    for _ in range((len(after) - 1).bit_length()):
        if (after == after[-1]).all():
            return
        after = after[after]
        yield after
