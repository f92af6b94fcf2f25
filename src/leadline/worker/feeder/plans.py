"""The plans of the crawls that a worker works on."""

from leadline.domain.bounded import Bounded
from leadline.domain.crawls import Crawl, CrawlId
from leadline.pipeline.plan import Defaults, Plan, plan_of

_MAX_PLANS = 1_000


class Plans:
    """A cache of plans: making one compiles its patterns."""

    def __init__(self, defaults: Defaults) -> None:
        self._defaults = defaults
        self._plans = Bounded[CrawlId, tuple[object, Plan]](_MAX_PLANS)

    def plan(self, crawl: Crawl) -> Plan:
        """Return the plan of a crawl; a new one when its root or its options have changed."""
        basis = (crawl.root_url, crawl.options)
        known = self._plans.get(crawl.id)
        if known is None or known[0] != basis:
            self._plans[crawl.id] = known = (basis, plan_of(crawl, self._defaults))
        return known[1]
