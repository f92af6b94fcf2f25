"""Registrable domains by the public suffix list: `shop.example.co.uk` → `example.co.uk`."""

from functools import cache, lru_cache
from pathlib import Path

from publicsuffixlist import PSLFILE, PublicSuffixList

# IANA's registry of special-use domain names (RFC 6761), except example.com, .net and .org, which
# exist; and `internal`, which is reserved for private use. `arpa` has no web pages.
_SPECIAL_USE = frozenset(
    ["alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test"]
)


def _suffixes(top: str) -> PublicSuffixList:
    """Return the suffixes below a top-level domain: to parse all takes three times as long.

    Top-level domains without rules share one entry: pages can invent any number of them.
    """
    written = _as_written(top)
    return _load_list(written if written in _rules() else "")


@cache
def _load_list(top: str) -> PublicSuffixList:
    rules = _rules().get(top, ())
    return PublicSuffixList(rules, accept_encoded_idn=not all(map(str.isascii, rules)))


@cache
def _rules() -> dict[str, list[str]]:
    """Return the lines of the list by their last label."""
    rules: dict[str, list[str]] = {}
    for line in Path(PSLFILE).read_text("utf-8").splitlines():
        if line and not line.startswith("//"):
            rules.setdefault(line.rpartition(".")[2], []).append(line)
    return rules


def _as_written(top: str) -> str:
    """Return a top-level domain in the letters of its language, as in the list."""
    try:
        return top.encode().decode("idna") if top.startswith("xn--") else top
    except UnicodeError:
        return top


@lru_cache(maxsize=10_000)
def registrable_domain(hostname: str) -> str | None:
    """Return the registrable domain of a host, by private suffixes such as `github.io`, too.

    None for IP addresses, single labels, and public suffixes themselves.
    """
    name = hostname.removesuffix(".")
    if _is_ip(name):
        return None
    domain: str | None = _suffixes(name.rpartition(".")[2].lower()).privatesuffix(name)
    return domain


def may_be_public(hostname: str) -> bool:
    """Return whether the public DNS can have a name: no single label, none of special use."""
    name = hostname.removesuffix(".").lower()
    return "." in name and name.rpartition(".")[2] not in _SPECIAL_USE


def site_of(hostname: str) -> str:
    """Return the name of the site of a host: its registrable domain, or else the hostname."""
    return registrable_domain(hostname) or hostname.removesuffix(".")


def _is_ip(hostname: str) -> bool:
    # A serialised host whose last label is a number is an IPv4 address by the URL standard.
    return hostname.endswith("]") or hostname.rpartition(".")[2].isdigit()
