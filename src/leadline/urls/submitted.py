"""Addresses as people give them."""

import re

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.outcomes import Skipped
from leadline.urls.address import normalize

# `example.com/x`, and `localhost:8080`, which would be read as a scheme.
_HOST = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/|$)|[A-Za-z0-9-]+:[0-9]+(/|$)")


# `example.com/x`, but no IP address, and nothing with a port: which scheme is meant there is open.
_NAME = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z][A-Za-z0-9-]+(/|\?|$)")


def with_scheme(url: str) -> str:
    """Return what a person typed without a scheme as an https address."""
    return f"https://{url}" if _NAME.match(url) else url


def submitted(url: str) -> Address | Skipped:
    """The address that a person means. Raises InvalidAddress when it could never be one."""
    address = normalize(url)
    if isinstance(address, Skipped) and _HOST.match(url):
        raise InvalidAddress(f"{url!r} has no scheme; did you mean https://{url} or http://{url}?")
    if isinstance(address, Skipped) and address.rule == "not a url":
        raise InvalidAddress(
            f"{address.detail}; write http://… or https://…, with a port below 65536 if any"
        )
    return address
