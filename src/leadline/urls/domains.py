"""Registrable domains by the public suffix list: `shop.example.co.uk` → `example.co.uk`."""

from functools import cache, lru_cache
from pathlib import Path

from publicsuffixlist import PSLFILE, PublicSuffixList

# IANA's registry of special-use domain names (RFC 6761), but for example.com, .net and .org, which
# are there; and `internal`, which is set aside for private use. Nothing of `arpa` is a web page.
_SPECIAL_USE = frozenset(
    ["alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test"]
)


def _suffixes(top: str) -> PublicSuffixList:
    """The suffixes below a top-level domain: to make sense of all takes three times as long.

    Top-level domains without rules share one entry: pages can make up any number of them.
    """
    written = _as_written(top)
    return _listed(written if written in _rules() else "")


@cache
def _listed(top: str) -> PublicSuffixList:
    rules = _rules().get(top, ())
    return PublicSuffixList(rules, accept_encoded_idn=not all(map(str.isascii, rules)))


@cache
def _rules() -> dict[str, list[str]]:
    """The lines of the list by their last label."""
    rules: dict[str, list[str]] = {}
    for line in Path(PSLFILE).read_text("utf-8").splitlines():
        if line and not line.startswith("//"):
            rules.setdefault(line.rpartition(".")[2], []).append(line)
    return rules


def _as_written(top: str) -> str:
    """A top-level domain in the letters of its language, as the list has it."""
    try:
        return top.encode().decode("idna") if top.startswith("xn--") else top
    except UnicodeError:
        return top


@lru_cache(maxsize=10_000)
def registrable_domain(hostname: str) -> str | None:
    """The domain one would register, private suffixes such as `github.io` included.

    None for what has none: IP addresses, single labels, and public suffixes themselves.
    """
    name = hostname.removesuffix(".")
    if _is_ip(name):
        return None
    domain: str | None = _suffixes(name.rpartition(".")[2].lower()).privatesuffix(name)
    return domain


def may_be_public(hostname: str) -> bool:
    """Whether a name can be one of the public DNS: not a single label, not of special use."""
    name = hostname.removesuffix(".").lower()
    return "." in name and name.rpartition(".")[2] not in _SPECIAL_USE


def site_of(hostname: str) -> str:
    """What makes two hosts one site: the registrable domain, else the hostname itself."""
    return registrable_domain(hostname) or hostname.removesuffix(".")


def _is_ip(hostname: str) -> bool:
    # A serialised host whose last label is a number is an IPv4 address by the URL standard.
    return hostname.endswith("]") or hostname.rpartition(".")[2].isdigit()
