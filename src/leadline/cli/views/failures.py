"""Lines about pages that could not be fetched, with the next step."""

from leadline.domain.crawl_options import Face
from leadline.domain.skips import SkipReason
from leadline.services.next_steps import step_after_failure, step_after_skip


def failed_line(address: str, kind: str, message: str) -> str:
    """Return the line about an address without a usable answer."""
    step = step_after_failure(address, kind, message, Face.TERMINAL)
    return f"failed: {kind}: {message} ({address}){_ending(step)}"


def way_out(address: str, reason: SkipReason | None, message: str) -> str:
    """Return the remedy that ends a message about robots.txt; empty for other reasons."""
    return _ending(step_after_skip(address, reason, message, Face.TERMINAL))


def _ending(step: str) -> str:
    return f"; {step}" if step else ""
