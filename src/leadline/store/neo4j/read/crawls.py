"""Crawls as a whole."""

from typing import Any

import msgspec

from leadline.domain.addresses import Address
from leadline.domain.crawl_options import CrawlOptions
from leadline.domain.crawls import (
    Counts,
    Crawl,
    CrawlId,
    CrawlKind,
    CrawlStatus,
    PageFigures,
    PageId,
    Sitemaps,
)
from leadline.domain.pages import PageState
from leadline.domain.skips import SkipReason
from leadline.store.rules.section.changes import COUNTER

_decode = msgspec.json.Decoder(CrawlOptions).decode


def read_crawl(node: dict[str, Any], limits: list[str]) -> Crawl:
    """Return the crawl of a node; `limits` are the rules of its limits that skip pages."""
    return Crawl(
        id=CrawlId(node["id"]),
        kind=CrawlKind(node["kind"]),
        status=CrawlStatus(node["status"]),
        reason=node["reason"],
        options=_decode(node["options"]),
        submitted_url=Address(node["submitted_url"]),
        root_url=Address(node["root_url"]),
        root=PageId(node["root"]),
        counts=_counts(node),
        figures=_figures(node),
        answered=node["answered"],
        leads=node["leads"],
        bytes=node["bytes"],
        seq=node["seq"],
        stale=node["refused"],
        created_at=node["created_at"],
        started_at=node.get("started_at"),
        finished_at=node.get("finished_at"),
        sitemaps=Sitemaps(node["sitemaps_read"], node["sitemaps_failed"], node["sitemaps_skipped"]),
        limits_reached=tuple(limits) if node["skipped_limit"] else (),
        scraped=node["scraped"],
    )


def _counts(node: dict[str, Any]) -> Counts:
    """Return the counters without the root."""
    counts = {name: node[name] for name in COUNTER.values()}
    skipped = {reason: node[f"skipped_{reason}"] for reason in SkipReason}
    root = PageState(node["root_state"])
    if root is PageState.SKIPPED:
        skipped[SkipReason(node["root_reason"])] -= 1
    else:
        counts[COUNTER[root]] -= 1
    return Counts(total=node["total"] - 1, **counts, skipped_by=skipped)


def _figures(node: dict[str, Any]) -> PageFigures:
    """Return the counters in the words for people, with the root."""
    return PageFigures(
        found=node["total"],
        fetched=node["completed"] - node["too_deep"],
        failed=node["failed"],
        skipped=sum(node[f"skipped_{reason}"] for reason in SkipReason),
        too_deep=node["too_deep"],
        cancelled=node["cancelled"],
        queued=node["pending"],
        fetching=node["in_progress"],
    )
