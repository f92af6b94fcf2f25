"""URL keys: two addresses with one key are one page."""

import re

from leadline.domain.addresses import Address, Key

_TRACKING = frozenset(
    ["gclid", "dclid", "fbclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid"]
)
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_HOST = re.compile(r"[^/?]+")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_DECODED = {
    f"{code:02X}": chr(code) if chr(code) in _UNRESERVED else f"%{code:02X}" for code in range(256)
}


def key_of(address: Address, *, fold_path_case: bool = False) -> Key:
    """Return the URL key of the page at `address`.

    `address` is serialised: scheme, host, port and dot segments are as they should be. Then

    - escapes of unreserved characters are decoded, others are written in upper case, and a `%` that
      begins no escape is escaped itself;
    - query parameters are sorted by name, and tracking parameters are dropped;
    - trailing slashes and an empty query are removed.
    """
    path, _, query = address.partition("?")
    if "%" in path:
        path = _decode(path)
    if fold_path_case:
        path = _ESCAPE.sub(_upper, path.lower())
    path = path.rstrip("/")
    if not query:
        return Key(path)
    query = _sorted_query(_decode(query) if "%" in query else query)
    return Key(f"{path}?{query}" if query else path)


def name_of(key: Key) -> tuple[str, str]:
    """Return a URL key in two parts, as graphs show it: `EXAMPLE.COM/Path` and `HTTPS://`."""
    scheme, _, rest = key.partition("://")
    host = _HOST.match(rest)
    end = host.end() if host else 0
    return rest[:end].upper() + rest[end:], f"{scheme.upper()}://"


def _decode(text: str) -> str:
    # A stray `%` could become an escape when the text after it is decoded: `%4%42`.
    return _ESCAPE.sub(lambda match: _DECODED[match[1].upper()] if match[1] else "%25", text)


def _upper(match: re.Match[str]) -> str:
    return match[0].upper()


def _sorted_query(query: str) -> str:
    parts = [part for part in query.split("&") if part]
    kept = [part for part in parts if not _is_tracking(_name(part))]
    return "&".join(sorted(kept, key=_name))


def _name(part: str) -> str:
    return part.partition("=")[0]


def _is_tracking(name: str) -> bool:
    folded = name.lower()
    return folded.startswith("utm_") or folded in _TRACKING
