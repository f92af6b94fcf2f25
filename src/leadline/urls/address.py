"""From what a page or a person wrote to the address we would request."""

import re

import ada_url

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped, SkipReason

# What WHATWG parsing leaves exactly as written when it is resolved against a base: no escapes, no
# dot segments but leading `../`, nothing that it would trim, encode or read as a scheme or host.
_PLAIN = re.compile(
    r"((?:\.\./)*)"
    r"(/?(?:[\w~-][\w.~-]*(?:/[\w~-][\w.~-]*)*/?)?)"
    r"((?:\?[\w.~/=&+,:;@!$()*-]*)?)",
    re.ASCII,
).fullmatch


def normalize(raw: str, base: Address | None = None) -> Address | Skipped:
    """Bring what a page wrote in href, or a person typed, to the address we would request."""
    try:
        href = ada_url.join_url(base, raw) if base else ada_url.normalize_url(raw)
    except ValueError:
        return Skipped(SkipReason.ADDRESS, "not a url", f"{raw[:200]!r} is not a URL")
    if not href.startswith(("http://", "https://")):
        scheme = href.partition(":")[0]
        return Skipped(SkipReason.ADDRESS, "scheme", f"{scheme}: is neither http nor https")
    return _without_credentials(href.partition("#")[0])


def _without_credentials(href: str) -> Address:
    scheme, _, rest = href.partition("//")
    authority, slash, path = rest.partition("/")
    if "@" not in authority:
        return Address(href)
    return Address(f"{scheme}//{authority.rpartition('@')[2]}{slash}{path}")


def origin_of(address: str) -> str:
    """Scheme, host and port: `https://example.com:8443`."""
    end = address.find("/", address.find("//") + 2)
    return address if end < 0 else address[:end]


def hostname_of(address: str) -> str:
    """The host without port: `example.com`, `[::1]`."""
    authority = origin_of(address).partition("//")[2]
    if authority.startswith("["):
        return authority.partition("]")[0] + "]"
    return authority.partition(":")[0]


def host_of(address: str) -> str:
    """The unit of politeness: the hostname, plus the port when it is not 80 or 443."""
    authority = origin_of(address).partition("//")[2]
    return authority.removesuffix(":80").removesuffix(":443")


def target_of(address: str) -> str:
    """Path and query: what follows the origin, at least `/`."""
    return address[len(origin_of(address)) :] or "/"


class Base:
    """The address that the links of one page are resolved against.

    `join` equals `normalize(href, base)`, but resolves plain hrefs by string operations: a page
    has dozens of them, and parsing each one costs more than parsing the page.
    """

    __slots__ = ("_address", "_directories", "_origin")

    def __init__(self, address: Address) -> None:
        self._address = address
        self._origin = origin_of(address)
        path = target_of(address).partition("?")[0]
        self._directories = path.split("/")[1:-1]

    def join(self, href: str) -> Address | Skipped:
        """Resolve one href."""
        plain = _PLAIN(href.removeprefix(self._origin) if self._is_ours(href) else href)
        if plain is None or href[:1] in ("", "?"):
            return normalize(href, self._address)
        up, path, query = plain.groups()
        if path.startswith("/"):
            return normalize(href, self._address) if up else Address(self._origin + path + query)
        kept = self._directories[: max(0, len(self._directories) - up.count("../"))]
        return Address("/".join([self._origin, *kept, path]) + query)

    def _is_ours(self, href: str) -> bool:
        return href.startswith(self._origin) and href[len(self._origin) :][:1] == "/"
