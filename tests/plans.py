"""A plan for tests of single steps: each changes what it is about, by `replace`."""

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import CrawlId
from leadline.domain.web.documents import Wanted
from leadline.domain.web.fetching import Limits
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
    options=CrawlOptions(max_attempts=1, keeps=()),
)
