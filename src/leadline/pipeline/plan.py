"""A crawl's options made ready for work: patterns compiled, limits in seconds."""

import hashlib
from dataclasses import dataclass, field, replace

from leadline.domain.addresses import Address, Key
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, PageId
from leadline.domain.documents import Wanted
from leadline.domain.fetching import Limits, Request
from leadline.domain.pages import PageKind, Task
from leadline.urls.identity import key_of
from leadline.urls.patterns import Pattern
from leadline.urls.scope import Scope, ScopeRule
from leadline.urls.traps import TrapRules

MAX_EXTERNAL_BYTES = 16 * 1024
"""Enough for most pages to come to their end, so that the connection can be used again."""
MAX_SITEMAP_BYTES = 50 * 1024 * 1024
"""What the protocol allows. As it is five times what a page has, it may take as much longer."""
_SITEMAP_TIMES = 5
_ID_BITS = (1 << 63) - 1


def page_id(crawl: CrawlId, address: Address, *, folds_path_case: bool = False) -> PageId:
    """The id of a page. Keyed by the crawl: a site could otherwise make ids collide."""
    return _id(crawl, key_of(address, fold_path_case=folds_path_case))


def _id(crawl: CrawlId, name: str) -> PageId:
    digest = hashlib.blake2b(name.encode(), digest_size=8, key=crawl.encode()[:64]).digest()
    return PageId(int.from_bytes(digest, "big") & _ID_BITS)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the steps need to know about the crawl they work for."""

    crawl: CrawlId
    is_scrape: bool
    """One page for an answer: nothing is followed, and any status is an answer."""
    wanted: Wanted
    scope: Scope
    traps: TrapRules
    limits: Limits
    user_agent: str
    trusted: Scope
    """Around the address that was given: wherever a root is redirected to is not trusted for it."""
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    max_depth: int
    max_attempts: int
    respects_robots: bool
    respects_nofollow: bool
    reads_sitemaps: bool
    checks_external: bool
    keeps: frozenset[str]
    folds_path_case: bool = False

    def key_of(self, address: Address) -> Key:
        """The identity of a page of this crawl."""
        return key_of(address, fold_path_case=self.folds_path_case)

    def page_id(self, address: Address) -> PageId:
        """The id of a page of this crawl."""
        return _id(self.crawl, self.key_of(address))

    def sitemap_id(self, address: Address) -> PageId:
        """The id of a sitemap: its address may be linked to, and is then a page, too."""
        return _id(self.crawl, f"sitemap {self.key_of(address)}")

    def is_external(self, address: Address) -> bool:
        """Whether a page is none of the crawl's, but is to be asked whether it is there."""
        return self.checks_external and self.scope.is_outside(address)

    def request(self, address: Address) -> Request:
        """The request for an address. Headers that were given are for trusted origins only."""
        return Request(address, self.user_agent, self.headers_for(address), self.limits)

    def headers_for(self, address: Address) -> tuple[tuple[str, str], ...]:
        """The headers that were given, if the origin of an address may have them."""
        return self.headers if self.headers and self.trusted.admits_origin(address) else ()


@dataclass(frozen=True, slots=True)
class Job:
    """One page to be worked on, and the plan of its crawl."""

    task: Task
    plan: Plan

    def request(self, address: Address) -> Request:
        """The request for the page, or for where it is redirected to."""
        request = self.plan.request(address)
        match self.task.kind:
            case PageKind.SITEMAP:
                total_s = request.limits.total_s * _SITEMAP_TIMES
                limits = replace(request.limits, max_body_bytes=MAX_SITEMAP_BYTES, total_s=total_s)
            case PageKind.EXTERNAL:
                limits = replace(request.limits, max_body_bytes=MAX_EXTERNAL_BYTES)
            case _:
                return request
        return replace(request, limits=limits)

    def page_at(self, address: Address) -> PageId:
        """The id of the page by the address that it was found at in the end."""
        is_own = address == self.task.address and not self.task.hops
        return self.task.id if is_own else self.plan.page_id(address)

    @property
    def is_external(self) -> bool:
        """Whether the page is only asked whether it is there."""
        return self.task.kind is PageKind.EXTERNAL


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds where a crawl says nothing."""

    limits: Limits
    user_agent: str
    traps: TrapRules = field(default_factory=TrapRules)


def _wanted(crawl: Crawl) -> Wanted:
    """Return what is taken from each page; crawls read metadata only where it may say nofollow."""
    options = crawl.options
    is_scrape = crawl.kind is CrawlKind.SCRAPE
    return Wanted(
        dict(options.selectors),
        markdown=options.markdown,
        metadata=is_scrape or options.respects_nofollow,
        links=is_scrape,
    )


def plan_of(crawl: Crawl, defaults: Defaults) -> Plan:
    """The plan of a crawl."""
    options = crawl.options
    scope = Scope(
        ScopeRule(options.scope),
        crawl.root_url,
        tuple(Pattern.parse(text) for text in options.include),
        tuple(Pattern.parse(text) for text in options.exclude),
        folds_path_case=options.folds_path_case,
    )
    return Plan(
        crawl=crawl.id,
        is_scrape=crawl.kind is CrawlKind.SCRAPE,
        wanted=_wanted(crawl),
        scope=scope,
        traps=defaults.traps,
        limits=replace(defaults.limits, total_s=options.timeout_ms / 1000),
        user_agent=options.user_agent or defaults.user_agent,
        trusted=Scope(ScopeRule(options.scope), crawl.submitted_url),
        headers=options.headers,
        max_depth=options.max_depth,
        max_attempts=options.max_attempts,
        respects_robots=options.respects_robots,
        respects_nofollow=options.respects_nofollow,
        reads_sitemaps=options.reads_sitemaps,
        checks_external=options.checks_external,
        keeps=frozenset(options.keeps),
        folds_path_case=options.folds_path_case,
    )


def rerooted(job: Job, root: Address) -> Job:
    """The job of a root that ended elsewhere: that is the base of its crawl's scope."""
    plan = replace(job.plan, scope=replace(job.plan.scope, root=root))
    return replace(job, plan=plan)
