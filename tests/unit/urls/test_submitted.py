"""Addresses as people type them."""

import pytest

from leadline.urls.submitted import with_scheme


@pytest.mark.parametrize(
    ("typed", "scheme"),
    [
        ("example.com/a", "https://"),
        ("example.com:443/", "https://"),
        ("example.com:8080/a?b", "http://"),
        ("127.0.0.1:8100", "http://"),
        ("127.0.0.1", "http://"),
        ("127.0.0.1:443", "https://"),
        ("[::1]:8100/", "http://"),
        ("localhost", "http://"),
        ("localhost:8100/x", "http://"),
        ("http://example.com/", ""),
        ("mailto:a@example.com", ""),
        ("latest", ""),
        ("6a72", ""),
    ],
)
def test_an_address_without_a_scheme_gets_the_one_that_is_meant(typed: str, scheme: str) -> None:
    assert with_scheme(typed) == f"{scheme}{typed}"
