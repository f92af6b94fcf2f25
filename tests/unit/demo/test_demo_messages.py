"""Requests are read and answers written as HTTP says."""

import pytest

from leadline.demo.messages import Reply, SiteRequest, parse_request


def parsed(head: bytes) -> SiteRequest:
    request = parse_request(head, port=8000, connection=1)
    assert request is not None
    return request


def test_request_keeps_its_target_as_sent() -> None:
    request = parsed(b"GET /a%20b/../c?x=1&y HTTP/1.1\r\nHost: Www.Site.localhost:81\r\n\r\n")

    assert (request.path, request.query) == ("/a%20b/../c", "x=1&y")
    assert request.target == "/a%20b/../c?x=1&y"
    assert request.host == "www.site.localhost"


@pytest.mark.parametrize(
    "head",
    [
        b"\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / a HTTP/1.1\r\n\r\n",
        b"GET / SMTP\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
    ],
)
def test_what_is_no_request_is_none(head: bytes) -> None:
    assert parse_request(head, port=8000, connection=1) is None


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nConnection: Close\r\n\r\n", False),
        (b"GET / HTTP/1.0\r\n\r\n", False),
        (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\n", False),
    ],
)
def test_connection_is_kept_as_the_client_wishes(head: bytes, *, expected: bool) -> None:
    assert parsed(head).may_keep_alive is expected


def test_reply_counts_its_body() -> None:
    assert Reply(404, (("A", "b"),), b"four").head() == (
        b"HTTP/1.1 404 Not Found\r\nA: b\r\nContent-Length: 4\r\n\r\n"
    )


@pytest.mark.parametrize("status", [204, 304])
def test_reply_without_body_has_no_length(status: int) -> None:
    assert b"Content-Length" not in Reply(status).head()


def test_unknown_status_has_a_phrase() -> None:
    assert Reply(799).head().startswith(b"HTTP/1.1 799 Unknown\r\n")
