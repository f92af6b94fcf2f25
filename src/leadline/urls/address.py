"""From what a page or a person wrote to the address we would request."""

import re
from functools import lru_cache

import ada_url

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped, SkipReason

# What WHATWG parsing leaves exactly as written when it is resolved against a base: no escapes, no
# dot segments but leading `../`, nothing that it would trim, encode or read as a scheme or host.
# Empty segments and other dots are looked for apart: classes alone are what `re` is fast at.
_PLAIN = re.compile(
    r"(?:\.\./)*+([A-Za-z0-9_.~/-]*+)(?:\?[A-Za-z0-9_.~/=&+,:;@!$()*-]*+)?"
).fullmatch
_SPECIAL = ("", "/", ".")
_ABSOLUTE = ("http://", "https://")
# Pages of one site repeat what they link to outside of it.
_REMEMBERED = 4_096
_MAX_REMEMBERED_LENGTH = 1_024


def normalize(raw: str, base: Address | None = None) -> Address | Skipped:
    """Bring what a page wrote in href, or a person typed, to the address we would request."""
    try:
        href = ada_url.join_url(base, raw) if base else ada_url.normalize_url(raw)
    except ValueError:
        return Skipped(SkipReason.ADDRESS, "not a url", f"{raw[:200]!r} is not a URL")
    if not href.startswith(_ABSOLUTE):
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

    __slots__ = ("_above", "_address", "_directories", "_origin", "_root")

    def __init__(self, address: Address) -> None:
        self._address = address
        self._origin = origin_of(address)
        self._root = self._origin + "/"
        self._directories = address.partition("?")[0].split("/")[3:-1]
        self._above: dict[int, str] = {}

    def join(self, href: str) -> Address | Skipped:
        """Resolve one href."""
        plain = _PLAIN(href)
        if plain is None:
            return self._absolute(href)
        path, start = plain[1], plain.start(1)
        if "/." in path or "//" in path or path[:1] in _SPECIAL:
            return self._rooted(href)
        return Address((self._above.get(start) or self._directory(start)) + href[start:])

    def _absolute(self, href: str) -> Address | Skipped:
        if not href.startswith(_ABSOLUTE):
            return normalize(href, self._address)
        if href.startswith(self._root) and _is_rooted(href, len(self._origin)):
            return Address(href)
        return _normal(href) if len(href) <= _MAX_REMEMBERED_LENGTH else normalize(href)

    def _rooted(self, href: str) -> Address | Skipped:
        if _is_rooted(href):
            return Address(self._origin + href)
        return normalize(href, self._address)

    def _directory(self, start: int) -> str:
        """The base's directory, a level up for each `../` of a path that starts there."""
        up = start // len("../")
        kept = self._directories[: max(0, len(self._directories) - up)]
        directory = self._above[start] = "/".join([self._origin, *kept, ""])
        return directory


def _is_rooted(href: str, start: int = 0) -> bool:
    """Whether what begins there is a plain path from the root."""
    plain = _PLAIN(href, start)
    return (
        plain is not None
        and plain[1].startswith("/")
        and plain.start(1) == start
        and "/." not in plain[1]
        and "//" not in plain[1]
    )


_normal = lru_cache(_REMEMBERED)(normalize)
