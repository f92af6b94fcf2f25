"""Headers that a user gives for requests.

Each may be a secret, so an error never repeats its value.
"""

import base64
import re
from collections.abc import Iterable

from leadline.domain.errors import InvalidHeader

Header = tuple[str, str]

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")
_COOKIE_VALUE = re.compile(r"[\x20-\x3a\x3c-\x7e]*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# The fetcher sets the headers of the connection and of the message.
_OURS = frozenset([
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
])  # fmt: skip
# Servers take 8 KiB to 16 KiB.
_MAX_LENGTH = 16 * 1024


def header_of(name: str, value: str) -> Header:
    """Return a header that may be sent. Raises InvalidHeader."""
    name, value = name.strip(), value.strip()
    if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
        raise InvalidHeader("a header is 'Name: value' on one line, in ASCII")
    if name.lower() in _OURS:
        raise InvalidHeader(f"the header {name} cannot be given: it belongs to the connection")
    if name.lower() == "user-agent":
        raise InvalidHeader(
            "the header User-Agent has an option of its own: robots.txt asks who we are"
        )
    return name, value


def cookies_of(pairs: Iterable[tuple[str, str]]) -> Header:
    """Return the header of all cookies. Raises InvalidHeader."""
    return "Cookie", "; ".join(_cookie(name.strip(), value.strip()) for name, value in pairs)


def basic_auth_of(user: str, password: str) -> Header:
    """Return the header of a name and a password (RFC 7617). Raises InvalidHeader."""
    given = f"{user}:{password}"
    if ":" in user or _CONTROL.search(given):
        raise InvalidHeader("basic auth is user:password, without control characters")
    try:
        encoded = base64.b64encode(given.encode())
    except UnicodeEncodeError:
        # Without the cause, which contains the password.
        raise InvalidHeader("basic auth is not text in UTF-8") from None
    return "Authorization", f"Basic {encoded.decode()}"


def together(headers: Iterable[Header]) -> tuple[Header, ...]:
    """Return all headers of a request.

    Raises InvalidHeader if two contradict each other, or one is too long.
    """
    all_of_them = tuple(headers)
    if any(len(name) + len(value) > _MAX_LENGTH for name, value in all_of_them):
        raise InvalidHeader(
            f"a header has at most {_MAX_LENGTH} characters, and so have all cookies together"
        )
    names = [name.lower() for name, _ in all_of_them]
    for name in ("authorization", "cookie"):
        if names.count(name) > 1:
            raise InvalidHeader(f"the header {name.capitalize()} is given twice")
    return all_of_them


def _cookie(name: str, value: str) -> str:
    if not _NAME.fullmatch(name) or not _COOKIE_VALUE.fullmatch(value):
        raise InvalidHeader("a cookie is name=value, in ASCII and without ';'; give each its own")
    return f"{name}={value}"
