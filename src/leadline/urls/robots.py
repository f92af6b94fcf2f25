"""robots.txt as RFC 9309 reads it, for one user agent.

Protego matches; what it reads differently from the RFC is put right before it sees the text.
"""

import math
import re
from collections.abc import Iterator

from protego import Protego

from leadline.domain.addresses import Address

MAX_ROBOTS_BYTES = 500 * 1024
# After as long the file is read again anyway; 1e308 could not even be reckoned with.
_LONGEST_DELAY_S = 24 * 3600.0

_PRODUCT_TOKEN = re.compile(r"[A-Za-z_-]+")
_KNOWN_FIELDS = ("user", "allow", "dis", "dia", "crawl", "sitemap", "site-map")
_SOMEBODY_ELSE = "-"


class RobotsRules:
    """The rules of one robots.txt that hold for one user agent."""

    __slots__ = ("_agent", "_protego")

    def __init__(self, body: bytes, user_agent: str) -> None:
        """Never fails: what cannot be read does not restrict."""
        self._agent = product_token(user_agent)
        self._protego = Protego.parse("\n".join(_tidied(body, self._agent)))

    def allows(self, address: Address) -> bool:
        """Whether the agent may fetch `address`, which is of this origin."""
        return self._protego.can_fetch(address, self._agent)

    @property
    def crawl_delay_s(self) -> float | None:
        """The wished gap between two requests, when there is a sensible one."""
        delay = self._protego.crawl_delay(self._agent)
        if delay is None or not math.isfinite(delay) or delay < 0:
            return None
        return min(delay, _LONGEST_DELAY_S)

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The Sitemap lines, as written."""
        return tuple(self._protego.sitemaps)


def forbidding_line(body: bytes, user_agent: str, address: Address) -> str | None:
    """The line of a robots.txt that keeps an agent from an address, for people; the longest one."""
    agent = product_token(user_agent)
    lines = [line.strip() for line in _tidied(body, agent)]
    forbidding = {
        line for line in lines if not _allows([f"user-agent: {agent}", line], agent, address)
    }
    for line in sorted(forbidding, key=len, reverse=True):
        # Of which group it is, Protego knows. An empty line of rules forbids nothing, and keeps
        # the groups apart.
        alone = ["disallow:" if each in forbidding - {line} else each for each in lines]
        if not _allows(alone, agent, address):
            return line
    return None


def _allows(lines: list[str], agent: str, address: Address) -> bool:
    return Protego.parse("\n".join(lines)).can_fetch(address, agent)


def product_token(user_agent: str) -> str:
    """The name that robots.txt knows an agent by: `Leadline/0.1 (+…)` → `Leadline`."""
    match = _PRODUCT_TOKEN.match(user_agent)
    return match[0] if match else "*"


def _tidied(body: bytes, agent: str) -> Iterator[str]:
    """Put right what Protego reads differently.

    Unknown records do not end a group (RFC 9309, 2.2.4); an agent's name ends where its product
    token ends (2.2.1); and all agents that are not ours share one name, since the time Protego
    takes grows with agents × rules.
    """
    text = body[:MAX_ROBOTS_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
    for line in text.splitlines():
        field, colon, value = line.partition(":")
        name = field.strip().lower()
        if name in {"user-agent", "useragent", "user agent"} and colon:
            yield f"user-agent: {_agent_named(value.strip(), agent)}"
        elif not colon or name.startswith(_KNOWN_FIELDS):
            yield line


def _agent_named(value: str, agent: str) -> str:
    if value.startswith("*"):
        return "*"
    return agent if product_token(value).lower() == agent.lower() else _SOMEBODY_ELSE
