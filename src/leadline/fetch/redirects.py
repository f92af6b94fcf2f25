"""The targets of redirects."""

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Response
from leadline.urls.address import normalize

_REDIRECTS = frozenset([301, 302, 303, 307, 308])


def redirect_of(response: Response) -> Address | Skipped | None:
    """Return the target of a redirect; None if it is none, Skipped if its target is not HTTP."""
    location = response.header("location") if response.status in _REDIRECTS else None
    return normalize(_as_utf8(location), response.address) if location else None


def _as_utf8(value: str) -> str:
    # Header values arrive as Latin-1; servers that put raw characters in a Location mean UTF-8.
    try:
        return value.encode("latin-1").decode()
    except UnicodeDecodeError:
        return value
