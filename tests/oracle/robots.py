"""robots.txt by RFC 9309: groups by product token, the longest match decides, allow wins a tie."""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

LIMIT_BYTES = 500 * 1024
LINE = re.compile(r"\s*([A-Za-z-]+)\s*:\s*([^#]*)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a group."""

    allows: bool
    path: str

    def matches(self, target: str) -> bool:
        """Whether a path with its query begins as the rule says."""
        pattern = ".*".join(re.escape(part) for part in self.path.removesuffix("$").split("*"))
        end = "$" if self.path.endswith("$") else ""
        return re.match(pattern + end, target, re.DOTALL) is not None


def allowed(body: bytes, agent: str, target: str) -> bool:
    """Whether the agent with this product token may fetch a path with its query."""
    if target == "/robots.txt":
        return True
    rules = _rules_for(body[:LIMIT_BYTES].decode("utf-8", "replace").lstrip("\ufeff"), agent)
    matching = [rule for rule in rules if rule.matches(_canonical(target))]
    best = max(matching, key=lambda rule: (len(rule.path), rule.allows), default=None)
    return best is None or best.allows


def _rules_for(text: str, agent: str) -> list[Rule]:
    """The rules of all groups that name the agent; if none does, of those for everybody."""
    groups: dict[str, list[Rule]] = {}
    names: list[str] = []
    is_open = False
    for line in re.split(r"\r\n|\r|\n", text):
        match = LINE.match(line)
        field, value = (match[1].lower(), match[2].strip()) if match else ("", "")
        if field == "user-agent":
            names = [*names, _token(value)] if is_open else [_token(value)]
            is_open = True
            groups.setdefault(names[-1], [])
        elif field in {"allow", "disallow"}:
            is_open = False
            if value:
                for name in names:
                    groups[name].append(Rule(field == "allow", _canonical(value)))
    return groups.get(agent.lower(), groups.get("*", []))


def _token(value: str) -> str:
    match = re.match(r"[A-Za-z_-]+", value)
    return "*" if value.startswith("*") else match[0].lower() if match else ""


def _canonical(path: str) -> str:
    """Octets that need no escape unescaped, all others escaped, so that paths compare."""
    parts = re.split(r"(%[0-9A-Fa-f]{2})", path)
    return "".join(_octet(part) if place % 2 else quote(part, "!$&'()*+,/:;=?@[]%{}|^\"<>\\` ")
                   for place, part in enumerate(parts))  # fmt: skip


def _octet(escape: str) -> str:
    character = unquote_to_bytes(escape).decode("latin-1")
    is_plain = character.isascii() and (character.isalnum() or character in "-._~")
    return character if is_plain else escape.upper()
