"""Our reading of addresses against the web platform's own tests."""

import ada_url
import pytest

from corpora import corpus_json
from joining import join
from keys_by_url_objects import key_by_objects
from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.urls.address import normalize
from leadline.urls.identity import key_of
from scores import Score

pytestmark = pytest.mark.corpora

IDNA_MISSES = {
    "IdnaTestV2.json": {
        "": "an empty host in https:///x is skipped by the URL parser, never asked of IDNA",
    },
    "toascii.json": {},
}


def cases(name: str) -> list[dict[str, str]]:
    return [case for case in corpus_json(f"wpt/url/resources/{name}") if isinstance(case, dict)]


def parsed(text: str, base: str | None) -> str | None:
    try:
        return str(ada_url.URL(text, base).href if base else ada_url.URL(text).href)
    except ValueError:
        return None


def test_every_url_of_the_platform_is_parsed_as_expected(score: Score) -> None:
    urls = cases("urltestdata.json")

    misses = [url for url in urls if parsed(url["input"], url.get("base")) != url.get("href")]

    score("wpt urltestdata", len(urls) - len(misses), len(urls))
    assert misses == []


def test_normalize_agrees_with_the_platform_on_http_addresses() -> None:
    for url in cases("urltestdata.json"):
        base = url.get("base")
        if base and not base.startswith("http"):
            continue
        expected = url.get("href", "")
        result = normalize(url["input"], Address(base) if base else None)
        if expected.startswith(("http://", "https://")):
            without_fragment = expected.partition("#")[0]
            assert isinstance(result, str)
            assert result == without_fragment or url["username"] or url["password"]
            assert "@" not in result.split("/")[2]
        else:
            assert isinstance(result, Skipped)


def addresses() -> list[Address]:
    found = [normalize(url["href"]) for url in cases("urltestdata.json") if "href" in url]
    return [address for address in found if not isinstance(address, Skipped)]


def test_fast_join_equals_the_full_parse_on_every_vector(score: Score) -> None:
    inputs = [url["input"] for url in cases("urltestdata.json")]
    bases = sorted(set(addresses()))
    differences = [
        (base, href)
        for base in bases
        for href in inputs
        if join(href, base) != normalize(href, base)
    ]

    pairs = len(inputs) * len(bases)
    score("join by strings = by parser", pairs - len(differences), pairs)
    assert differences == []


def test_key_by_strings_equals_key_by_url_objects_on_every_vector(score: Score) -> None:
    known = addresses()

    differences = [a for a in known if key_of(a) != key_by_objects(a)]

    score("key by strings = by parser", len(known) - len(differences), len(known))
    assert differences == []


def test_keys_of_keys_are_keys_on_every_vector() -> None:
    for address in addresses():
        key = key_of(address)
        again = normalize(key)
        assert not isinstance(again, Skipped)
        assert key_of(again) == key


@pytest.mark.parametrize("name", ["toascii.json", "IdnaTestV2.json"])
def test_host_names_become_ascii_as_expected(name: str, score: Score) -> None:
    hosts = cases(name)

    misses = {}
    for host in hosts:
        result = parsed(f"https://{host['input']}/x", None)
        expected = host["output"] and f"https://{host['output']}/x"
        if result != expected:
            misses[host["input"]] = (expected, result)

    score(f"wpt {name}", len(hosts) - len(misses), len(hosts))
    assert set(misses) == set(IDNA_MISSES[name]), misses
