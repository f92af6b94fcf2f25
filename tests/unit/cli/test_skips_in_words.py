"""Lines about roots and pages that a rule forbids."""

import pytest

from leadline.cli.views.skips import forbidden_line, skip_lines
from leadline.domain.rules import Rule
from leadline.domain.skips import SkipReason
from leadline.services.figures.skips import SkipGroup
from leadline.services.pages.reasons import lifted_by


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        (SkipReason.ADDRESS, "refused: 127.0.0.1 is loopback"),
        (SkipReason.ROBOTS, "skipped: 127.0.0.1 is loopback"),
    ],
)
def test_the_guard_refuses_and_other_rules_skip(reason: SkipReason, line: str) -> None:
    assert forbidden_line(reason, "127.0.0.1 is loopback") == line


@pytest.mark.parametrize(
    ("rule", "pattern", "line"),
    [
        (Rule.DOMAIN, "a.example", "outside the domain a.example; … with another --scope"),
        (Rule.EXCLUDE, "/a/", "that an --exclude pattern matches: /a/; … with another --exclude"),
        (Rule.MAX_PAGES, "20", "beyond --max-pages 20; … with a larger --max-pages"),
        (Rule.DISALLOW, None, "that robots.txt disallows; … with --no-robots"),
        (
            Rule.NOFOLLOW,
            None,
            "that only nofollow links lead to; … leaving out --respect-nofollow",
        ),
        (
            Rule.MAX_SEGMENTS,
            None,
            "by the trap rule max_segments; … with a larger LEADLINE_MAX_PATH_SEGMENTS",
        ),
        (Rule.SCHEME, None, "by the address rule scheme"),
    ],
)
def test_skipped_pages_are_a_sentence_with_a_remedy(
    rule: Rule, pattern: str | None, line: str
) -> None:
    group = SkipGroup(rule.reason, rule, pattern, 2, None, lifted_by(rule.reason, rule))

    assert skip_lines([group], too_deep=0) == [
        f"2 pages {line.replace('…', 'to fetch them, crawl again')}"
    ]


def test_a_time_limit_is_lifted_by_resuming() -> None:
    group = SkipGroup(SkipReason.LIMIT, Rule.MAX_TIME, "60 s", 1, None, "--max-time")

    assert skip_lines([group], too_deep=1) == [
        "1 page too deep; to fetch it, crawl again with a larger --depth",
        "1 page beyond --max-time 60 s; to fetch it, resume with a longer --max-time",
    ]
