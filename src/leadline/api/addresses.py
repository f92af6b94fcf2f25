"""Addresses as programs give them."""

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.outcomes import Skipped
from leadline.urls.address import has_credentials
from leadline.urls.submitted import submitted


def given_address(url: str) -> Address | Skipped:
    """Return the address that is meant. Raises InvalidAddress, which has no secret."""
    if has_credentials(url):
        raise InvalidAddress(
            "what is before the @ of a URL is not sent: leave it out, and give it in `headers`"
            " as Authorization"
        )
    return submitted(url)
