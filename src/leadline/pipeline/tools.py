"""The tools of the steps."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from leadline.domain.pages import NewPage, PageKind, Task
from leadline.domain.rules import Rule
from leadline.fetch.contract import Fetcher
from leadline.html.leads import Ids
from leadline.pipeline.plan import Plan
from leadline.pipeline.robots import RobotsGate
from leadline.sandbox.contract import Sandbox

# Two generations of 4 MiB.
_MAX_KNOWN = 2 * 196_000
_MAX_CRAWLS = 4


class KnownPages:
    """The ids of recent pages that are stored for sure; forgetting one costs a query."""

    def __init__(self, limit: int = _MAX_KNOWN) -> None:
        self.ids = Ids(limit)

    def add_all(self, pages: Iterable[NewPage]) -> None:
        """Note pages that were stored, but for those that another link may still admit.

        Sitemaps are no pages: a link to one leads to the page at the same address.
        """
        for page in pages:
            is_nofollow = page.skipped is not None and page.skipped[1] == Rule.NOFOLLOW
            is_let_in_later = is_nofollow or page.goes_round
            if not is_let_in_later and page.kind is not PageKind.SITEMAP:
                self.ids.note(page.address, page.id)

    def add_tasks(self, tasks: Iterable[Task]) -> None:
        """Note pages that were leased: another worker may have found them.

        A page with redirects is known by another address, and a root may end at another one:
        neither is noted.
        """
        for task in tasks:
            if task.kind is PageKind.PAGE and not task.hops and not task.is_root:
                self.ids.note(task.address, task.id)


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools of one worker."""

    fetcher: Fetcher
    """A fetcher that keeps the pace of every host that the page asks."""
    sandbox: Sandbox
    robots: RobotsGate
    known: dict[str, KnownPages] = field(default_factory=dict)

    def known_of(self, plan: Plan) -> KnownPages:
        """Return the known pages of a crawl."""
        if plan.crawl not in self.known and len(self.known) >= _MAX_CRAWLS:
            del self.known[next(iter(self.known))]
        return self.known.setdefault(plan.crawl, KnownPages())
