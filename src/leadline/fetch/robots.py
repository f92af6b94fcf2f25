"""The robots.txt of an origin, and the meaning of its absence."""

from dataclasses import dataclass, replace
from enum import StrEnum

from leadline.domain.addresses import Address
from leadline.domain.errors import FetchError
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import SUCCESS, Ask, Request, Response
from leadline.fetch.contract import Fetcher
from leadline.fetch.redirects import redirect_of
from leadline.urls.robots import MAX_ROBOTS_BYTES, RobotsRules

_MAX_REDIRECTS = 5
_ABSENT = range(300, 500)
"""Redirects without end count as no file, too."""
_OF_PAGES = frozenset([
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range",
])  # fmt: skip
"""Headers that a person gave for pages: a host would send a part of robots.txt, or nothing."""


class RobotsState(StrEnum):
    """Whether a robots.txt was found."""

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
        """Return the rules for one user agent, when the file could be reached."""
        return RobotsRules(self.body, user_agent)


async def read_robots(
    origin: str, ask: Ask, fetcher: Fetcher, trail: list[Address] | None = None
) -> RobotsFile | Skipped:
    """Fetch robots.txt of `origin`, over up to five redirects (RFC 9309, 2.3.1).

    - 2xx is the file.
    - 4xx, and redirects without end, mean that there is none.
    - 5xx and a failure on the way mean that it cannot be known now.
    - Skipped: the guard refuses the origin itself.

    The addresses that are asked are added to `trail`. A caller that is interrupted passes it again:
    the next call begins at its last address. Raises FetchError when the host of the origin cannot
    be reached at all.
    """
    trail = [] if trail is None else trail
    if not trail:
        trail.append(Address(origin + "/robots.txt"))
    while True:
        is_elsewhere = len(trail) > 1
        try:
            answer = await fetcher.fetch(_for_rules(ask(trail[-1])))
        except FetchError as exc:
            if exc.is_of_host and not is_elsewhere:
                raise
            return RobotsFile(RobotsState.UNREACHABLE, detail=str(exc))
        if isinstance(answer, Skipped):
            refused = RobotsFile(RobotsState.UNREACHABLE, detail=answer.detail)
            return refused if is_elsewhere else answer
        target = redirect_of(answer)
        if isinstance(target, Skipped):
            return RobotsFile(RobotsState.ABSENT, detail=target.detail)
        if target is None or target in trail or len(trail) > _MAX_REDIRECTS:
            return _read(answer)
        trail.append(target)


def _for_rules(request: Request) -> Request:
    """Return the request without what is meant for pages."""
    headers = tuple(each for each in request.headers if each[0].lower() not in _OF_PAGES)
    size = min(request.limits.max_body_bytes, MAX_ROBOTS_BYTES)
    limits = replace(request.limits, max_body_bytes=size)
    return replace(request, headers=headers, limits=limits)


def _read(answer: Response) -> RobotsFile:
    if answer.status in SUCCESS:
        return RobotsFile(RobotsState.FOUND, answer.body[:MAX_ROBOTS_BYTES])
    if answer.status in _ABSENT:
        return RobotsFile(RobotsState.ABSENT, detail=f"HTTP {answer.status}")
    return RobotsFile(RobotsState.UNREACHABLE, detail=f"HTTP {answer.status}")
