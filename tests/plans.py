"""A plan for tests of single steps: each changes what it is about, by `replace`."""

from leadline.domain.addresses import Address
from leadline.domain.crawls import CrawlId
from leadline.domain.documents import Wanted
from leadline.domain.fetching import Limits
from leadline.pipeline.plan import Plan
from leadline.urls.scope import Scope, ScopeRule
from leadline.urls.traps import TrapRules

ON_HOST = Scope(ScopeRule.HOST, Address("http://x.example/"))
PLAN = Plan(
    crawl=CrawlId("c"),
    is_scrape=False,
    wanted=Wanted(),
    scope=ON_HOST,
    traps=TrapRules(),
    limits=Limits(),
    user_agent="Leadline/1",
    trusted=ON_HOST,
    headers=(),
    max_depth=3,
    max_attempts=1,
    respects_robots=True,
    respects_nofollow=False,
    reads_sitemaps=False,
    checks_external=False,
    keeps=frozenset(),
)
