"""The rules that skipped pages of a crawl: how many pages, an example, and what lifts the rule."""

from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, SkipCount, TrappedShape
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.services.pages.reasons import lifted_by
from leadline.store.reader import Reader
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of

_MOST_SHAPES = 20


@dataclass(frozen=True, slots=True)
class SkipGroup:
    """Pages that one rule skipped.

    `pattern` is what they have in common, where the rule is about that: the shape, path, origin
    or domain that was counted, the patterns that were given, the root's surroundings, the limit.
    """

    reason: SkipReason
    rule: str
    pattern: str | None
    pages: int
    example: Address | None
    lifted_by: str | None


async def skip_groups(store: Reader, crawl: Crawl) -> list[SkipGroup]:
    """Return all groups, the largest first. Each skipped page of the crawl counts in one of them.

    The cost does not depend on the size of the crawl. Shapes beyond the twenty with the most
    skipped pages share a group.
    """
    shapes = await store.trapped_shapes(crawl.id, _MOST_SHAPES)
    found = [
        group
        for skip in await store.skips(crawl.id)
        for group in _groups(skip, [each for each in shapes if each.rule == skip.rule], crawl)
    ]
    return sorted(found, key=lambda group: -group.pages)


def _groups(skip: SkipCount, shapes: list[TrappedShape], crawl: Crawl) -> list[SkipGroup]:
    found, left = [], skip.pages
    for each in shapes:
        # Pages that were queued again no longer count, but their shape still counts them.
        pages = min(each.skipped, left)
        left -= pages
        found.append(_group(skip, each.shape, pages, each.example))
    found.append(_group(skip, _pattern(skip.rule, crawl), left, skip.example))
    return [group for group in found if group.pages]


def _group(skip: SkipCount, pattern: str | None, pages: int, example: Address | None) -> SkipGroup:
    lifted = lifted_by(skip.reason, skip.rule)
    return SkipGroup(skip.reason, skip.rule, pattern, pages, example, lifted)


def _pattern(rule: str, crawl: Crawl) -> str | None:
    root, options = crawl.root_url, crawl.options
    patterns: dict[str, str] = {
        Rule.DOMAIN: site_of(hostname_of(root)),
        Rule.HOST: host_of(root),
        Rule.SUBPATH: root.partition("?")[0].rpartition("/")[0] + "/",
        Rule.EXCLUDE: " ".join(options.exclude),
        Rule.INCLUDE: " ".join(options.include),
        Rule.MAX_PAGES: str(options.max_pages),
        Rule.MAX_TIME: f"{options.max_time_s or 0:g} s",
    }
    return patterns.get(rule)
