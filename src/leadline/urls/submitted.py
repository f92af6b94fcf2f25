"""Addresses as people type them."""

import re

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped
from leadline.urls.address import normalize

# `example.com/x`, and `localhost:8080`, which a URL parser reads as a scheme.
_HOST = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/|$)|[A-Za-z0-9-]+:[0-9]+(/|$)")


_PLACE = r"(?::(?P<port>[0-9]+))?(?:[/?#]|$)"
# `localhost`, `127.0.0.1` and `[::1]`, and `example.com`: a name without a dot is no site.
_LOCAL = re.compile(
    rf"(?:localhost|[0-9]+(?:\.[0-9]+){{3}}|\[[0-9A-Fa-f:.]+\]){_PLACE}", re.IGNORECASE
)
_NAME = re.compile(rf"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z][A-Za-z0-9-]+{_PLACE}")


def with_scheme(url: str) -> str:
    """Return the text of a person with a scheme: https, or http for IPs, localhost and other ports.

    A server on a port of its own, or on this machine, seldom has a certificate.
    """
    found = _LOCAL.match(url) or _NAME.match(url)
    if not found:
        return url
    is_plain = found["port"] != "443" if found["port"] else found.re is _LOCAL
    return f"{'http' if is_plain else 'https'}://{url}"


def normalize_submitted(url: str) -> Address | Skipped:
    """Return the address that a person means. Raises InvalidAddress when there is none."""
    address = normalize(url)
    if isinstance(address, Skipped) and _HOST.match(url):
        raise InvalidAddress(f"{url!r} has no scheme; did you mean https://{url} or http://{url}?")
    if isinstance(address, Skipped) and address.rule == Rule.NOT_A_URL:
        raise InvalidAddress(
            f"{address.detail}; write http://… or https://…, with a port below 65536 if any"
        )
    if isinstance(address, Skipped) and address.rule == Rule.SCHEME:
        return Rule.SCHEME.skip(f"{address.detail}; use http:// or https://")
    return address
