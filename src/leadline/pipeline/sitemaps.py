"""Sitemaps, which are pages of a kind of their own: what they list is at depth 1, without a lead.

The sitemaps of a crawl are those that the robots.txt of the root's host names, wherever they lie,
and those that these name. Each may list pages and sitemaps of the root's host and of its own host.
"""

from collections.abc import Iterator

from leadline.domain.addresses import Address
from leadline.domain.documents import Document, Listing, Source
from leadline.domain.errors import TooManyRedirects
from leadline.domain.fetching import Response
from leadline.domain.outcomes import Skipped
from leadline.domain.pages import FoundBy, NewPage, PageKind
from leadline.domain.results import Completed, Failed, Outcome
from leadline.fetch.codings import decoded
from leadline.html.sitemap import listing_of
from leadline.pipeline.failures import failed
from leadline.pipeline.fetch import Fetched
from leadline.pipeline.pauses import paused
from leadline.pipeline.plan import MAX_SITEMAP_BYTES, Job, Plan
from leadline.pipeline.resolve import new_page
from leadline.pipeline.store import answer_of
from leadline.pipeline.tools import Tools
from leadline.sandbox.contract import Sandbox
from leadline.urls.address import host_of, hostname_of, normalize, origin_of
from leadline.urls.domains import site_of

_MAX_NESTED = 3
_GZIP_MAGIC = b"\x1f\x8b"
# As many bytes take a twentieth of a second at worst.
_SMALL_BYTES = 256 * 1024
_UNREAD = frozenset(["gave up", "not a sitemap"])


async def first_sitemaps(job: Job, tools: Tools) -> tuple[NewPage, ...]:
    """The sitemaps that a crawl begins with, which are found with its root."""
    plan = job.plan
    if not job.task.is_root or not plan.reads_sitemaps:
        return ()
    root = plan.scope.root
    named = await tools.robots.sitemaps(root, plan) or (f"{origin_of(root)}/sitemap.xml",)
    addresses = {normalize(line, root): None for line in named}
    return tuple(_sitemap(each, plan, 0) for each in addresses if not isinstance(each, Skipped))


async def read_sitemap(job: Job, fetched: Fetched, tools: Tools) -> Outcome:
    """The outcome of a sitemap that was fetched: the pages and the sitemaps that it lists."""
    if fetched.redirected_to is not None:
        return _redirected(job, fetched, fetched.redirected_to)
    listing = await _listing(fetched.response, tools.sandbox)
    if listing.parse in _UNREAD:
        return _bad(job, fetched, listing.parse)
    found = [*await _pages(job, fetched, listing), *_nested(job, fetched, listing)]
    return _read(job, fetched, tuple(found), listing.parse)


async def _pages(job: Job, fetched: Fetched, listing: Listing) -> list[NewPage]:
    own, plan = fetched.response.address, job.plan
    found = []
    async for each in paused(listing.pages):
        if _may_list(own, each, plan):
            page = plan.page_id(each)
            found.append(new_page(page, each, plan, depth=1, found_by=FoundBy.SITEMAP))
    return found


def _nested(job: Job, fetched: Fetched, listing: Listing) -> Iterator[NewPage]:
    own, nested = fetched.response.address, job.task.depth + 1
    if nested <= _MAX_NESTED:
        may_list = (each for each in listing.sitemaps if _may_list(own, each, job.plan))
        yield from (_sitemap(each, job.plan, nested) for each in may_list)


def _redirected(job: Job, fetched: Fetched, target: Address) -> Outcome:
    hops, limit = job.task.hops + 1, job.plan.limits.max_redirects
    if hops > limit:
        return failed(job, TooManyRedirects(f"more than {limit} redirects in a row"))
    if not _may_list(fetched.response.address, target, job.plan):
        return _bad(job, fetched, "a redirect to another host")
    return _read(job, fetched, (_sitemap(target, job.plan, job.task.depth, hops),))


def _read(
    job: Job, fetched: Fetched, found: tuple[NewPage, ...], parse: str | None = None
) -> Completed:
    return Completed(job.task.id, answer_of(job, fetched, Document(parse=parse)), found=found)


def _bad(job: Job, fetched: Fetched, why: str | None) -> Failed:
    return Failed(job.task.id, "BadSitemap", why or "", status=fetched.response.status)


async def _listing(response: Response, sandbox: Sandbox) -> Listing:
    """In place, or in the sandbox when it could take long."""
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
