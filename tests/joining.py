"""Joining an href to a base as pages are read: plain ones by the compiled reader."""

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.html.leads import joined
from leadline.urls.address import normalize


def join(href: str, base: Address) -> Address | Skipped:
    if "\0" in href or not _is_text(href):
        # The parser of pages leaves none of these.
        return normalize(href, base)
    [written], _, _ = joined(f"{href}\0\0\0".encode(), base)
    return normalize(written[1:], base) if written.startswith(" ") else Address(written)


def _is_text(href: str) -> bool:
    try:
        href.encode()
    except UnicodeEncodeError:
        return False
    return True
