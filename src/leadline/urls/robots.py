"""robots.txt as RFC 9309 reads it, for one user agent; kept small, and asked in bounded time."""

import math
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

from leadline.domain.addresses import Address
from leadline.urls.address import target_of
from leadline.urls.wildcards import is_like

MAX_ROBOTS_BYTES = 500 * 1024
# After as long the file is read again anyway; 1e308 could not even be reckoned with.
_LONGEST_DELAY_S = 24 * 3600.0
# Characters compared, at half a nanosecond each: a rule with wildcards may compare its whole text
# at each character of an address. A rule costs as many even where it fails at once.
_MOST_COMPARED = 200_000_000
_COMPARED_PER_RULE = 1_000
# The memory that Python needs for a text beside its characters.
_BYTES_PER_TEXT = 150

_PRODUCT_TOKEN = re.compile(r"[A-Za-z_-]+")
_AGENT, _ALLOW, _DISALLOW, _SITEMAP, _DELAY = range(5)
# As sites write them: also misspelt, and without a colon. Unknown records are passed over (2.2.4).
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
        """Never fails: what cannot be read does not restrict."""
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
        """The wished gap between two requests, when there is a sensible one."""
        self.sitemaps = tuple(sitemaps)
        """The Sitemap lines, as written."""
        texts = (*rules, *sitemaps)
        self.size_bytes = sum(map(len, texts)) + _BYTES_PER_TEXT * (len(texts) + 10)
        """About how much memory the rules take."""

    def allows(self, address: Address) -> bool:
        """Whether the agent may fetch `address`, which is of this origin.

        Rules with wildcards that would take longer than 0.1 s to compare refuse the address.
        """
        return self.verdict(address)[1]

    def verdict(self, address: Address) -> tuple[str | None, bool]:
        """The pattern that decides about an address, if one does, and whether it allows it."""
        target = target_of(address)
        if target.partition("?")[0] == "/robots.txt":
            return None, True
        target = _quoted(target)
        decides = None
        # Almost never so, which is all that it costs.
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
    """The line of a robots.txt that keeps an agent from an address, for people."""
    pattern, is_allowed = RobotsRules(body, user_agent).verdict(address)
    if is_allowed or pattern is None:
        return None
    rules = _read(body, user_agent)[0].rules
    return next(
        (rule.line for rule in rules if not rule.allows and pattern in _patterns(rule)), None
    )


def product_token(user_agent: str) -> str:
    """The name that robots.txt knows an agent by: `Leadline/0.1 (+…)` → `Leadline`."""
    match = _PRODUCT_TOKEN.match(user_agent)
    return match[0] if match else "*"


def _read(body: bytes, user_agent: str) -> tuple[_Group, list[str]]:
    """Return the groups that name the agent as one, or else those for all; and the sitemaps."""
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
    """The kind, the value and the text of each line that is known."""
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

    A `$` at the end may be one of the address. If index.html is allowed, so is its folder.
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
    """Text with its escapes written in one way (2.2.2): those of `/`, `%` and `*` stay, others
    are decoded, and what is not safe is escaped.
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
    """Whether an address begins as a pattern with wildcards says, or is as it says up to `$`."""
    whole = pattern[:-1] if pattern.endswith("$") else pattern + "*"
    return is_like(target, whole.split("*"))
