"""Addresses that clients send."""

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.skips import Skipped
from leadline.urls.address import has_credentials
from leadline.urls.submitted import normalize_submitted


def parse_address(url: str) -> Address | Skipped:
    """Return the address that a URL stands for. Raises InvalidAddress, whose text has no secret."""
    if has_credentials(url):
        raise InvalidAddress(
            "the user name and password before the @ of a URL are never sent: remove them, and "
            "send an Authorization header in `headers`"
        )
    return normalize_submitted(url)
