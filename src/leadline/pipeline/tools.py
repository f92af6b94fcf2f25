"""What the steps of a page work with."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from leadline.domain.addresses import Address
from leadline.domain.outcomes import NOFOLLOW, Skipped
from leadline.domain.pages import NewPage, PageKind, Task
from leadline.fetch.contract import Fetcher
from leadline.html.leads import Ids
from leadline.pipeline.plan import Plan
from leadline.sandbox.contract import Sandbox

# Two generations of 4 MiB.
_MAX_KNOWN = 2 * 196_000
_MAX_CRAWLS = 4


class RobotsGate(Protocol):
    """Asks robots.txt before a page is fetched."""

    @abstractmethod
    async def refusal(self, address: Address, plan: Plan, fetcher: Fetcher) -> Skipped | None:
        """None when the page may be fetched. Raises FetchError when that cannot be known now."""

    @abstractmethod
    async def sitemaps(self, address: Address, plan: Plan) -> tuple[str, ...]:
        """The Sitemap lines, as written, of a robots.txt that was asked about this address."""


class Known:
    """Ids of pages that are stored for sure, the most recent ones; forgetting one costs a query."""

    def __init__(self, limit: int = _MAX_KNOWN) -> None:
        self.ids = Ids(limit)

    def add_all(self, pages: Iterable[NewPage]) -> None:
        """Note pages that have been stored; not those that another link may still let in.

        Sitemaps are none: a link to one leads to the page at the same address.
        """
        for page in pages:
            is_nofollow = page.skipped is not None and page.skipped[1] == NOFOLLOW
            is_let_in_later = is_nofollow or page.goes_round
            if not is_let_in_later and page.kind is not PageKind.SITEMAP:
                self.ids.note(page.address, page.id)

    def add_tasks(self, tasks: Iterable[Task]) -> None:
        """Note pages that are handed out: another worker may have found them.

        Not where a redirect led: the address is not the one that the page is known by. Nor the
        root, which may end elsewhere.
        """
        for task in tasks:
            if task.kind is PageKind.PAGE and not task.hops and not task.is_root:
                self.ids.note(task.address, task.id)


@dataclass(frozen=True, slots=True)
class Tools:
    """One worker's tools."""

    fetcher: Fetcher
    """Keeps the pace of the page's host, whatever it is asked to fetch."""
    sandbox: Sandbox
    robots: RobotsGate
    known: dict[str, Known] = field(default_factory=dict)

    def known_of(self, plan: Plan) -> Known:
        """What is known of a crawl."""
        if plan.crawl not in self.known and len(self.known) >= _MAX_CRAWLS:
            del self.known[next(iter(self.known))]
        return self.known.setdefault(plan.crawl, Known())
