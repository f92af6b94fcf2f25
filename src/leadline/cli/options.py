"""Reading options that are more than a number."""

import re
from typing import Annotated

import typer

from leadline.domain.addresses import Address
from leadline.domain.errors import InvalidAddress
from leadline.domain.outcomes import Skipped
from leadline.urls.address import normalize

AllowNetwork = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-network",
        help="A network that may be fetched from although it is not public; repeatable.",
        metavar="CIDR[:PORT]",
    ),
]

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# `example.com/x`, and `localhost:8080`, which would be read as a scheme.
_HOST = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?(/|$)|[A-Za-z0-9-]+:[0-9]+(/|$)")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e]*")


def address_of(url: str) -> Address | Skipped:
    """The address of a URL argument. Raises InvalidAddress when it could never be one."""
    address = normalize(url)
    if isinstance(address, Skipped) and _HOST.match(url):
        raise InvalidAddress(f"{url!r} has no scheme; did you mean https://{url} or http://{url}?")
    if isinstance(address, Skipped) and address.rule == "not a url":
        raise InvalidAddress(
            f"{address.detail}; write http://… or https://…, with a port below 65536 if any"
        )
    return address


def headers_of(options: list[str]) -> tuple[tuple[str, str], ...]:
    """`--header "Name: value"` options."""
    return tuple(_header(option) for option in options)


def _header(option: str) -> tuple[str, str]:
    name, colon, value = option.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
        raise typer.BadParameter(f"{option!r} is not a header: write 'Name: value', in ASCII")
    return name, value


def _is_text(option: str) -> bool:
    # Bytes of the command line that are not text arrive as surrogates.
    try:
        option.encode()
    except UnicodeEncodeError:
        return False
    return True


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
