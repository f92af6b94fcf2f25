"""A crawl as a job of the scrape and job API. Times are Unix milliseconds."""

import time
from typing import Any

from leadline.domain.crawl_options import Face
from leadline.domain.crawls import Crawl, CrawlStatus
from leadline.domain.pages import Page
from leadline.services.crawling.options import shown_in
from leadline.store.reader import Reader

_LATELY = 20
_SOME_ERRORS = 100


async def job_of(store: Reader, crawl: Crawl) -> dict[str, Any]:
    """Return the job as JSON; if it is over, with its result, but without pages."""
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
    """Return the figures that a result begins with."""
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
    """Return a failed page as JSON."""
    return {
        "url": page.address,
        "kind": page.error or "",
        "message": page.message or "",
        "statusCode": page.status,
        "attempts": page.attempts,
    }


async def _depth(store: Reader, crawl: Crawl) -> int:
    """Return the largest depth of the pages that ended last."""
    some = await store.ended_pages(crawl.id, _LATELY, max(0, crawl.seq - _LATELY))
    return max((page.depth for page in some), default=0)


def status_of(crawl: Crawl) -> str:
    """Return the status of a job: pending until a feeder has claimed its root."""
    is_waiting = crawl.status is CrawlStatus.RUNNING and crawl.started_at is None
    return CrawlStatus.PENDING if is_waiting else crawl.status


def _options(crawl: Crawl) -> dict[str, Any]:
    """Return the options of a job, without headers, which may be secret."""
    shown = shown_in(Face.JOB_API, crawl.options)
    del shown["headers"]
    return shown | {"startUrl": crawl.submitted_url, "keepHtml": "html" in crawl.options.keeps}


def _ms(at: float) -> int:
    return round(at * 1000)
