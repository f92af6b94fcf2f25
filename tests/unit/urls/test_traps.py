import pytest

from leadline.domain.addresses import Address
from leadline.domain.outcomes import SkipReason
from leadline.urls.traps import TrapRules, shape_of

HOST = "http://x.example"


def rule(path: str, rules: TrapRules | None = None) -> str | None:
    refusal = (rules or TrapRules()).refusal(Address(HOST + path))
    if refusal is None:
        return None
    assert refusal.reason is SkipReason.TRAP
    return refusal.rule


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/b/c?x=1", None),
        ("/" + "a" * 2_100, "max_length"),
        ("/" + "/".join(str(n) for n in range(20)), None),
        ("/" + "/".join(str(n) for n in range(21)), "max_segments"),
        ("/a/a/b/a", None),
        ("/a/a/a", "max_run_repeats"),
        ("/x/a/b/a/b/a/b/y", "max_run_repeats"),
        ("/a/b/a/b/", None),
        ("/?" + "&".join(f"k{n}=1" for n in range(12)), None),
        ("/?" + "&".join(f"k{n}=1" for n in range(13)), "max_query_keys"),
        ("/?" + "&".join(f"k={n}" for n in range(50)), None),
    ],
)
def test_trap_rules(path: str, expected: str | None) -> None:
    assert rule(path) == expected


def test_a_limit_of_zero_lifts_a_rule() -> None:
    lifted = TrapRules(max_length=0, max_segments=0, max_run_repeats=0, max_query_keys=0)

    assert rule("/" + "a/" * 3_000 + "?" + "&".join(f"k{n}" for n in range(50)), lifted) is None


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/about/team", None),
        ("/calendar/2024/05/17", "/calendar/{n}/{n}/{n}"),
        ("/news/2024-05-17-headline", "/news/{n}-{n}-{n}-headline"),
        ("/o/123e4567-e89b-12d3-a456-426614174000/x", "/o/{uuid}/x"),
        ("/blob/deadbeef01", "/blob/{hex}"),
        ("/facade/deadbeef", None),
        ("/s/Zk3mPq9TxY7bLw2c/cart", "/s/{id}/cart"),
        ("/internationalization", None),
        ("/list?b=2&a=1", "/list?a&b"),
        ("/list?a=7&b=9&a=8", "/list?a&b"),
    ],
)
def test_shapes(path: str, shape: str | None) -> None:
    assert shape_of(Address(HOST + path)) == (shape and HOST + shape)
