"""Sitemaps, which are pages of their own kind: the pages that they list are at depth 1, without a
lead.

A crawl reads the sitemaps that the robots.txt of the root's host names, on any host, and those that
they name. Each may list pages and sitemaps of the root's host and of its own host.
"""

from collections.abc import Iterator

from leadline.domain.addresses import Address
from leadline.domain.errors import TooManyRedirects
from leadline.domain.outcomes import Completed, Failed, Outcome
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Document, Listing, Source
from leadline.domain.web.fetching import Response
from leadline.fetch.codings import decoded
from leadline.html.sitemap import listing_of
from leadline.pipeline.pauses import with_pauses
from leadline.pipeline.plan import MAX_SITEMAP_BYTES, PageWork, Plan
from leadline.pipeline.steps.failures import judge_error
from leadline.pipeline.steps.fetch import Fetched
from leadline.pipeline.steps.judge_links import new_page
from leadline.pipeline.steps.outcome import answer_of
from leadline.pipeline.tools import Tools
from leadline.sandbox.contract import Sandbox
from leadline.urls.address import host_of, hostname_of, normalize, origin_of
from leadline.urls.domains import site_of

_MAX_NESTED = 3
_GZIP_MAGIC = b"\x1f\x8b"
# That many bytes take a twentieth of a second at worst.
_SMALL_BYTES = 256 * 1024
_UNREAD = frozenset(["gave up", "not a sitemap"])


async def first_sitemaps(work: PageWork, tools: Tools) -> tuple[NewPage, ...]:
    """Return the sitemaps that a crawl starts with; they are found with its root."""
    plan = work.plan
    if not work.task.is_root or not plan.options.reads_sitemaps:
        return ()
    root = plan.scope.root
    named = await tools.robots.sitemaps(root, plan) or (f"{origin_of(root)}/sitemap.xml",)
    addresses = {normalize(line, root): None for line in named}
    return tuple(_sitemap(each, plan, 0) for each in addresses if not isinstance(each, Skipped))


async def read_sitemap(work: PageWork, fetched: Fetched, tools: Tools) -> Outcome:
    """Return the outcome of a fetched sitemap: the pages and the sitemaps that it lists."""
    if fetched.redirected_to is not None:
        return _build_redirect(work, fetched, fetched.redirected_to)
    listing = await _listing(fetched.response, tools.sandbox)
    if listing.parse in _UNREAD:
        return _bad(work, fetched, listing.parse)
    found = [*await _pages(work, fetched, listing), *_nested_sitemaps(work, fetched, listing)]
    return _read(work, fetched, tuple(found), listing.parse)


async def _pages(work: PageWork, fetched: Fetched, listing: Listing) -> list[NewPage]:
    own, plan = fetched.response.address, work.plan
    found = []
    async for each in with_pauses(listing.pages):
        if _may_list(own, each, plan):
            page = plan.page_id(each)
            found.append(new_page(page, each, plan, depth=1, found_by=FoundBy.SITEMAP))
    return found


def _nested_sitemaps(work: PageWork, fetched: Fetched, listing: Listing) -> Iterator[NewPage]:
    own, nested = fetched.response.address, work.task.depth + 1
    if nested <= _MAX_NESTED:
        may_list = (each for each in listing.sitemaps if _may_list(own, each, work.plan))
        yield from (_sitemap(each, work.plan, nested) for each in may_list)


def _build_redirect(work: PageWork, fetched: Fetched, target: Address) -> Outcome:
    hops, limit = work.task.hops + 1, work.plan.limits.max_redirects
    if hops > limit:
        return judge_error(work, TooManyRedirects(f"more than {limit} redirects in a row"))
    if not _may_list(fetched.response.address, target, work.plan):
        return _bad(work, fetched, "a redirect to another host")
    return _read(work, fetched, (_sitemap(target, work.plan, work.task.depth, hops),))


def _read(
    work: PageWork, fetched: Fetched, found: tuple[NewPage, ...], parse: str | None = None
) -> Completed:
    return Completed(work.task.id, answer_of(work, fetched, Document(parse=parse)), found=found)


def _bad(work: PageWork, fetched: Fetched, why: str | None) -> Failed:
    return Failed(work.task.id, "BadSitemap", why or "", status=fetched.response.status)


async def _listing(response: Response, sandbox: Sandbox) -> Listing:
    """Read a sitemap in place, or in the sandbox when that could take long."""
    body = response.body
    if body.startswith(_GZIP_MAGIC):
        body, _ = decoded(body, "gzip", MAX_SITEMAP_BYTES)
    source = Source(body, response.header("content-type") or "", response.address)
    return listing_of(source) if len(body) <= _SMALL_BYTES else await sandbox.read_sitemap(source)


def _may_list(sitemap: Address, address: Address, plan: Plan) -> bool:
    return host_of(address) in {host_of(sitemap), host_of(plan.scope.root)}


def _sitemap(address: Address, plan: Plan, nested: int, hops: int = 0) -> NewPage:
    return NewPage(
        id=plan.sitemap_id(address),
        address=address,
        host=host_of(address),
        site=site_of(hostname_of(address)),
        depth=nested,
        hops=hops,
        found_by=FoundBy.SITEMAP,
        is_fetched=True,
        kind=PageKind.SITEMAP,
    )
