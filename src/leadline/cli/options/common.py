"""Options that several commands have, and parsers of their values."""

import re
from collections.abc import Callable
from typing import Annotated

import typer

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress, InvalidHeader
from leadline.domain.skips import Skipped
from leadline.domain.web.headers import Header, basic_auth_of, cookies_of, header_of, together
from leadline.urls.address import has_credentials
from leadline.urls.submitted import normalize_submitted, with_scheme

KEPT = ("text", "html")

_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION_PART = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)([smhd])")
_LONGEST_S = 1_000_000_000


def one_of(*values: str) -> Callable[[str], list[str]]:
    """Return a shell completion to one of these values."""
    return lambda incomplete: [value for value in values if value.startswith(incomplete)]


AllowNetwork = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-network",
        help="Allow a network that is not public; repeatable.",
        metavar="CIDR[:PORT]",
    ),
]

TimeoutMs = Annotated[
    int | None,
    typer.Option(
        "--timeout-ms", min=1, max=86_400_000, help="Time for one request.  [default: 10000]"
    ),
]
UserAgent = Annotated[
    str | None, typer.Option("--user-agent", help="User-Agent header of requests.")
]
KeepOption = Annotated[
    str,
    typer.Option(
        "--keep",
        help="The parts of pages to store: text, html, text,html or none.",
        metavar="WHAT",
        autocompletion=one_of(*KEPT, ",".join(KEPT), "none"),
    ),
]
HeaderOption = Annotated[
    list[str] | None,
    typer.Option("--header", help="Send a request header; repeatable.", metavar="'NAME: VALUE'"),
]
CookieOption = Annotated[
    list[str] | None,
    typer.Option("--cookie", help="Send a cookie; repeatable.", metavar="NAME=VALUE"),
]
BasicAuth = Annotated[
    str | None,
    typer.Option("--basic-auth", help="Send a user name and a password.", metavar="USER:PASSWORD"),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Feeders: worker processes that crawl.  [default: one per CPU]"),
]
MaxTime = Annotated[
    str | None,
    typer.Option(
        "--max-time",
        help="Fetch for up to this time: 90s, 10m, 2h.",
        metavar="DURATION",
    ),
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        help="Store to use: sqlite:///PATH or neo4j://HOST.  [default: sqlite:///leadline.db]",
        metavar="URL",
    ),
]


def address_of(url: str) -> Address | Skipped:
    """Return the address of a URL argument, or the rule that forbids it. Raises InvalidAddress."""
    if has_credentials(url):
        raise InvalidAddress(
            "a user name or password in a URL is not sent: remove it, and use "
            "--basic-auth USER:PASSWORD"
        )
    return normalize_submitted(with_scheme(url))


def headers_of(
    headers: list[str] | None, cookies: list[str] | None = None, basic_auth: str | None = None
) -> tuple[Header, ...]:
    """Return the headers of these options. Raises InvalidHeader, whose message has no secret."""
    found = [
        header_of(*_split(option, ":", "a header is written 'Name: value'"))
        for option in headers or ()
    ]
    if cookies:
        found.append(
            cookies_of(_split(option, "=", "a cookie is written name=value") for option in cookies)
        )
    if basic_auth is not None:
        found.append(
            basic_auth_of(*_split(basic_auth, ":", "--basic-auth is written user:password"))
        )
    return together(found)


def _split(option: str, at: str, what_it_is: str) -> tuple[str, str]:
    first, found, rest = option.partition(at)
    if not found:
        raise InvalidHeader(f"{what_it_is}: the given value has no {at!r}")
    return first, rest


def _is_text(option: str) -> bool:
    # Bytes of the command line that are not text arrive as surrogates.
    try:
        option.encode()
    except UnicodeEncodeError:
        return False
    return True


def duration_s(
    option: str | None, name: str, examples: str = "90s, 10m, 2h or 1h30m"
) -> float | None:
    """Return the seconds of `90s`, `10m`, `1h30m` or `30d`; None where none is given."""
    if option is None:
        return None
    parts = _DURATION_PART.findall(option)
    total_s = sum(float(number) * _UNITS_S[unit] for number, unit in parts)
    if "".join(map("".join, parts)) != option or not 0 < total_s <= _LONGEST_S:
        raise typer.BadParameter(f"{name} is a duration such as {examples}")
    return total_s


def keeps_of(option: str) -> tuple[str, ...]:
    """Return the pieces that `--keep text,html` names. Raises BadParameter."""
    names = {name.strip() for name in option.split(",")}
    if names == {"none"}:
        return ()
    if not names <= set(KEPT):
        raise typer.BadParameter(f"--keep takes {', '.join(KEPT)}, both with a comma, or none")
    return tuple(name for name in KEPT if name in names)


def selectors_of(options: list[str]) -> dict[str, str]:
    """Return the selectors of `--select name=css` options by name. Raises BadParameter."""
    selectors = {}
    for option in options:
        name, equals, selector = option.partition("=")
        if not equals or not name.strip() or not selector.strip() or not _is_text(option):
            raise typer.BadParameter(f"{option!r} is not a field: write name=css-selector")
        if name.strip() in selectors:
            raise typer.BadParameter(f"field {name.strip()!r} is given twice")
        selectors[name.strip()] = selector.strip()
    return selectors
