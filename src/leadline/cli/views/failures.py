"""Lines about pages that could not be fetched, with the next step."""

import re

from leadline.domain.errors import fetch_error
from leadline.domain.skips import SkipReason
from leadline.urls.address import hostname_of, origin_of, target_of

# libcurl, while it connects: a server that speaks http does not answer the TLS greeting, or not
# with TLS.
_NO_TLS = re.compile("Connection timed out|TLS connect error|wrong version number")
_STEPS = {
    "RobotsUnreachable": "; fetch it anyway with --no-robots",
    "TimedOut": "; allow more time with --timeout-ms",
    "ConnectTimedOut": "; allow more time with --timeout-ms",
    "DnsFailed": "; check the host name",
    "ConnectRefused": "; check the port, and that the server runs",
    "TlsFailed": "; the certificate of the site is not valid, so no request was sent",
}
_GONE = ("HTTP 404", "HTTP 410")


def failed_line(address: str, kind: str, message: str) -> str:
    """Return the line about an address without a usable answer."""
    return f"failed: {kind}: {message} ({address}){_next_step(address, kind, message)}"


def way_out(address: str, reason: SkipReason | None, message: str) -> str:
    """Return the remedy that ends a message about robots.txt; empty for other reasons."""
    if reason is not SkipReason.ROBOTS:
        return ""
    return _plain_http(address, message) or _STEPS["RobotsUnreachable"]


def _next_step(address: str, kind: str, message: str) -> str:
    """Return the remedy that ends a message about a failed address; empty if there is none."""
    if hint := _plain_http(address, message):
        return hint
    if kind == "HttpError":
        return "; check the address" if message in _GONE else ""
    again = "; try again" if fetch_error(kind, message).is_retryable else ""
    return _STEPS.get(kind, again)


def _plain_http(address: str, message: str) -> str:
    """Return a question if https on a port of its own may be http; else empty."""
    origin, host = origin_of(address), hostname_of(address)
    has_port = origin.startswith("https://") and origin != f"https://{host}"
    if not has_port or not _NO_TLS.search(message):
        return ""
    plain = origin.replace("https", "http", 1) + target_of(address)
    return f"; does the server speak https on this port? try {plain}"
