"""States, kinds and turns as the file stores them, by number."""

from leadline.domain.pages import PageKind, PageState
from leadline.store.rules.section.rows import Turn

STATE = {
    PageState.PENDING: 0,
    PageState.IN_PROGRESS: 1,
    PageState.COMPLETED: 2,
    PageState.FAILED: 3,
    PageState.CANCELLED: 4,
    PageState.SKIPPED: 5,
}
STATES = tuple(STATE)
PENDING, IN_PROGRESS, COMPLETED, FAILED, CANCELLED, SKIPPED = range(6)
COUNTER = {
    PENDING: "pending",
    IN_PROGRESS: "in_progress",
    COMPLETED: "completed",
    FAILED: "failed",
    CANCELLED: "cancelled",
}

KINDS = (PageKind.PAGE, PageKind.SITEMAP, PageKind.BROWSER, PageKind.EXTERNAL)
NUMBER = {kind: number for number, kind in enumerate(KINDS)}
SITEMAP = NUMBER[PageKind.SITEMAP]
EXTERNAL = NUMBER[PageKind.EXTERNAL]

CODES = {
    **{state.name: code for state, code in STATE.items()},
    **{kind.name: code for kind, code in NUMBER.items()},
    **{f"TURN_{turn.name}": int(turn) for turn in Turn},
}
"""All of these by the names that `queries.sql` has for them."""
