"""What rules kept a crawl from fetching: how many pages, which ones, and what would let them in."""

from dataclasses import dataclass

from leadline.domain.addresses import Address
from leadline.domain.crawls import Crawl, CutShape, SkipCount
from leadline.domain.outcomes import SkipReason
from leadline.services.reasons import lifted_by
from leadline.store.reader import Reader
from leadline.urls.address import host_of, hostname_of
from leadline.urls.domains import site_of

_MOST_SHAPES = 20


@dataclass(frozen=True, slots=True)
class Cut:
    """Pages that one rule keeps from being fetched.

    `pattern` is what they have in common, where the rule is about that: the shape, path, origin
    or domain that was counted, the patterns that were given, the root's surroundings, the limit.
    """

    reason: SkipReason
    rule: str
    pattern: str | None
    pages: int
    example: Address | None
    lifted_by: str | None


async def cuts(store: Reader, crawl: Crawl) -> list[Cut]:
    """All of them, the most first. Their pages are the skipped pages of the crawl, each once.

    Costs the same at any size of the crawl. Shapes beyond the twenty that were cut most are told
    of together.
    """
    shapes = await store.cut_shapes(crawl.id, _MOST_SHAPES)
    found = [
        cut
        for skip in await store.skips(crawl.id)
        for cut in _cuts(skip, [each for each in shapes if each.rule == skip.rule], crawl)
    ]
    return sorted(found, key=lambda cut: -cut.pages)


def _cuts(skip: SkipCount, shapes: list[CutShape], crawl: Crawl) -> list[Cut]:
    found, left = [], skip.pages
    for each in shapes:
        # Pages that were opened again are of no rule any more, but their shape was cut.
        pages = min(each.cut, left)
        left -= pages
        found.append(_cut(skip, each.shape, pages, each.example))
    found.append(_cut(skip, _pattern(skip.rule, crawl), left, skip.example))
    return [cut for cut in found if cut.pages]


def _cut(skip: SkipCount, pattern: str | None, pages: int, example: Address | None) -> Cut:
    lifted = lifted_by(skip.reason, skip.rule)
    return Cut(skip.reason, skip.rule, pattern, pages, example, lifted)


def _pattern(rule: str, crawl: Crawl) -> str | None:
    root, options = crawl.root_url, crawl.options
    return {
        "domain": site_of(hostname_of(root)),
        "host": host_of(root),
        "subpath": root.partition("?")[0].rpartition("/")[0] + "/",
        "exclude": " ".join(options.exclude),
        "include": " ".join(options.include),
        "max_pages": str(options.max_pages),
        "max_time": f"{options.max_time_s or 0:g} s",
    }.get(rule)
