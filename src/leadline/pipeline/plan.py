"""The options of a crawl, ready for work: patterns compiled, limits in seconds."""

import hashlib
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from leadline.domain.addresses import Address, Key
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import Crawl, CrawlId, CrawlKind, PageId
from leadline.domain.pages import PageKind, Task
from leadline.domain.web.documents import Wanted
from leadline.domain.web.fetching import Limits, Request
from leadline.urls.identity import key_of
from leadline.urls.patterns import Pattern
from leadline.urls.scope import Scope, ScopeRule
from leadline.urls.traps import TrapRules

MAX_EXTERNAL_BYTES = 16 * 1024
"""Enough to read most pages to their end, so that the connection can be used again."""
MAX_SITEMAP_BYTES = 50 * 1024 * 1024
"""The most that the protocol allows: five times the limit of a page, in five times its time."""
_SITEMAP_TIMES = 5
_ID_BITS = (1 << 63) - 1


def page_id(crawl: CrawlId, address: Address, *, folds_path_case: bool = False) -> PageId:
    """Return the id of a page, keyed by the crawl: a site could otherwise make ids collide."""
    return _id(crawl, key_of(address, fold_path_case=folds_path_case))


def _id(crawl: CrawlId, name: str) -> PageId:
    digest = hashlib.blake2b(name.encode(), digest_size=8, key=crawl.encode()[:64]).digest()
    return PageId(int.from_bytes(digest, "big") & _ID_BITS)


@dataclass(frozen=True, slots=True)
class Plan:
    """The facts about a crawl that the steps need."""

    crawl: CrawlId
    is_scrape: bool
    """A scrape is one page for an answer: no link is followed, and any status is an answer."""
    wanted: Wanted
    scope: Scope
    traps: TrapRules
    limits: Limits
    user_agent: str
    trusted: Scope
    """The origins around the submitted address; a redirect of the root does not add any."""
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    options: CrawlOptions
    """As they are kept; what is above was made from them."""

    def key_of(self, address: Address) -> Key:
        """Return the URL key of a page of this crawl."""
        return key_of(address, fold_path_case=self.options.folds_path_case)

    def page_id(self, address: Address) -> PageId:
        """The id of a page of this crawl."""
        return _id(self.crawl, self.key_of(address))

    def sitemap_id(self, address: Address) -> PageId:
        """Return the id of a sitemap: a link to its address leads to a page with another id."""
        return _id(self.crawl, f"sitemap {self.key_of(address)}")

    def is_external(self, address: Address) -> bool:
        """Return whether an address is out of scope, and is only checked for an answer."""
        return self.options.checks_external and self.scope.is_outside(address)

    def request(self, address: Address) -> Request:
        """Return the request for an address; only trusted origins get the headers of the crawl."""
        return Request(address, self.user_agent, self.headers_for(address), self.limits)

    def headers_for(self, address: Address) -> tuple[tuple[str, str], ...]:
        """Return the headers of the crawl, if the origin of an address may have them."""
        return self.headers if self.headers and self.trusted.admits_origin(address) else ()


# A named tuple, as every page has one: see `Task`.
class PageWork(NamedTuple):
    """One page to be worked on, and the plan of its crawl."""

    task: Task
    plan: Plan

    def request(self, address: Address) -> Request:
        """Return the request for the page, or for the target of its redirect."""
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
        """Return the id of the page, by the address at which its redirects ended."""
        is_own = address == self.task.address and not self.task.hops
        return self.task.id if is_own else self.plan.page_id(address)

    @property
    def is_external(self) -> bool:
        """Return whether the page is only checked for an answer."""
        return self.task.kind is PageKind.EXTERNAL


@dataclass(frozen=True, slots=True)
class Defaults:
    """The values of options that a crawl does not set."""

    limits: Limits
    user_agent: str
    traps: TrapRules = field(default_factory=TrapRules)


def _wanted_of(crawl: Crawl) -> Wanted:
    """Return the parts that are taken of each page; a crawl needs metadata only for nofollow."""
    options = crawl.options
    is_scrape = crawl.kind is CrawlKind.SCRAPE
    return Wanted(
        dict(options.selectors),
        markdown=options.markdown,
        metadata=is_scrape or options.respects_nofollow,
        links=is_scrape,
    )


def plan_of(crawl: Crawl, defaults: Defaults) -> Plan:
    """Return the plan of a crawl."""
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
        wanted=_wanted_of(crawl),
        scope=scope,
        traps=defaults.traps,
        limits=replace(defaults.limits, total_s=options.timeout_ms / 1000),
        user_agent=options.user_agent or defaults.user_agent,
        trusted=Scope(ScopeRule(options.scope), crawl.submitted_url),
        headers=options.headers,
        options=options,
    )


def with_root(work: PageWork, root: Address) -> PageWork:
    """Return the work with another root: the address where it ended is the base of the scope."""
    plan = replace(work.plan, scope=replace(work.plan.scope, root=root))
    return work._replace(plan=plan)
