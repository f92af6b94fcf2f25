"""Pages that rules skip, in words."""

from collections.abc import Sequence

from leadline.cli.views.tables import pages
from leadline.cli.views.terminal import safe
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.services.figures.skips import SkipGroup
from leadline.settings import PREFIX

_LONGEST = 120
# Before the pattern, if any; other rules are named.
_SKIPPED: dict[str, str] = {
    Rule.DOMAIN: "outside the domain",
    Rule.HOST: "outside the host",
    Rule.SUBPATH: "outside the folder",
    Rule.INCLUDE: "that no --include pattern matches:",
    Rule.EXCLUDE: "that an --exclude pattern matches:",
    Rule.DISALLOW: "that robots.txt disallows",
    Rule.UNREACHABLE: "of hosts whose robots.txt could not be read",
    Rule.NOFOLLOW: "that only nofollow links lead to",
    Rule.RESTS: "of hosts that asked to wait, or stopped answering",
    Rule.MAX_PAGES: "beyond --max-pages",
    Rule.MAX_TIME: "beyond --max-time",
}
_SWITCHES = ("--no-robots", "--allow-network")
_CHOICES = ("--scope", "--include", "--exclude")


def skip_lines(skips: Sequence[SkipGroup], too_deep: int) -> list[str]:
    """Return a line per rule: pages, rule, pattern, an example, and how to fetch them."""
    deeper = [f"{pages(too_deep)} too deep; {_remedy('--depth', too_deep)}"]
    return [*(deeper if too_deep else ()), *(_line(skip) for skip in skips)]


def forbidden_line(reason: SkipReason, detail: str) -> str:
    """Return the line about a root that a rule forbids: the guard refuses, other rules skip."""
    return f"{'refused' if reason is SkipReason.ADDRESS else 'skipped'}: {detail}"


def _line(skip: SkipGroup) -> str:
    by = f"by the {skip.reason} rule {skip.rule}{',' if skip.pattern else ''}"
    parts = [f"{pages(skip.pages)} {_SKIPPED.get(skip.rule, by)}"]
    if skip.pattern:
        parts[0] += f" {_clipped(skip.pattern)}"
    if skip.example:
        parts.append(f"such as {_clipped(skip.example)}")
    if skip.lifted_by:
        parts.append(_remedy(skip.lifted_by, skip.pages))
    return "; ".join(parts)


def _remedy(lifted_by: str, count: int) -> str:
    """Return how to fetch skipped pages. Of the limits, only that of time can be changed later."""
    return f"to fetch {'it' if count == 1 else 'them'}, {_way(lifted_by)}"


def _way(lifted_by: str) -> str:
    if lifted_by == "--max-time":
        return "resume with a longer --max-time"
    if lifted_by in _SWITCHES:
        return f"crawl again with {lifted_by}"
    if lifted_by in _CHOICES:
        return f"crawl again with another {lifted_by}"
    if lifted_by.startswith(("--", PREFIX)):
        return f"crawl again with a larger {lifted_by}"
    return f"crawl again {lifted_by}"


def _clipped(text: str) -> str:
    return safe(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
