"""Scrapes: one page fetched for an answer, nothing followed."""

from dataclasses import dataclass, field

from leadline.domain.addresses import Address
from leadline.domain.documents import Document, Link, Source, Wanted
from leadline.domain.fetching import Limits, Request, Response
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.fetch.contract import Fetcher
from leadline.fetch.robots import RobotsFile, RobotsState, read_robots
from leadline.html.fields import check_selectors
from leadline.pipeline.dedupe import unique_links
from leadline.pipeline.extract import extract
from leadline.pipeline.fetch import Hop, follow
from leadline.sandbox.contract import Sandbox
from leadline.urls.address import origin_of


@dataclass(frozen=True, slots=True)
class ScrapeOptions:
    """How to fetch one page and what to take from it."""

    user_agent: str
    limits: Limits = field(default_factory=Limits)
    headers: tuple[tuple[str, str], ...] = ()
    respects_robots: bool = True
    wanted: Wanted = field(default_factory=Wanted)


@dataclass(frozen=True, slots=True)
class Scrape:
    """One page: what came back, what it says, and where it links to."""

    address: Address
    response: Response
    document: Document
    links: tuple[Link, ...]
    redirects: tuple[Hop, ...]
    wanted: Wanted


async def scrape(
    address: Address, options: ScrapeOptions, fetcher: Fetcher, sandbox: Sandbox
) -> Scrape | Skipped:
    """Fetch and read one page. Raises InvalidSelector before anything is sent, and FetchError."""
    check_selectors(options.wanted.selectors)
    robots = _Robots(options, fetcher)
    request = Request(address, options.user_agent, options.headers, options.limits)
    fetched = await follow(request, fetcher, robots.refusal)
    if isinstance(fetched, Skipped):
        return fetched
    response = fetched.response
    source = Source(response.body, response.header("content-type") or "", response.address)
    document = await extract(source, options.wanted, sandbox)
    links = unique_links(document.links, response.address)
    return Scrape(address, response, document, links, fetched.hops, options.wanted)


class _Robots:
    """robots.txt of each origin that a chain of redirects visits, read once."""

    def __init__(self, options: ScrapeOptions, fetcher: Fetcher) -> None:
        self._options = options
        self._fetcher = fetcher
        self._files: dict[str, RobotsFile | Skipped] = {}

    async def refusal(self, address: Address) -> Skipped | None:
        if not self._options.respects_robots:
            return None
        file = await self._file(origin_of(address))
        if isinstance(file, Skipped):
            return file
        if file.state is RobotsState.UNREACHABLE:
            return Skipped(
                SkipReason.ROBOTS, "unreachable", f"robots.txt cannot be read: {file.detail}"
            )
        if not file.rules(self._options.user_agent).allows(address):
            return Skipped(SkipReason.ROBOTS, "disallow", f"robots.txt disallows {address}")
        return None

    async def _file(self, origin: str) -> RobotsFile | Skipped:
        if origin not in self._files:
            self._files[origin] = await read_robots(
                origin, self._options.user_agent, self._options.limits, self._fetcher
            )
        return self._files[origin]
