"""The links of a page: resolved, in document order, one for each address."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.domain.web.documents import Link, WrittenLinks
from leadline.html.encoding import is_utf8
from leadline.html.leads import Columns, joined
from leadline.html.reader import Reading
from leadline.urls.address import normalize

MAX_LINKS = 50_000

_MAX_BASE_LENGTH = 2_048
# The characters of all addresses of a page: a short link with a long base is a long address. Twice
# the size of the page, within these bounds; no usual page has as many as the lower one.
_LEAST_TOTAL_LENGTH, _MOST_TOTAL_LENGTH = 8 * 1024 * 1024, 16 * 1024 * 1024
# How much longer an address may be than its base and the href: each byte may become an escape, and
# a host may become a name.
_MAX_ORIGIN_LENGTH = len("https://") + 253 + len(":65535")
_MAX_ESCAPE_LENGTH = 3
_KEPT_REL = frozenset(["nofollow", "ugc", "sponsored"])
_ABSOLUTE = ("http://", "https://")
# Pages of one site repeat their links to other sites.
_REMEMBERED = 4_096
_MAX_REMEMBERED_LENGTH = 1_024

_normal = lru_cache(_REMEMBERED)(normalize)
# `Link(...)` is a Python function, and a page has dozens of links.
_link: Callable[[tuple[Address, str, tuple[str, ...]]], Link] = partial(tuple.__new__, Link)


def base_of(page: Reading, address: Address) -> Address:
    """Return the base of relative links: the first base tag if usable, else the address."""
    if page.base is None:
        return address
    base = normalize(page.base, address)
    # Every link would repeat it: a page of a megabyte could take gigabytes.
    return address if isinstance(base, Skipped) or len(base) > _MAX_BASE_LENGTH else base


def max_length_of(size: int) -> int:
    """Return how many characters the addresses of a page of this size may have."""
    return min(max(2 * size, _LEAST_TOTAL_LENGTH), _MOST_TOTAL_LENGTH)


def links_of(page: WrittenLinks, max_length: int = _MOST_TOTAL_LENGTH) -> tuple[list[Link], bool]:
    """Return the http and https links, with the first anchor of each, and whether there are more.

    A reference to the page itself (empty, or only a fragment) is not a link.
    """
    found: dict[Address, Link] = {}
    length = 0
    for link in resolved(joined(page.texts, page.base), page):
        if link is None or not is_first(link, found):
            continue
        length += len(link.address)
        if len(found) == MAX_LINKS or length > max_length:
            return list(found.values()), True
    return list(found.values()), False


def are_all_kept(page: WrittenLinks, max_length: int = _MOST_TOTAL_LENGTH) -> bool:
    """Return whether `links_of` would keep all links, and their texts can be kept as they are."""
    # Each link is three texts.
    count = page.texts.count(0) // 3
    length = count * (len(page.base) + _MAX_ORIGIN_LENGTH) + len(page.texts) * _MAX_ESCAPE_LENGTH
    return length <= max_length and count < MAX_LINKS and is_utf8(page.texts)


def written(links: Iterable[Link], address: Address) -> WrittenLinks:
    """Return resolved links of the page at an address in the form of written ones."""
    texts = (f"{link.address}\0{link.anchor}\0{' '.join(link.rel)}\0" for link in links)
    return WrittenLinks("".join(texts).encode(), address, address)


def resolved(columns: Columns, page: WrittenLinks) -> Iterator[Link | None]:
    """Yield each link of a page; None where it leads to no other page."""
    address, base = page.address, page.base
    for text, anchor, rel in zip(*columns, strict=True):
        target = _resolved(text[1:], address, base) if text[0] == " " else Address(text)
        yield None if target is None else _link((target, anchor, _rel(rel) if rel else ()))


def is_first(link: Link, found: dict[Address, Link]) -> bool:
    """Note a link; return whether it is the first to its address.

    A later link without a rel removes the rel of the first.
    """
    first = found.setdefault(link.address, link)
    if first.rel and not link.rel:
        found[link.address] = first._replace(rel=())
    return first is link


def _resolved(href: str, address: Address, base: Address) -> Address | None:
    if not href and base == address:
        return None
    is_remembered = href.startswith(_ABSOLUTE) and len(href) <= _MAX_REMEMBERED_LENGTH
    target = _normal(href) if is_remembered else normalize(href, base)
    return None if isinstance(target, Skipped) else target


def _rel(value: str) -> tuple[str, ...]:
    return tuple(token for token in value.lower().split() if token in _KEPT_REL)
