"""robots.txt of an origin: fetched, and what its absence means."""

from dataclasses import dataclass, replace
from enum import StrEnum

from leadline.domain.addresses import Address
from leadline.domain.errors import FetchError
from leadline.domain.fetching import Ask, Request, Response
from leadline.domain.outcomes import Skipped
from leadline.fetch.contract import Fetcher
from leadline.fetch.redirects import redirect_of
from leadline.urls.robots import MAX_ROBOTS_BYTES, RobotsRules

_MAX_REDIRECTS = 5
_SUCCESS = range(200, 300)
_ABSENT = range(300, 500)
"""Redirects without end are like no file, too."""
_OF_PAGES = frozenset([
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range",
])  # fmt: skip
"""Headers that a person gave for pages: of a robots.txt they would leave a part, or nothing."""


class RobotsState(StrEnum):
    """What is known of a robots.txt."""

    FOUND = "found"
    ABSENT = "absent"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class RobotsFile:
    """A robots.txt as last seen. Without a file everything is allowed; unreachable, nothing is."""

    state: RobotsState
    body: bytes = b""
    detail: str = ""

    def rules(self, user_agent: str) -> RobotsRules:
        """The rules for one user agent, when the file could be reached."""
        return RobotsRules(self.body, user_agent)


async def read_robots(origin: str, ask: Ask, fetcher: Fetcher) -> RobotsFile | Skipped:
    """Fetch robots.txt of `origin`, over up to five redirects (RFC 9309, 2.3.1).

    2xx is the file; 4xx, and redirects without end, mean that there is none; 5xx and a failure on
    the way mean that it cannot be known now. Skipped: the guard refuses the origin itself. Raises
    FetchError when the host of the origin cannot be reached at all.
    """
    answer = await _asked(ask(Address(origin + "/robots.txt")), fetcher)
    for _ in range(_MAX_REDIRECTS):
        if not isinstance(answer, Response) or (target := redirect_of(answer)) is None:
            break
        if isinstance(target, Skipped):
            return RobotsFile(RobotsState.ABSENT, detail=target.detail)
        try:
            answer = await _asked(ask(target), fetcher)
        except FetchError as exc:
            return RobotsFile(RobotsState.UNREACHABLE, detail=str(exc))
        if isinstance(answer, Skipped):
            return RobotsFile(RobotsState.UNREACHABLE, detail=answer.detail)
    return _read(answer) if isinstance(answer, Response) else answer


async def _asked(request: Request, fetcher: Fetcher) -> Response | RobotsFile | Skipped:
    headers = tuple(each for each in request.headers if each[0].lower() not in _OF_PAGES)
    limits = replace(
        request.limits, max_body_bytes=min(request.limits.max_body_bytes, MAX_ROBOTS_BYTES)
    )
    try:
        return await fetcher.fetch(replace(request, headers=headers, limits=limits))
    except FetchError as exc:
        if exc.is_of_host:
            raise
        return RobotsFile(RobotsState.UNREACHABLE, detail=str(exc))


def _read(answer: Response) -> RobotsFile:
    if answer.status in _SUCCESS:
        return RobotsFile(RobotsState.FOUND, answer.body[:MAX_ROBOTS_BYTES])
    if answer.status in _ABSENT:
        return RobotsFile(RobotsState.ABSENT, detail=f"HTTP {answer.status}")
    return RobotsFile(RobotsState.UNREACHABLE, detail=f"HTTP {answer.status}")
