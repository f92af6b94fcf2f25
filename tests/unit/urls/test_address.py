import pytest

from leadline.domain.skips import Skipped
from leadline.urls.address import host_of, hostname_of, normalize, origin_of, target_of


@pytest.mark.parametrize(
    ("raw", "address"),
    [
        ("HTTP://Example.COM:80/a/../b#c", "http://example.com/b"),
        ("https://example.com", "https://example.com/"),
        ("  https://example.com/a b \n", "https://example.com/a%20b"),
        ("https://user:secret@example.com/x@y", "https://example.com/x@y"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        (f"http://{'a' * 63}.example:8080/", f"http://{'a' * 63}.example:8080/"),
        (f"http://{'a.' * 123}example./", f"http://{'a.' * 123}example./"),
    ],
)
def test_what_was_written_becomes_an_address(raw: str, address: str) -> None:
    assert normalize(raw) == address


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        ("", "not a url"),
        ("example.com", "not a url"),
        ("http://", "not a url"),
        ("http://exa mple.com/", "not a url"),
        ("http://\ud800.example/", "not a url"),
        ("mailto:a@example.com", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("file:///etc/passwd", "scheme"),
        (f"http://{'a' * 64}.example/", "host name"),
        (f"http://{'a.' * 124}example/", "host name"),
        (f"http://user@{'a' * 100_000}/", "host name"),
    ],
)
def test_what_is_no_web_address_is_refused_with_the_rule(raw: str, rule: str) -> None:
    refused = normalize(raw)

    assert isinstance(refused, Skipped)
    assert refused.rule == rule


@pytest.mark.parametrize(
    ("address", "origin", "hostname", "host", "target"),
    [
        ("http://a.example/", "http://a.example", "a.example", "a.example", "/"),
        ("https://a.example:80/x?y", "https://a.example:80", "a.example", "a.example", "/x?y"),
        ("http://a.example:8080/x", "http://a.example:8080", "a.example", "a.example:8080", "/x"),
        ("http://[::1]:81/?q", "http://[::1]:81", "[::1]", "[::1]:81", "/?q"),
        ("http://[::1]/", "http://[::1]", "[::1]", "[::1]", "/"),
    ],
)
def test_parts_of_an_address(
    address: str, origin: str, hostname: str, host: str, target: str
) -> None:
    assert origin_of(address) == origin
    assert hostname_of(address) == hostname
    assert host_of(address) == host
    assert target_of(address) == target
