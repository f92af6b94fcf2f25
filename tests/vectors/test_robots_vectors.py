"""Our reading of robots.txt against Google's own vectors."""

import pytest

from corpora import corpus_json
from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.urls.address import normalize
from leadline.urls.robots import RobotsRules
from scores import Score

pytestmark = pytest.mark.corpora

ALREADY_ENCODED = (
    "the vector asks about an address that is not percent-encoded and expects no match; "
    "our addresses are always serialised, and RFC 9309 2.2.2 then compares them encoded"
)
MISSES = {
    ("User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/ツ\n", "http://foo.bar/foo/bar/ツ"): (
        ALREADY_ENCODED
    ),
    (
        "User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/%E3%83%84\n",
        "http://foo.bar/foo/bar/ツ",
    ): ALREADY_ENCODED,
    (
        "User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/%62%61%7A\n",
        "http://foo.bar/foo/bar/baz",
    ): "an escaped unreserved character equals the character itself (RFC 9309 2.2.2)",
    (
        "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n",
        "http://foo.bar/x/y",
    ): "asks for an agent named 'Foo Bar', which is no product token; ours ends at the space",
}


def test_robots_rules_hold_as_expected(score: Score) -> None:
    vectors = corpus_json("extracted/google-robotstxt.json")["vectors"]

    misses = []
    for vector in vectors:
        address = normalize(vector["url"])
        subject = Address(vector["url"]) if isinstance(address, Skipped) else address
        rules = RobotsRules(vector["robotstxt"].encode(), vector["user_agent"])
        if rules.allows(subject) != vector["allowed"]:
            misses.append((vector["robotstxt"], vector["url"]))

    score("google robots.txt", len(vectors) - len(misses), len(vectors))
    assert sorted(misses) == sorted(MISSES)
