"""States, kinds and turns as the file stores them, by number."""

from leadline.domain.pages import PageKind, PageState

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
UNLIMITED = frozenset([SITEMAP, EXTERNAL])
"""Kinds that a page limit does not count: it is about pages of the site."""

NO_TURN, TURN_HELD, TURN_OVER = range(3)

CODES = {
    **{state.name: code for state, code in STATE.items()},
    **{kind.name: code for kind, code in NUMBER.items()},
    "NO_TURN": NO_TURN,
    "TURN_HELD": TURN_HELD,
    "TURN_OVER": TURN_OVER,
}
"""All of these by the names that `queries.sql` has for them."""
