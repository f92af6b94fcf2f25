"""The next step after a page was not fetched, with the names that options have in a face."""

import re

from leadline.domain.crawl_options import OPTIONS, Face
from leadline.domain.errors import fetch_error
from leadline.domain.skips import SkipReason
from leadline.urls.address import hostname_of, origin_of, target_of

# libcurl, while it connects: a server that speaks http does not answer the TLS greeting, or not
# with TLS.
_NO_TLS = re.compile("Connection timed out|TLS connect error|wrong version number")
_WITHOUT_ROBOTS = "fetch it anyway with {respects_robots}"
_STEPS = {
    "RobotsUnreachable": _WITHOUT_ROBOTS,
    "TimedOut": "allow more time with {timeout_ms}",
    "ConnectTimedOut": "allow more time with {timeout_ms}",
    "DnsFailed": "check the host name",
    "ConnectRefused": "check the port, and that the server runs",
    "TlsFailed": "the certificate of the site is not valid, so no request was sent",
}
_GONE = ("HTTP 404", "HTTP 410")


def step_after_failure(address: str, kind: str, message: str, face: Face) -> str:
    """Return the next step after an address failed with this error; empty if there is none."""
    if hint := _plain_http(address, message):
        return hint
    if message in _GONE:
        return "check the address"
    again = "try again" if fetch_error(kind, message).is_retryable else ""
    return _in_face(_STEPS.get(kind, again), face)


def step_after_skip(address: str, reason: SkipReason | None, message: str, face: Face) -> str:
    """Return the next step after robots.txt kept a page from being fetched; else empty."""
    if reason is not SkipReason.ROBOTS:
        return ""
    return _plain_http(address, message) or _in_face(_WITHOUT_ROBOTS, face)


def _in_face(step: str, face: Face) -> str:
    return step.format_map(
        {option.kept: _written(option.name_in(face), face) for option in OPTIONS}
    )


def _written(name: str, face: Face) -> str:
    """Return an option as it is typed, or as a field of a request."""
    if face is Face.TERMINAL:
        return f"--{name}"
    return f"`{name}: false`" if name.startswith("respect") else f"a larger `{name}`"


def _plain_http(address: str, message: str) -> str:
    """Return a question if https on a port of its own may be http; else empty."""
    if not _NO_TLS.search(message) or not address.startswith("https://"):
        return ""
    origin = origin_of(address)
    if origin == f"https://{hostname_of(address)}":
        return ""
    plain = origin.replace("https", "http", 1) + target_of(address)
    return f"does the server speak https on this port? try {plain}"
