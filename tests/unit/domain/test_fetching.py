"""Headers as they came."""

import pytest

from leadline.domain.web.fetching import header_pairs, without_secrets


def test_headers_are_pairs_in_their_order() -> None:
    raw = b"HTTP/1.1 200 OK\r\nServer: a\r\nX-Two:1\r\n \r\nX-Two: a\x85b\x0bc:d\r\nbroken\r\n\r\n"

    assert header_pairs(raw) == (("server", "a"), ("x-two", "1"), ("x-two", "a\x85b\x0bc:d"))


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (b"Set-Cookie: id=s3cret; Path=/", b"Set-Cookie: id=[redacted]; Path=/"),
        (b"SET-COOKIE:id = s3cret", b"SET-COOKIE:id =[redacted]"),
        (b"set-cookie: s3cret", b"set-cookie:[redacted]"),
        (b"set-cookie: id=s3\r\n\tcret", b"set-cookie: id=[redacted]"),
        (b"Set-Cookie2: id=s3cret", b"Set-Cookie2: id=[redacted]"),
        (b"X-Other: id=plain", b"X-Other: id=plain"),
    ],
)
def test_cookies_have_names_and_no_values(line: bytes, kept: bytes) -> None:
    head, tail = b"HTTP/1.1 200 OK\r\nServer: a=b\r\n", b"\r\nX-Last: c=d\r\n\r\n"

    assert without_secrets(head + line + tail) == head + kept + tail
