"""The root of a crawl: a page whose state is stored with the crawl, too."""

from leadline.domain.crawls import CrawlKind, CrawlStatus, PageId
from leadline.domain.pages import PageState
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.view import View


def note_root(view: View, page: PageId, state: PageState, reason: SkipReason | None = None) -> None:
    """Store the new state of a page with its crawl, if it is the root."""
    if page == view.crawl.root:
        view.changes.set_crawl(root_state=state, root_reason=reason)


def fail_without_root(view: View, page: PageId, reason: str) -> None:
    """Fail a crawl whose root was not fetched: it has no place to start."""
    if page == view.crawl.root:
        change_status(view, CrawlStatus.FAILED, reason)


def change_status(view: View, status: CrawlStatus, reason: str) -> None:
    """Change the status of a crawl; the time until it is worked on again does not count.

    A crawl that is over waits for its drawing.
    """
    finished_at = view.now if status.is_final else None
    draw_at = finished_at if view.crawl.kind is CrawlKind.CRAWL else None
    view.changes.set_crawl(status=status, reason=reason, finished_at=finished_at)
    view.changes.set_crawl(counted_at=None, draw_at=draw_at, draws=0)
