"""Options that several commands have, and reading those that are more than a number."""

import re
from collections.abc import Callable
from typing import Annotated

import typer

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress, InvalidHeader, RobotsUnreachable
from leadline.domain.headers import Header, basic_auth_of, cookies_of, header_of, together
from leadline.domain.outcomes import Skipped, SkipReason
from leadline.urls.address import has_credentials
from leadline.urls.submitted import submitted, with_scheme

KEPT = ("text", "html")

_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION_PART = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)([smhd])")
_LONGEST_S = 1_000_000_000


def one_of(*values: str) -> Callable[[str], list[str]]:
    """Completes what is typed to one of these."""
    return lambda incomplete: [value for value in values if value.startswith(incomplete)]


AllowNetwork = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-network",
        help="A network that may be fetched from although it is not public; repeatable.",
        metavar="CIDR[:PORT]",
    ),
]

TimeoutMs = Annotated[
    int | None,
    typer.Option(
        "--timeout-ms", min=1, max=86_400_000, help="Time for one request.  [default: 10000]"
    ),
]
UserAgent = Annotated[str | None, typer.Option("--user-agent", help="Who to be.")]
KeepOption = Annotated[
    str,
    typer.Option(
        "--keep",
        help="What to keep of pages: text, html, text,html or none.",
        metavar="WHAT",
        autocompletion=one_of(*KEPT, ",".join(KEPT), "none"),
    ),
]
HeaderOption = Annotated[
    list[str] | None,
    typer.Option("--header", help="A request header; repeatable.", metavar="'NAME: VALUE'"),
]
CookieOption = Annotated[
    list[str] | None,
    typer.Option("--cookie", help="A cookie; repeatable.", metavar="NAME=VALUE"),
]
BasicAuth = Annotated[
    str | None,
    typer.Option("--basic-auth", help="A name and a password.", metavar="USER:PASSWORD"),
]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Feeder processes.  [default: one per CPU]")
]
MaxTime = Annotated[
    str | None,
    typer.Option(
        "--max-time",
        help="Fetch for no longer than this: 90s, 10m, 2h.",
        metavar="DURATION",
    ),
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store", help="Where it is kept.  [default: sqlite:///leadline.db]", metavar="URL"
    ),
]


def address_of(url: str) -> Address | Skipped:
    """Where a command begins. Raises InvalidAddress."""
    if has_credentials(url):
        raise InvalidAddress(
            "what is before the @ of a URL is not sent: leave it out, and give it with "
            "--basic-auth USER:PASSWORD"
        )
    return submitted(with_scheme(url))


def way_out(reason: SkipReason | None, error: str | None = None) -> str:
    """What follows a refusal by robots.txt, read or not: how to fetch the page all the same."""
    is_by_robots = reason is SkipReason.ROBOTS or error == RobotsUnreachable.__name__
    return "; fetch it anyway with --no-robots" if is_by_robots else ""


def headers_of(
    headers: list[str] | None, cookies: list[str] | None = None, basic_auth: str | None = None
) -> tuple[Header, ...]:
    """`--header`, `--cookie` and `--basic-auth`. Raises InvalidHeader, which tells no secret."""
    found = [
        header_of(*_split(option, ":", "a header is 'Name: value'")) for option in headers or ()
    ]
    if cookies:
        found.append(
            cookies_of(_split(option, "=", "a cookie is name=value") for option in cookies)
        )
    if basic_auth is not None:
        found.append(basic_auth_of(*_split(basic_auth, ":", "--basic-auth is user:password")))
    return together(found)


def _split(option: str, at: str, what_it_is: str) -> tuple[str, str]:
    first, found, rest = option.partition(at)
    if not found:
        raise InvalidHeader(f"{what_it_is}: there is no {at!r} in what was given")
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
    """`--keep text,html`."""
    names = {name.strip() for name in option.split(",")}
    if names == {"none"}:
        return ()
    if not names <= set(KEPT):
        raise typer.BadParameter(f"--keep is {', '.join(KEPT)}, both with a comma, or none")
    return tuple(name for name in KEPT if name in names)


def selectors_of(options: list[str]) -> dict[str, str]:
    """`--select name=css` options."""
    selectors = {}
    for option in options:
        name, equals, selector = option.partition("=")
        if not equals or not name.strip() or not selector.strip() or not _is_text(option):
            raise typer.BadParameter(f"{option!r} is not a field: write name=css-selector")
        if name.strip() in selectors:
            raise typer.BadParameter(f"field {name.strip()!r} is given twice")
        selectors[name.strip()] = selector.strip()
    return selectors
