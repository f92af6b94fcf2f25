import pytest

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
