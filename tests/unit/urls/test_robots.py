import random
import time

import pytest
from protego import Protego

from leadline.domain.addresses import Address
from leadline.urls.robots import MAX_ROBOTS_BYTES, RobotsRules, forbidding_line, product_token

AGENT = "Leadline/0.1 (+https://example.com)"


def allows(body: str, path: str, agent: str = AGENT) -> bool:
    return RobotsRules(body.encode(), agent).allows(Address("https://x.example" + path))


@pytest.mark.parametrize(
    ("body", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow: /a", "/a/b", False),
        ("User-agent: *\nDisallow: /\nAllow: /a$", "/a", True),
        ("User-agent: *\nDisallow: /\nUser-agent: leadline\nAllow: /", "/a", True),
        ("User-agent: LEADLINE-extra\nDisallow: /", "/a", True),
        ("User-agent: other\nUser-agent: leadline\nDisallow: /", "/a", False),
        ("User-agent: leadline\nX-Unknown: 1\nUser-agent: other\nDisallow: /", "/a", False),
        ("\ufeffUser-agent: *\nDisallow: /a", "/a", False),
        ("<html><body>User-agent: *\nDisallow</body></html>", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", True),
    ],
)
def test_rules(body: str, path: str, *, allowed: bool) -> None:
    assert allows(body, path) is allowed


def test_crawl_delay_and_sitemaps_are_read() -> None:
    rules = RobotsRules(
        b"Sitemap: https://x.example/s.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow:", AGENT
    )

    assert rules.crawl_delay_s == 2.5
    assert rules.sitemaps == ("https://x.example/s.xml",)


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "soon", "1e999"])
def test_senseless_crawl_delays_are_ignored(value: str) -> None:
    assert RobotsRules(f"User-agent: *\nCrawl-delay: {value}".encode(), AGENT).crawl_delay_s is None


@pytest.mark.parametrize("value", ["100000", "1.7e308"])
def test_no_crawl_delay_is_longer_than_a_day(value: str) -> None:
    rules = RobotsRules(f"User-agent: *\nCrawl-delay: {value}".encode(), AGENT)

    assert rules.crawl_delay_s == 24 * 3600


def test_what_is_beyond_the_size_limit_is_not_read() -> None:
    body = b"User-agent: *\n" + b"#" * MAX_ROBOTS_BYTES + b"\nDisallow: /"

    assert RobotsRules(body, AGENT).allows(Address("https://x.example/"))


def test_many_agents_times_many_rules_are_read_in_linear_time() -> None:
    agents = "".join(f"User-agent: bot{n}x\n" for n in range(15_000))
    body = agents + "Disallow: /a\n" * 15_000

    assert allows(body, "/a")


def test_rules_with_many_wildcards_are_matched_in_linear_time() -> None:
    assert allows("User-agent: *\nDisallow: /" + "*a" * 300 + "b", "/" + "a" * 2_000)


def test_product_token() -> None:
    assert product_token("Leadline/0.1 (+x)") == "Leadline"
    assert product_token("5zilla") == "*"


@pytest.mark.parametrize(
    ("body", "path", "line"),
    [
        ("User-agent: *\nDisallow: /a", "/b", None),
        ("User-agent: *\nDisallow: /a\nDISALLOW:  /a/b # why", "/a/b/c", "DISALLOW:  /a/b # why"),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /a/b", "/a/b", "Disallow: /a"),
        ("User-agent: x\nDisallow: /a/b\nUser-agent: *\nDisallow: /a", "/a/b", "Disallow: /a"),
        ("User-agent: leadline\nDisallow: /*.pdf$", "/x.pdf", "Disallow: /*.pdf$"),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b", None),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/c", "Disallow: /a"),
    ],
)
def test_the_line_that_forbids_is_told(body: str, path: str, line: str | None) -> None:
    address = Address("https://x.example" + path)

    assert forbidding_line(body.encode(), AGENT, address) == line
    assert allows(body, path) is (line is None)


def test_no_rules_take_longer_to_match_than_the_limit() -> None:
    parts = "a" * 50 + "b" + "a" * 49
    body = "User-agent: *\n" + "".join(f"Allow: /*{parts}*{n:x}\n" for n in range(4_500))
    rules = RobotsRules(body.encode(), AGENT)

    started_at = time.process_time()
    is_allowed = rules.allows(Address("https://x.example/" + "a" * 2_030))

    assert time.process_time() - started_at < 0.2
    assert not is_allowed
    assert rules.allows(Address("https://x.example/" + "a" * 100))


def test_a_large_file_takes_little_memory() -> None:
    body = "User-agent: *\n" + "".join(f"Allow: /*{n:x}$\n" for n in range(60_000))

    assert RobotsRules(body.encode(), AGENT).size_bytes < 20 * 1024 * 1024


NAMES = ["Allow", "Disallow", "disalow", "Sitemap", "Crawl-delay"]
AGENTS = ["User-agent: *", "User-agent: Leadline", "User-agent: other"]
VALUES = [
    "*", "other", "/", "/a", "/a/", "/a/b", "/*b", "/a*b$", "/a$",
    "/*.pdf$", "/index.html", "/a/index.html", "/%41", "/%61", "/a%2fb", "/ä", "/a?x=1", "/$a",
    "/*$", "/**b*", "1", "0.5", "-1", "http://x/a", "*b", "/a*", "/%24", "/a&b", "/%26", "a",
]  # fmt: skip
PATHS = [
    "/", "/a", "/a/", "/a/b", "/ab", "/a%2Fb", "/b.pdf", "/b.pdf?x", "/index.html",
    "/a/index.html", "/A", "/%C3%A4", "/a%20b", "/a?x=1", "/$a", "/a$", "/a/xxb",
    "/robots.txt", "/robots.txt?x", "/a&b", "/a%26b", "/*b", "/http://x/a",
]  # fmt: skip


def test_rules_are_those_of_protego() -> None:
    chosen = random.Random(7)
    for _ in range(2_000):
        rules = [f"{chosen.choice(NAMES)}: {chosen.choice(VALUES)}" for _ in range(9)]
        lines = chosen.sample(rules + AGENTS * 2, 10)
        ours = RobotsRules("\n".join(lines).encode(), AGENT)
        theirs = Protego.parse("\n".join(lines))

        for path in PATHS:
            address = Address("https://x.example" + path)
            assert ours.allows(address) == theirs.can_fetch(address, "leadline"), (lines, path)
        assert ours.crawl_delay_s == theirs.crawl_delay("leadline")
        assert list(ours.sitemaps) == list(theirs.sitemaps)
