"""From what a page or a person wrote to the address we would request."""

from functools import lru_cache

import ada_url

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped, SkipReason

_ABSOLUTE = ("http://", "https://")
# Pages of few origins lead to each other.
_ORIGINS = 4_096
# RFC 1035: no name server could be asked for more.
_MAX_HOSTNAME_LENGTH = 253
_MAX_LABEL_LENGTH = 63


def normalize(raw: str, base: Address | None = None) -> Address | Skipped:
    """Bring what a page wrote in href, or a person typed, to the address we would request.

    Skip host names that DNS cannot have: everything that is kept by host or origin is then kept
    by short names.
    """
    try:
        href = ada_url.join_url(base, raw) if base else ada_url.normalize_url(raw)
    except ValueError:
        return Skipped(SkipReason.ADDRESS, "not a url", f"{raw[:200]!r} is not a URL")
    if not href.startswith(_ABSOLUTE):
        scheme = href.partition(":")[0]
        return Skipped(SkipReason.ADDRESS, "scheme", f"{scheme}: is neither http nor https")
    address = _without_credentials(href.partition("#")[0])
    if not _fits_dns(address):
        return Skipped(SkipReason.ADDRESS, "host name", "the host name is too long for DNS")
    return address


def has_credentials(url: str) -> bool:
    """Whether there is a name or a password in a URL; neither is part of an address."""
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return False
    return bool(parsed.username or parsed.password)


def _without_credentials(href: str) -> Address:
    scheme, _, rest = href.partition("//")
    authority, slash, path = rest.partition("/")
    if "@" not in authority:
        return Address(href)
    return Address(f"{scheme}//{authority.rpartition('@')[2]}{slash}{path}")


def _fits_dns(address: Address) -> bool:
    origin = origin_of(address)
    # Nearly all are shorter than a single label may be.
    if len(origin) <= _MAX_LABEL_LENGTH:
        return True
    name = _named(origin).removesuffix(".")
    is_short = len(name) <= _MAX_HOSTNAME_LENGTH
    return is_short and all(len(label) <= _MAX_LABEL_LENGTH for label in name.split("."))


def origin_of(address: str) -> str:
    """Scheme, host and port: `https://example.com:8443`."""
    end = address.find("/", address.find("//") + 2)
    return address if end < 0 else address[:end]


def hostname_of(address: str) -> str:
    """The host without port: `example.com`, `[::1]`."""
    return _hostname(origin_of(address))


@lru_cache(_ORIGINS)
def _hostname(origin: str) -> str:
    return _named(origin)


def _named(origin: str) -> str:
    authority = origin.partition("//")[2]
    if authority.startswith("["):
        return authority.partition("]")[0] + "]"
    return authority.partition(":")[0]


def host_of(address: str) -> str:
    """The unit of politeness: the hostname, plus the port when it is not 80 or 443."""
    return _host(origin_of(address))


@lru_cache(_ORIGINS)
def _host(origin: str) -> str:
    return origin.partition("//")[2].removesuffix(":80").removesuffix(":443")


def target_of(address: str) -> str:
    """Path and query: what follows the origin, at least `/`."""
    return address[len(origin_of(address)) :] or "/"
