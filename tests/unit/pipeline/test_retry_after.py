"""How long a busy host asks us to wait."""

import pytest

from leadline.domain.addresses import Address
from leadline.domain.web.fetching import Response, Timings
from leadline.pipeline.steps.failures import retry_after_s


def busy(value: str) -> Response:
    headers = f"HTTP/1.1 429\r\nRetry-After: {value}\r\n\r\n".encode("latin-1")
    timings = Timings(0, 0, 0, 0, 0)
    return Response(Address("http://a.test/"), 429, headers, b"", None, "", "1.1", 0, timings)


@pytest.mark.parametrize(("value", "wait_s"), [("7", 7.0), ("0", 0.0), ("9" * 5_000, 3600.0)])
def test_seconds_are_waited_for_up_to_an_hour(value: str, wait_s: float) -> None:
    assert retry_after_s(busy(value)) == wait_s


@pytest.mark.parametrize(
    "value",
    [
        "",
        "soon",
        "-5",
        "1.5",
        "²",
        "Mon, 01 Jan 2035 00:00:00 +99999999999999999999",
        "Mon, 99999999999999999999 Jan 2035 00:00:00 GMT",
    ],
)
def test_nonsense_is_a_short_while(value: str) -> None:
    assert retry_after_s(busy(value)) == 1.0
