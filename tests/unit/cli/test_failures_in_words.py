"""Lines about pages that could not be fetched."""

import pytest

from leadline.cli.views.failures import failed_line, way_out
from leadline.domain.skips import SkipReason

SLOW = "Connection timed out after 10000 milliseconds"
NOT_TLS = "; does the server speak https on this port? try http://a.example:8100/x"


@pytest.mark.parametrize(
    ("kind", "message", "step"),
    [
        ("DnsFailed", "no such name", "; check the host name"),
        ("ConnectRefused", "nothing there", "; check the port, and that the server runs"),
        ("TimedOut", SLOW, "; allow more time with --timeout-ms"),
        ("RobotsUnreachable", "HTTP 500", "; fetch it anyway with --no-robots"),
        ("ConnectionLost", "reset", "; try again"),
        ("HttpError", "HTTP 404", "; check the address"),
        ("HttpError", "HTTP 500", ""),
        ("BadResponse", "not HTTP", ""),
    ],
)
def test_a_failure_names_the_address_and_the_next_step(kind: str, message: str, step: str) -> None:
    line = failed_line("http://a.example:8100/", kind, message)

    assert line == f"failed: {kind}: {message} (http://a.example:8100/){step}"


@pytest.mark.parametrize(
    ("address", "message", "is_asked"),
    [
        ("https://a.example:8100/x", SLOW, True),
        ("https://a.example:8100/x", "TLS connect error: wrong version number", True),
        ("https://a.example:8100/x", "SSL certificate problem: it is expired", False),
        ("https://a.example/x", SLOW, False),
        ("http://a.example:8100/x", SLOW, False),
    ],
)
def test_https_on_a_port_that_does_not_greet_may_be_http(
    address: str, message: str, *, is_asked: bool
) -> None:
    assert failed_line(address, "TimedOut", message).endswith(NOT_TLS) == is_asked
    assert (way_out(address, SkipReason.ROBOTS, message) == NOT_TLS) == is_asked
