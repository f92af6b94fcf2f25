"""Pages of other sites: found, asked for, and left alone."""

from dataclasses import replace

import pytest

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import PageId
from leadline.domain.pages import FoundBy, NewPage, PageKind, Task
from leadline.domain.skips import Skipped, SkipReason
from leadline.domain.web.fetching import Response, Timings
from leadline.pipeline.plan import MAX_EXTERNAL_BYTES, PageWork, Plan
from leadline.pipeline.redirects import build_redirect_outcome
from leadline.pipeline.steps.failures import judge_status
from leadline.pipeline.steps.fetch import Fetched
from leadline.pipeline.steps.judge_links import new_page
from leadline.pipeline.steps.recheck import recheck
from leadline.urls.patterns import Pattern
from leadline.urls.scope import Scope, ScopeRule
from plans import PLAN as A_PLAN

ROOT = Address("http://x.example/")
ELSEWHERE = Address("http://y.example/a/a/a/a?b=1")
SCOPE = Scope(ScopeRule.HOST, ROOT, exclude=(Pattern.parse("http://closed.example/*"),))
PLAN = replace(
    A_PLAN,
    scope=SCOPE,
    trusted=SCOPE,
    headers=(("authorization", "secret"),),
    options=CrawlOptions(checks_external=True, keeps=("html",)),
)


def found(
    address: str, *, depth: int = 4, found_by: FoundBy = FoundBy.LINK, plan: Plan = PLAN
) -> NewPage:
    return new_page(PageId(7), Address(address), plan, depth=depth, found_by=found_by)


def job(address: Address = ELSEWHERE, kind: PageKind = PageKind.EXTERNAL) -> PageWork:
    return PageWork(Task(PageId(7), address, 4, 1, 0, is_root=False, kind=kind), PLAN)


def answered(status: int, *headers: str) -> Fetched:
    lines = (f"HTTP/1.1 {status} So", *headers, "")
    raw = "".join(f"{line}\r\n" for line in lines).encode()
    body = b"<html><a href=/more>more</a></html>"
    return Fetched(
        Response(ELSEWHERE, status, raw, body, None, "", "1.1", 0, Timings(0, 0, 0, 0, 0)), ()
    )


def test_a_page_of_another_site_is_fetched_whatever_its_depth_and_address() -> None:
    page = found(ELSEWHERE)

    assert (page.kind, page.is_fetched, page.skipped) == (PageKind.EXTERNAL, True, None)
    assert page.shape is None


def test_who_does_not_ask_for_it_skips_it() -> None:
    page = found(ELSEWHERE, plan=replace(PLAN, options=CrawlOptions()))

    assert (page.kind, page.skipped) == (PageKind.PAGE, (SkipReason.SCOPE, "host"))


def test_pages_of_the_site_are_found_as_ever() -> None:
    page = found("http://x.example/deep")

    assert (page.kind, page.is_fetched, page.skipped) == (PageKind.PAGE, False, None)


def test_what_a_pattern_excludes_is_not_asked_for() -> None:
    page = found("http://closed.example/a")

    assert page.skipped == (SkipReason.SCOPE, "exclude")
    assert isinstance(recheck(job(Address("http://closed.example/a"))), Skipped)


def test_what_a_sitemap_lists_elsewhere_is_no_link() -> None:
    page = found(ELSEWHERE, found_by=FoundBy.SITEMAP)

    assert page.skipped == (SkipReason.SCOPE, "host")


def test_it_is_asked_for_without_secrets_and_for_little() -> None:
    request = job().request(ELSEWHERE)

    assert recheck(job()) == ELSEWHERE
    assert request.headers == ()
    assert request.limits.max_body_bytes == MAX_EXTERNAL_BYTES


def test_its_redirect_leads_to_a_page_of_the_same_sort_of_which_nothing_is_kept() -> None:
    target = Address("http://z.example/")
    outcome = build_redirect_outcome(job(), answered(301)._replace(redirected_to=target))

    [page] = outcome.found  # type: ignore[union-attr]
    assert (page.address, page.kind, page.is_fetched, page.hops) == (
        target,
        PageKind.EXTERNAL,
        True,
        1,
    )
    assert outcome.bodies == {}  # type: ignore[union-attr]


def test_its_redirect_into_the_site_leads_to_a_page_of_the_site() -> None:
    target = Address("http://x.example/deep")
    outcome = build_redirect_outcome(job(), answered(301)._replace(redirected_to=target))

    [page] = outcome.found  # type: ignore[union-attr]
    assert (page.kind, page.is_fetched) == (PageKind.PAGE, False)


@pytest.mark.parametrize(
    ("status", "headers", "is_asked_again"),
    [
        (404, (), False),
        (500, (), True),
        (503, (), True),
        (503, ("Retry-After: 5",), False),
        (429, (), False),
    ],
)
def test_it_is_not_asked_again_if_it_asks_for_patience(
    status: int, headers: tuple[str, ...], *, is_asked_again: bool
) -> None:
    outcome = judge_status(job(), answered(status, *headers))

    assert outcome is not None
    assert (outcome.retry_in_s is not None) == is_asked_again
    assert (outcome.host_wait_s is not None) == (status == 429 or bool(headers))
