"""From the text of a page or a person to the address to request."""

from functools import lru_cache

import ada_url

from leadline.domain.addresses import Address
from leadline.domain.rules import Rule
from leadline.domain.skips import Skipped

_ABSOLUTE = ("http://", "https://")
# Most links of a crawl lead to few origins.
_ORIGINS = 4_096
# RFC 1035: DNS has no longer names.
_MAX_HOSTNAME_LENGTH = 253
_MAX_LABEL_LENGTH = 63


def normalize(raw: str, base: Address | None = None) -> Address | Skipped:
    """Return the address to request for an href of a page, or for the text of a person.

    Host names that DNS cannot have are skipped: names of hosts and origins are then always short.
    """
    try:
        href = ada_url.join_url(base, raw) if base else ada_url.normalize_url(raw)
    except ValueError:
        return Rule.NOT_A_URL.skip(f"{raw[:200]!r} is not a URL")
    if not href.startswith(_ABSOLUTE):
        scheme = href.partition(":")[0]
        return Rule.SCHEME.skip(f"{scheme}: is neither http nor https")
    address = _without_credentials(href.partition("#")[0])
    if not _fits_dns(address):
        return Rule.HOST_NAME.skip("the host name is too long for DNS")
    return address


def has_credentials(url: str) -> bool:
    """Return whether a URL has a user name or a password; neither is part of an address."""
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
    # Nearly all names are shorter than one label may be.
    if len(origin) <= _MAX_LABEL_LENGTH:
        return True
    name = _named(origin).removesuffix(".")
    is_short = len(name) <= _MAX_HOSTNAME_LENGTH
    return is_short and all(len(label) <= _MAX_LABEL_LENGTH for label in name.split("."))


def origin_of(address: str) -> str:
    """Return scheme, host and port: `https://example.com:8443`."""
    end = address.find("/", address.find("//") + 2)
    return address if end < 0 else address[:end]


def hostname_of(address: str) -> str:
    """Return the host without port: `example.com`, `[::1]`."""
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
    """Return the unit of politeness: the hostname, plus the port when it is not 80 or 443."""
    return _host(origin_of(address))


@lru_cache(_ORIGINS)
def _host(origin: str) -> str:
    return origin.partition("//")[2].removesuffix(":80").removesuffix(":443")


def target_of(address: str) -> str:
    """Return path and query, at least `/`."""
    return address[len(origin_of(address)) :] or "/"
