import pytest
from hypothesis import given
from hypothesis import strategies as st

from keys_by_url_objects import key_by_objects
from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.urls.address import normalize
from leadline.urls.identity import key_of, name_of

PIECES = [
    "/",
    "//",
    "..",
    "a",
    "A",
    "%41",
    "%7e",
    "%2F",
    "%2e",
    "%c3%A9",
    "%",
    "?",
    "&",
    "=",
    "b=2",
    "a=1",
    "utm_source=x",
    "GCLID=1",
    "é",
    " ",
    "+",
    ";",
    "@",
    ":",
]
ADDRESSES = st.lists(st.sampled_from(PIECES), max_size=12).map(
    lambda pieces: normalize("https://Example.COM:443/" + "".join(pieces))
)


def key(raw: str, *, fold_path_case: bool = False) -> str:
    address = normalize(raw)
    assert not isinstance(address, Skipped)
    return key_of(address, fold_path_case=fold_path_case)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("https://Example.COM/Page?b=2&a=1#section", "https://example.com/Page?a=1&b=2"),
        ("https://example.com/", "https://example.com"),
        ("https://example.com/dir/", "https://example.com/dir"),
        ("https://example.com:443/x", "https://example.com/x"),
        ("http://example.com/x", "http://example.com/x"),
        ("https://example.com/?", "https://example.com"),
        ("https://example.com/?utm_source=a&id=3&fbclid=z", "https://example.com?id=3"),
        ("https://example.com/?a=2&b=1&a=1", "https://example.com?a=2&a=1&b=1"),
        ("https://example.com/%7euser/%41%2f%c3%a9", "https://example.com/~user/A%2F%C3%A9"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
    ],
)
def test_key_of_an_address(raw: str, expected: str) -> None:
    assert key(raw) == expected


def test_path_case_can_be_folded() -> None:
    folded = key("https://Example.COM/Page?b=2&a=1#section", fold_path_case=True)

    assert folded == "https://example.com/page?a=1&b=2"


@pytest.mark.parametrize("fold", [False, True])
@given(address=ADDRESSES)
def test_the_key_of_a_key_is_itself(address: Address, *, fold: bool) -> None:
    once = key_of(address, fold_path_case=fold)

    assert key(once, fold_path_case=fold) == once
    assert key_of(Address(once), fold_path_case=fold) == once


@given(address=ADDRESSES)
def test_key_by_strings_equals_key_by_url_objects(address: Address) -> None:
    assert key_of(address) == key_by_objects(address)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://example.com/Path", ("EXAMPLE.COM/Path", "HTTPS://")),
        ("http://example.com/", ("EXAMPLE.COM", "HTTP://")),
        ("http://example.com:81/?q=a", ("EXAMPLE.COM:81?q=a", "HTTP://")),
    ],
)
def test_only_the_host_of_a_name_is_in_capitals(address: str, name: tuple[str, str]) -> None:
    assert name_of(key_of(Address(address))) == name
