"""Why a page is where it is: the rule that decided, in a sentence, and what would lift it."""

from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, CrawlStatus
from leadline.domain.outcomes import NOFOLLOW, Skipped, SkipReason
from leadline.domain.pages import Page, PageState
from leadline.pipeline.plan import Defaults, Plan, plan_of
from leadline.pipeline.resolve import refusal
from leadline.store.reader import Reader
from leadline.urls.address import origin_of
from leadline.urls.robots import forbidding_line
from leadline.urls.traps import shape_of

_LIFTED_BY_REASON = {
    SkipReason.SCOPE: "--scope, --include, --exclude",
    SkipReason.ROBOTS: "--no-robots",
    SkipReason.LIMIT: "--max-pages",
    SkipReason.TRAP: "--max-per-shape, or the setting of its rule",
    SkipReason.ADDRESS: "--allow-network",
}
_LIFTED_BY_RULE = {
    "domain": "--scope",
    "host": "--scope",
    "subpath": "--scope",
    NOFOLLOW: "leaving out --respect-nofollow",
    "max_time": "--max-time",
    "max_per_shape": "--max-per-shape",
    "max_key_sets": "LEADLINE_MAX_KEY_SETS",
    "max_going_round": "LEADLINE_MAX_GOING_ROUND",
    "rests": None,
    "include": "--include",
    "exclude": "--exclude",
    "max_hosts_per_domain": "LEADLINE_MAX_HOSTS_PER_DOMAIN",
    "max_length": "LEADLINE_MAX_ADDRESS_LENGTH",
    "max_segments": "LEADLINE_MAX_PATH_SEGMENTS",
    "max_run_repeats": "LEADLINE_MAX_RUN_REPEATS",
    "max_query_keys": "LEADLINE_MAX_QUERY_KEYS",
    "scheme": None,
    "not a url": None,
    "invalid address": None,
}

_SENTENCES = {
    NOFOLLOW: "only links that ask not to be followed lead to it",
    "max_key_sets": "a trap: too many other sets of query keys of its path came before it",
    "max_going_round": "a trap: links that go round led to too many pages of its origin before it",
    "max_hosts_per_domain": "a trap: too many hosts of its domain came before it",
    "rests": "its host asked for patience, or stopped answering; other sites are not waited for",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """What became of a page, or would; `lifted_by` is the option that would change it, if one."""

    is_crawled: bool
    sentence: str
    reason: str | None = None
    rule: str | None = None
    lifted_by: str | None = None


def lifted_by(reason: SkipReason, rule: str) -> str | None:
    """The option or setting that lifts a rule."""
    return _LIFTED_BY_RULE.get(rule, _LIFTED_BY_REASON[reason])


async def reason_of(store: Reader, crawl: Crawl, page: Page, defaults: Defaults) -> Reason:
    """Why a known page is where it is."""
    match page.state:
        case PageState.COMPLETED if page.status is None:
            limit = crawl.options.max_depth
            said = f"known, but not fetched: its depth {page.depth} is beyond the limit of {limit}"
            return Reason(is_crawled=False, sentence=said, rule="max_depth", lifted_by="--depth")
        case PageState.COMPLETED:
            return Reason(is_crawled=True, sentence=_answered(page))
        case PageState.FAILED:
            return Reason(is_crawled=False, sentence=_failed(page), rule=page.error)
        case PageState.SKIPPED:
            return await _skipped(store, crawl, page, defaults)
        case _:
            return Reason(is_crawled=False, sentence=_waiting(crawl, page))


async def refusal_of(
    store: Reader, crawl: Crawl, address: Address, defaults: Defaults
) -> Skipped | None:
    """The rule that would refuse an address which is not known, if one would."""
    plan = plan_of(crawl, defaults)
    return refusal(address, plan) or await _robots(store, plan, address)


def _answered(page: Page) -> str:
    if page.redirected_to:
        return f"crawled: it answered {page.status}, a redirect to {page.redirected_to}"
    content = page.content_type or "no content type"
    return f"crawled: it answered {page.status} with {content}"


def _failed(page: Page) -> str:
    times = "1 attempt" if page.attempts == 1 else f"{page.attempts} attempts"
    return f"failed after {times}: {page.message or page.error}"


def _waiting(crawl: Crawl, page: Page) -> str:
    if page.state is PageState.CANCELLED:
        return f"not fetched: the crawl was {crawl.status} before its turn came"
    if page.state is PageState.IN_PROGRESS:
        return "being fetched now"
    last = f"; the last attempt failed: {page.message or page.error}" if page.error else ""
    is_paused = crawl.status is CrawlStatus.PAUSED
    return (
        f"not fetched yet: {'the crawl is paused' if is_paused else 'it waits for its turn'}{last}"
    )


async def _skipped(store: Reader, crawl: Crawl, page: Page, defaults: Defaults) -> Reason:
    reason, rule = page.reason or SkipReason.ADDRESS, page.rule or ""
    detail = await _detail(store, crawl, page, defaults)
    return Reason(
        is_crawled=False,
        sentence=f"not fetched: {detail}",
        reason=reason,
        rule=rule,
        lifted_by=lifted_by(reason, rule),
    )


async def _detail(store: Reader, crawl: Crawl, page: Page, defaults: Defaults) -> str:
    plan = plan_of(crawl, defaults)
    match page.rule:
        case "max_pages":
            return f"the crawl may fetch no more than {crawl.options.max_pages:,} pages"
        case "max_time":
            return f"the crawl may take no longer than {crawl.options.max_time_s or 0:g} s"
        case "max_per_shape":
            most = crawl.options.max_per_shape
            return f"a trap: {most:,} pages of the shape {shape_of(page.address)} came before it"
        case rule if rule in _SENTENCES:
            return _SENTENCES[rule]
        case "disallow":
            refused = await _robots(store, plan, page.address)
        case _:
            refused = refusal(page.address, plan)
    # The rules may be others than when it was refused: then only their name is known.
    now = refused.detail if refused and refused.rule == page.rule else None
    return now or page.message or f"refused by the rule {page.rule} ({page.reason})"


async def _robots(store: Reader, plan: Plan, address: Address) -> Skipped | None:
    """What robots.txt says, as last read; nothing is asked for."""
    record = await store.robots(origin_of(address))
    if not plan.respects_robots or record is None:
        return None
    line = forbidding_line(record.body, plan.user_agent, address)
    if line is None:
        return None
    return Skipped(SkipReason.ROBOTS, "disallow", f"robots.txt has the line {line!r}")
