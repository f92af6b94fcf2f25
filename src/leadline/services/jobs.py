"""A crawl as a job: where it stands, in the words of face B. Times are Unix milliseconds."""

import time
from typing import Any

from leadline.domain.crawls import Crawl, CrawlStatus
from leadline.domain.pages import Page
from leadline.store.reader import Reader

_LATELY = 20
_SOME_ERRORS = 100


async def job_of(store: Reader, crawl: Crawl) -> dict[str, Any]:
    """The whole job; its result without pages when it is over."""
    figures = figures_of(crawl)
    job = {
        "id": crawl.id,
        "status": status_of(crawl),
        "startTime": _ms(crawl.created_at),
        "endTime": None if crawl.finished_at is None else _ms(crawl.finished_at),
        "options": _options(crawl),
        "metrics": {
            "pagesScraped": crawl.scraped,
            "linksDiscovered": crawl.leads,
            "errors": crawl.figures.failed,
            "skipped": figures["skipped"],
            "skippedBy": figures["skippedBy"],
            "currentDepth": await _depth(store, crawl),
        },
        "limitReached": figures["limitReached"],
        "result": None,
        "error": None,
    }
    if crawl.status in {CrawlStatus.FAILED, CrawlStatus.CANCELLED}:
        job["error"] = crawl.reason or f"the crawl was {crawl.status}"
    if crawl.status.is_final:
        some = await store.failed_pages(crawl.id, _SOME_ERRORS)
        job["result"] = figures | {"errors": [error_of(page) for page in some]}
    return job


def figures_of(crawl: Crawl) -> dict[str, Any]:
    """What a result begins with."""
    end = crawl.finished_at or time.time()
    return {
        "jobId": crawl.id,
        "pagesScraped": crawl.scraped,
        "linksDiscovered": crawl.leads,
        "skipped": crawl.counts.skipped,
        "skippedBy": {str(reason): n for reason, n in crawl.counts.skipped_by.items() if n},
        "limitReached": crawl.limits_reached,
        "duration": _ms(end) - _ms(crawl.created_at),
    }


def error_of(page: Page) -> dict[str, Any]:
    """A page that failed."""
    return {
        "url": page.address,
        "kind": page.error or "",
        "message": page.message or "",
        "statusCode": page.status,
        "attempts": page.attempts,
    }


async def _depth(store: Reader, crawl: Crawl) -> int:
    """The deepest of the pages that ended lately."""
    some = await store.ended_pages(crawl.id, _LATELY, max(0, crawl.seq - _LATELY))
    return max((page.depth for page in some), default=0)


def status_of(crawl: Crawl) -> str:
    """Until somebody has taken it up, a job is pending."""
    is_waiting = crawl.status is CrawlStatus.RUNNING and crawl.started_at is None
    return CrawlStatus.PENDING if is_waiting else crawl.status


def _options(crawl: Crawl) -> dict[str, Any]:
    """What was asked for. Headers may be secrets."""
    options = crawl.options
    return {
        "startUrl": crawl.submitted_url,
        "strategy": options.scope,
        "maxDepth": options.max_depth,
        "maxPages": options.max_pages,
        "concurrency": options.concurrency,
        "timeout": options.timeout_ms,
        "delay": options.delay_ms,
        "include": list(options.include),
        "exclude": list(options.exclude),
        "userAgent": options.user_agent,
        "respectRobots": options.respects_robots,
        "respectNofollow": options.respects_nofollow,
        "maxAttempts": options.max_attempts,
        "sitemap": options.reads_sitemaps,
        "keepHtml": "html" in options.keeps,
    }


def _ms(at: float) -> int:
    return round(at * 1000)
