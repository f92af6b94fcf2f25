"""Registrable domains by a part of the list at a time are those by the whole of it."""

import pytest
from publicsuffixlist import PublicSuffixList

from leadline.urls import domains
from leadline.urls.domains import registrable_domain

WHOLE = PublicSuffixList()


@pytest.mark.parametrize(
    "hostname",
    [
        "com",
        "shop.example.com",
        "a.b.example.co.uk",
        "someone.github.io",
        "a.b.kobe.jp",
        "www.city.kobe.jp",
        "WWW.Example.COM",
        "localhost",
        "a.b.nowhere-at-all",
        "a.b.рф",
        "a.b.xn--p1ai",
        "a.b.xn--55qx5d.xn--j6w193g",
        "a.b.xn--55qx5d.cn",
        "a.b.xn--not-punycode-",
        "a..com",
    ],
)
def test_the_same_as_by_the_whole_list(hostname: str) -> None:
    assert registrable_domain(hostname) == WHOLE.privatesuffix(hostname)


def test_made_up_top_level_domains_are_not_kept() -> None:
    registrable_domain("www.example.made-up")
    kept = domains._load_list.cache_info().currsize

    for number in range(1_000):
        assert registrable_domain(f"www.example.made-up-{number}") == f"example.made-up-{number}"

    assert domains._load_list.cache_info().currsize == kept
