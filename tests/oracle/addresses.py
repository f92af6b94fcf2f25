"""Addresses as the URL standard reads them, for http and https alone, and their keys."""

import ipaddress
import re
from functools import lru_cache
from urllib.parse import quote, unquote_to_bytes

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
DEFAULT_PORTS = {"http": "80", "https": "443"}
EDGES = "".join(map(chr, range(33)))
"""C0 controls and the space, which are trimmed."""
IGNORED = str.maketrans("", "", "\t\n\r")

# `quote` always keeps letters, digits and `_.-~`; here is what else the standard leaves alone.
PATH_SAFE = "!$%&'()*+,/:;=@[]|\\"
QUERY_SAFE = "!$%&()*+,/:;=?@[]|\\^`{}"
FORBIDDEN_IN_HOST = frozenset("\x00\t\n\r #/:<>?@[\\]^|%\x7f") | frozenset(map(chr, range(33)))
LARGEST_PORT = 65_535

UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
HEX = frozenset("0123456789abcdefABCDEF")
TRACKING = {"gclid", "dclid", "fbclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid"}


class NotAnAddress(Exception):
    """What was written is no address of the web."""


def parsed(written: str, base: str | None = None) -> str | None:
    """The address that is meant, without fragment and credentials; None if it is not the web's."""
    try:
        return _parsed(written.strip(EDGES).translate(IGNORED), base)
    except NotAnAddress:
        return None


def split(address: str) -> tuple[str, str, str, str]:
    """Scheme, authority, path and query of a parsed address; a query begins with its `?`."""
    scheme, _, rest = address.partition("://")
    slash = rest.index("/")
    path, mark, query = rest[slash:].partition("?")
    return scheme, rest[:slash], path, mark + query


def hostname_of(address: str) -> str:
    """The host without its port."""
    authority = split(address)[1]
    return re.sub(r":[0-9]*$", "", authority)


def _parsed(written: str, base: str | None) -> str:
    text = written.partition("#")[0]
    match = SCHEME.fullmatch(text)
    scheme = match[1].lower() if match else ""
    base_scheme = split(base)[0] if base else ""
    if match and scheme not in DEFAULT_PORTS:
        raise NotAnAddress(written)
    rest = match[2] if match else text
    path, mark, query = rest.partition("?")
    rest = path.replace("\\", "/") + mark + query
    if match and scheme != base_scheme:
        return _absolute(scheme, rest.lstrip("/"))
    if base is None:
        raise NotAnAddress(written)
    if rest.startswith("//"):
        return _absolute(base_scheme, rest.lstrip("/"))
    return _relative(rest, base)


def _absolute(scheme: str, rest: str) -> str:
    end = re.search(r"[/?]", rest)
    authority = rest[: end.start()] if end else rest
    path, mark, query = (rest[end.start() :] if end else "").partition("?")
    host, port = _host_and_port(authority.rpartition("@")[2], scheme)
    return f"{scheme}://{host}{port}{_path(path)}{_query(mark, query)}"


def _relative(rest: str, base: str) -> str:
    scheme, authority, base_path, base_query = split(base)
    path, mark, query = rest.partition("?")
    origin = f"{scheme}://{authority}"
    if path.startswith("/"):
        return origin + _path(path) + _query(mark, query)
    if path:
        folder = base_path.rpartition("/")[0]
        return origin + _path(f"{folder}/{path}") + _query(mark, query)
    return origin + base_path + (_query(mark, query) if mark else base_query)


def _host_and_port(authority: str, scheme: str) -> tuple[str, str]:
    host, colon, port = authority, "", ""
    if not authority.endswith("]"):
        host, colon, port = authority.rpartition(":")
        if not colon:
            host, port = authority, ""
    if port and not (port.isascii() and port.isdigit() and int(port) <= LARGEST_PORT):
        raise NotAnAddress(authority)
    port = str(int(port)) if port else ""
    kept = "" if port in {"", DEFAULT_PORTS[scheme]} else f":{port}"
    return _host(host), kept


@lru_cache(maxsize=10_000)
def _host(written: str) -> str:
    """Names are read by Python's IDNA of 2003: of `ß` and its few like nothing can be said here."""
    if written.startswith("["):
        return _ipv6(written)
    name = unquote_to_bytes(written).decode("utf-8", "replace")
    try:
        host = name.encode("idna").decode().lower() if not name.isascii() else name.lower()
    except UnicodeError as exc:
        raise NotAnAddress(written) from exc
    if not host or FORBIDDEN_IN_HOST & set(host):
        raise NotAnAddress(written)
    labels = host.removesuffix(".").split(".")
    return _ipv4(labels) if re.fullmatch(r"[0-9]+|0x[0-9a-f]*", labels[-1]) else host


def _ipv6(written: str) -> str:
    try:
        number = int(ipaddress.IPv6Address(written.removeprefix("[").removesuffix("]")))
    except ValueError as exc:
        raise NotAnAddress(written) from exc
    groups = f"{number:032x}"
    pieces = [f"{int(groups[at : at + 4], 16):x}" for at in range(0, 32, 4)]
    # The standard knows no dotted form inside: compress by hand.
    runs = re.findall(r"(?:(?<=:)|^)0(?::0)+(?=:|$)", ":".join(pieces))
    text = ":".join(pieces)
    if runs:
        before, _, after = text.partition(max(runs, key=len))
        text = f"{before.removesuffix(':')}::{after.removeprefix(':')}"
    return f"[{text}]"


def _ipv4(labels: list[str]) -> str:
    try:
        numbers = [_number(label) for label in labels]
    except ValueError as exc:
        raise NotAnAddress(".".join(labels)) from exc
    too_large = any(number > 255 for number in numbers[:-1])
    if len(numbers) > 4 or too_large or numbers[-1] >= 256 ** (5 - len(numbers)):
        raise NotAnAddress(".".join(labels))
    value = numbers[-1] + sum(n * 256 ** (3 - place) for place, n in enumerate(numbers[:-1]))
    return str(ipaddress.IPv4Address(value))


def _number(label: str) -> int:
    if not re.fullmatch(r"[0-9]+|0[xX][0-9a-fA-F]*", label):
        raise ValueError(label)
    if label[:2].lower() == "0x":
        return int(label[2:] or "0", 16)
    return int(label, 8) if label.startswith("0") and len(label) > 1 else int(label)


def _path(written: str) -> str:
    kept: list[str] = []
    segments = (written if written.startswith("/") else f"/{written}").split("/")[1:]
    for place, segment in enumerate(segments):
        is_last = place == len(segments) - 1
        dots = re.sub("%2e", ".", segment, flags=re.IGNORECASE)
        if dots == "..":
            del kept[-1:]
        elif dots != ".":
            kept.append(quote(segment, safe=PATH_SAFE))
            continue
        if is_last:
            kept.append("")
    return "/" + "/".join(kept)


def _query(mark: str, written: str) -> str:
    return mark + quote(written, safe=QUERY_SAFE)


@lru_cache(maxsize=500_000)
def key_of(address: str) -> str:
    """What makes two addresses one page."""
    scheme, authority, path, query = split(address)
    pairs = [pair for pair in _unescaped(query[1:]).split("&") if pair]
    named = [(pair.split("=", 1)[0], pair) for pair in pairs]
    kept = [(name, pair) for name, pair in named if not _is_tracking(name)]
    kept.sort(key=lambda one: one[0])
    sorted_query = "&".join(pair for _, pair in kept)
    whole = f"{scheme}://{authority}{_unescaped(path).rstrip('/')}"
    return f"{whole}?{sorted_query}" if sorted_query else whole


def _is_tracking(name: str) -> bool:
    return name.lower().startswith("utm_") or name.lower() in TRACKING


def _unescaped(text: str) -> str:
    """Escapes of unreserved characters decoded, other escapes in upper case, a lone `%` escaped."""
    first, *pieces = text.split("%")
    out = [first]
    for piece in pieces:
        code, rest = piece[:2], piece[2:]
        if len(code) < 2 or not HEX.issuperset(code):
            out.append(f"%25{piece}")
        elif (character := chr(int(code, 16))) in UNRESERVED:
            out.append(character + rest)
        else:
            out.append(f"%{code.upper()}{rest}")
    return "".join(out)
