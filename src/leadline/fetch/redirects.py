"""Where a response sends us."""

from dataclasses import replace

from leadline.domain.addresses import Address
from leadline.domain.fetching import Request, Response
from leadline.domain.outcomes import Skipped
from leadline.urls.address import normalize, origin_of

_REDIRECTS = frozenset([301, 302, 303, 307, 308])
_CREDENTIALS = frozenset(["authorization", "cookie", "proxy-authorization"])


def redirect_of(response: Response) -> Address | Skipped | None:
    """The target of a redirect, None when it is not one, Skipped when it leads off the web."""
    location = response.header("location")
    if response.status not in _REDIRECTS or not location:
        return None
    return normalize(_as_utf8(location), response.address)


def next_request(request: Request, target: Address) -> Request:
    """The request for the next hop. Credentials stay at the origin they were given for."""
    headers = request.headers
    if origin_of(target) != origin_of(request.address):
        headers = tuple(pair for pair in headers if pair[0].lower() not in _CREDENTIALS)
    return replace(request, address=target, headers=headers)


def _as_utf8(value: str) -> str:
    # Header values arrive as Latin-1; servers that put raw characters in a Location mean UTF-8.
    try:
        return value.encode("latin-1").decode()
    except UnicodeDecodeError:
        return value
