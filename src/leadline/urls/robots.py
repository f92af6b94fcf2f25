"""The rules of robots.txt (RFC 9309) for one user agent, in little memory and bounded time."""

import math
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.urls.address import target_of
from leadline.urls.wildcards import is_like

MAX_ROBOTS_BYTES = 500 * 1024
# After that time the file is read again anyway; 1e308 would overflow.
_LONGEST_DELAY_S = 24 * 3600.0
# Comparisons of characters, at half a nanosecond each: a rule with wildcards may compare its whole
# text at each character of an address. The second is the least cost of a rule.
_MOST_COMPARED = 200_000_000
_COMPARED_PER_RULE = 1_000
# The bytes that Python needs for a text beside its characters.
_BYTES_PER_TEXT = 150

_PRODUCT_TOKEN = re.compile(r"[A-Za-z_-]+")
_AGENT, _ALLOW, _DISALLOW, _SITEMAP, _DELAY = range(5)
# Names of records as sites write them, also misspelt and without a colon. Unknown records are
# ignored (2.2.4).
_KINDS = {
    **dict.fromkeys(["user-agent", "useragent", "user agent"], _AGENT),
    "allow": _ALLOW,
    **dict.fromkeys(["disallow", "dissallow", "dissalow", "disalow"], _DISALLOW),
    **dict.fromkeys(["diasllow", "disallaw"], _DISALLOW),
    **dict.fromkeys(["sitemap", "sitemaps", "site-map"], _SITEMAP),
    **dict.fromkeys(["crawl-delay", "crawl delay"], _DELAY),
}
_RECORD = re.compile(rf"\s*({'|'.join(_KINDS)})(?:\s*:|\s|$)(.*)", re.IGNORECASE | re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9_.~/=-]*")
_SAFE = string.ascii_letters.encode() + string.digits.encode() + b"_.-~/%="
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_KEPT_ESCAPES = frozenset([b"%2F", b"%25", b"%2A"])
_INDEX = "index.html"


class _Rule(NamedTuple):
    """An Allow or a Disallow, as written in the file."""

    allows: bool
    value: str
    line: str


class _Group:
    """The rules of a file for one agent."""

    def __init__(self) -> None:
        self.is_named = False
        self.rules: list[_Rule] = []
        self.delay_s: float | None = None

    def note(self, kind: int, value: str, line: str) -> None:
        """Add a line of the group. An empty rule restricts nothing."""
        if kind == _DELAY:
            delay_s = _delay_s(value)
            self.delay_s = self.delay_s if delay_s is None else delay_s
        elif value:
            self.rules.append(_Rule(kind == _ALLOW, value, line))


class RobotsRules:
    """The rules of one robots.txt that hold for one user agent."""

    __slots__ = (
        "_lengths",
        "_plain",
        "_starts",
        "_wild",
        "crawl_delay_s",
        "sitemaps",
        "size_bytes",
    )

    def __init__(self, body: bytes, user_agent: str) -> None:
        """Read a file. This never fails: unreadable lines restrict nothing."""
        group, sitemaps = _read(body, user_agent)
        rules: dict[str, bool] = {}
        for rule in group.rules:
            for pattern in _patterns(rule):
                rules[pattern] = rules.get(pattern, False) or rule.allows
        self._plain = {pattern: rules[pattern] for pattern in rules if not _is_wild(pattern)}
        self._lengths = sorted({len(pattern) for pattern in self._plain}, reverse=True)
        self._starts = tuple(self._plain)
        wild = [(pattern, rules[pattern]) for pattern in rules if _is_wild(pattern)]
        # The longest rule that matches decides, and of two an Allow.
        self._wild = sorted(wild, key=lambda rule: (len(rule[0]), rule[1]), reverse=True)
        self.crawl_delay_s = group.delay_s
        """The delay between two requests that the file asks for, if it is usable."""
        self.sitemaps = tuple(sitemaps)
        """The Sitemap lines, as written."""
        texts = (*rules, *sitemaps)
        self.size_bytes = sum(map(len, texts)) + _BYTES_PER_TEXT * (len(texts) + 10)
        """The approximate memory of the rules."""

    def allows(self, address: Address) -> bool:
        """Return whether the agent may fetch `address`, which is of this origin.

        Rules with wildcards that would take longer than 0.1 s to compare forbid the address.
        """
        return self.verdict(address)[1]

    def verdict(self, address: Address) -> tuple[str | None, bool]:
        """Return the pattern that decides about an address, if any, and whether it is allowed."""
        target = target_of(address)
        if target.partition("?")[0] == "/robots.txt":
            return None, True
        target = _quoted(target)
        decides = None
        # Nearly all addresses take one comparison.
        if target.startswith(self._starts):
            beginnings = (target[:length] for length in self._lengths)
            decides = next(start for start in beginnings if start in self._plain)
        least = (0, False) if decides is None else (len(decides), self._plain[decides])
        compared = 0
        for pattern, allows in self._wild:
            if (len(pattern), allows) <= least:
                break
            compared += len(pattern) * len(target) + _COMPARED_PER_RULE
            if compared > _MOST_COMPARED:
                return None, False
            if _matches(pattern, target):
                return pattern, allows
        return decides, decides is None or self._plain[decides]


def forbidding_line(body: bytes, user_agent: str, address: Address) -> str | None:
    """Return the line of a robots.txt that forbids an agent an address, for people."""
    pattern, is_allowed = RobotsRules(body, user_agent).verdict(address)
    if is_allowed or pattern is None:
        return None
    rules = _read(body, user_agent)[0].rules
    return next(
        (rule.line for rule in rules if not rule.allows and pattern in _patterns(rule)), None
    )


def product_token(user_agent: str) -> str:
    """Return the name of an agent in robots.txt: `Leadline/0.1 (+…)` → `Leadline`."""
    match = _PRODUCT_TOKEN.match(user_agent)
    return match[0] if match else "*"


def _read(body: bytes, user_agent: str) -> tuple[_Group, list[str]]:
    """Return the groups of the agent as one, or else those for all agents; and the sitemaps."""
    agent = product_token(user_agent).lower()
    everybody = _Group()
    mine = everybody if agent == "*" else _Group()
    named: list[_Group] = []
    has_rules = False
    sitemaps = []
    for kind, value, line in _records(body):
        if kind == _SITEMAP:
            sitemaps.append(value)
        elif kind == _AGENT:
            named = [] if has_rules else named
            has_rules = False
            is_for_all = value.startswith("*")
            group = everybody if is_for_all else mine
            is_meant = is_for_all or product_token(value).lower() == agent
            if is_meant and group not in named:
                group.is_named = True
                named.append(group)
        else:
            has_rules = True
            for group in named:
                group.note(kind, value, line)
    return mine if mine.is_named else everybody, [sitemap for sitemap in sitemaps if sitemap]


def _records(body: bytes) -> Iterator[tuple[int, str, str]]:
    """Yield the kind, the value and the text of each known record."""
    text = body[:MAX_ROBOTS_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
    for line in text.splitlines():
        if record := _RECORD.match(line.partition("#")[0]):
            yield _KINDS[record[1].lower()], record[2].strip(), line.strip()


def _delay_s(value: str) -> float | None:
    try:
        delay_s = float(value)
    except ValueError:
        return None
    is_sensible = math.isfinite(delay_s) and delay_s >= 0
    return min(delay_s, _LONGEST_DELAY_S) if is_sensible else None


def _patterns(rule: _Rule) -> Iterator[str]:
    """Yield the patterns of a rule, escaped as addresses are compared.

    A `$` at the end may also be part of an address. If index.html is allowed, so is its folder.
    """
    value = rule.value
    if value.startswith(("http://", "https://")):
        value = "/" + value
    end = "$" if value.endswith("$") else ""
    pattern = "*".join(map(_quoted, value.removesuffix("$").split("*")))
    if end:
        yield pattern + "%24"
    if pattern + end:
        yield pattern + end
    if rule.allows and not end and pattern.endswith(f"/{_INDEX}"):
        yield pattern.removesuffix(_INDEX) + "$"


def _quoted(text: str) -> str:
    """Return text with its escapes written in one way (2.2.2).

    Escapes of `/`, `%` and `*` stay, others are decoded, and unsafe characters are escaped.
    """
    if _PLAIN.fullmatch(text):
        return text
    decoded = _ESCAPE.sub(_decoded, text.encode())
    return "".join(chr(code) if code in _SAFE else f"%{code:02X}" for code in decoded)


def _decoded(escape: re.Match[bytes]) -> bytes:
    whole = escape[0].upper()
    return whole if whole in _KEPT_ESCAPES else bytes.fromhex(escape[1].decode())


def _is_wild(pattern: str) -> bool:
    return "*" in pattern or pattern.endswith("$")


def _matches(pattern: str, target: str) -> bool:
    """Return whether an address starts with a pattern with wildcards; all of it, if `$` ends it."""
    whole = pattern[:-1] if pattern.endswith("$") else pattern + "*"
    return is_like(target, whole.split("*"))
