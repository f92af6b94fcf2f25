"""Registrable domains by the public suffix list: `shop.example.co.uk` → `example.co.uk`."""

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    # Reading the list takes a tenth of a second, so it waits for the first question.
    return PublicSuffixList()


@lru_cache(maxsize=10_000)
def registrable_domain(hostname: str) -> str | None:
    """The domain one would register, private suffixes such as `github.io` included.

    None for what has none: IP addresses, single labels, and public suffixes themselves.
    """
    name = hostname.removesuffix(".")
    if _is_ip(name):
        return None
    domain: str | None = _suffixes().privatesuffix(name)
    return domain


def site_of(hostname: str) -> str:
    """What makes two hosts one site: the registrable domain, else the hostname itself."""
    return registrable_domain(hostname) or hostname.removesuffix(".")


def _is_ip(hostname: str) -> bool:
    # A serialised host whose last label is a number is an IPv4 address by the URL standard.
    return hostname.endswith("]") or hostname.rpartition(".")[2].isdigit()
