"""The reason for the state of a page: a sentence, the rule, and what lifts it."""

from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import OPTIONS
from leadline.domain.crawls import Crawl, CrawlStatus
from leadline.domain.pages import Page, PageState
from leadline.domain.rules import RULES, Rule
from leadline.domain.skips import Skipped, SkipReason
from leadline.pipeline.plan import Defaults, Plan, plan_of
from leadline.pipeline.steps.judge_links import refusal
from leadline.settings import PREFIX
from leadline.store.reader import Reader
from leadline.urls.address import origin_of
from leadline.urls.robots import forbidding_line
from leadline.urls.traps import shape_of

_TYPED = {option.kept: f"--{option.typed}" for option in OPTIONS}
# Of these a page has neither a message nor a rule that could be asked again.
_COUNTED = frozenset(
    [Rule.NOFOLLOW, Rule.RESTS, Rule.MAX_KEY_SETS, Rule.MAX_GOING_ROUND, Rule.MAX_HOSTS_PER_DOMAIN]
)


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for the state of a page; `lifted_by` is the option that changes it, if any."""

    is_crawled: bool
    sentence: str
    reason: str | None = None
    rule: str | None = None
    lifted_by: str | None = None


def lifted_by(reason: SkipReason, name: str) -> str | None:
    """Return the option or setting that lifts a rule, as a person writes it."""
    rule = RULES.get(name)
    if rule is None:
        return _TYPED["networks"] if reason is SkipReason.ADDRESS else None
    if rule is Rule.NOFOLLOW:
        return f"leaving out {_TYPED[rule.lift.option]}"
    if rule.lift.setting:
        return PREFIX + rule.lift.setting.upper()
    return _TYPED.get(rule.lift.option)


async def reason_of(store: Reader, crawl: Crawl, page: Page, defaults: Defaults) -> Reason:
    """Return the reason for the state of a found page."""
    match page.state:
        case PageState.COMPLETED if page.status is None:
            limit = crawl.options.max_depth
            said = f"known, but not fetched: its depth {page.depth} is beyond the limit of {limit}"
            return Reason(is_crawled=False, sentence=said, rule="max_depth", lifted_by="--depth")
        case PageState.COMPLETED:
            return Reason(is_crawled=True, sentence=_why_fetched(page))
        case PageState.FAILED:
            return Reason(is_crawled=False, sentence=_why_failed(page), rule=page.error)
        case PageState.SKIPPED:
            return await _why_skipped(store, crawl, page, defaults)
        case _:
            return Reason(is_crawled=False, sentence=_waiting(crawl, page))


async def refusal_of(
    store: Reader, crawl: Crawl, address: Address, defaults: Defaults
) -> Skipped | None:
    """Return the rule that would skip an address that was not found, if any."""
    plan = plan_of(crawl, defaults)
    return refusal(address, plan) or await _robots(store, plan, address)


def _why_fetched(page: Page) -> str:
    if page.redirected_to:
        return f"crawled: it answered {page.status}, a redirect to {page.redirected_to}"
    content = page.content_type or "no content type"
    return f"crawled: it answered {page.status} with {content}"


def _why_failed(page: Page) -> str:
    times = "1 attempt" if page.attempts == 1 else f"{page.attempts} attempts"
    return f"failed after {times}: {page.message or page.error}"


def _waiting(crawl: Crawl, page: Page) -> str:
    if page.state is PageState.CANCELLED:
        return f"not fetched: the crawl was {crawl.status} before its turn came"
    if page.state is PageState.IN_PROGRESS:
        return "fetching: its request is open, or about to start"
    last = f"; the last attempt failed: {page.message or page.error}" if page.error else ""
    is_paused = crawl.status is CrawlStatus.PAUSED
    return (
        f"not fetched yet: {'the crawl is paused' if is_paused else 'it waits for its turn'}{last}"
    )


async def _why_skipped(store: Reader, crawl: Crawl, page: Page, defaults: Defaults) -> Reason:
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
    match rule := RULES.get(page.rule or ""):
        case Rule.MAX_PAGES:
            return f"the crawl may fetch no more than {_pages(crawl.options.max_pages or 0)}"
        case Rule.MAX_TIME:
            return f"the crawl may take no longer than {crawl.options.max_time_s or 0:g} s"
        case Rule.MAX_PER_SHAPE:
            most = _pages(crawl.options.max_per_shape)
            return f"a trap: {most} of the shape {shape_of(page.address)} came before it"
        case Rule() as counted if counted in _COUNTED:
            return counted.sentence
        case Rule.DISALLOW:
            refused = await _robots(store, plan, page.address)
        case _:
            refused = refusal(page.address, plan)
    # The rules may have changed since: then only the sentence of the rule is known.
    now = refused.detail if refused and refused.rule == page.rule else None
    said = rule.sentence if rule else f"the guard refuses its network ({page.rule})"
    return now or page.message or said


async def _robots(store: Reader, plan: Plan, address: Address) -> Skipped | None:
    """Return the line of the stored robots.txt that forbids an address; sends no request."""
    record = await store.robots(origin_of(address))
    if not plan.options.respects_robots or record is None:
        return None
    line = forbidding_line(record.body, plan.user_agent, address)
    if line is None:
        return None
    return Rule.DISALLOW.skip(f"robots.txt has the line {line!r}")


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count:,} pages"
