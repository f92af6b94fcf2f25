"""The links of a page: resolved, in document order, one for each address."""

from leadline.domain.addresses import Address
from leadline.domain.documents import Link
from leadline.domain.outcomes import Skipped
from leadline.html.reader import Reading
from leadline.urls.address import Base, normalize

MAX_LINKS = 50_000

_MAX_BASE_LENGTH = 2_048
_MAX_TOTAL_LENGTH = 16 * 1024 * 1024
_KEPT_REL = frozenset(["nofollow", "ugc", "sponsored"])


def base_of(page: Reading, address: Address) -> Address:
    """What relative links are resolved against: the first base tag if usable, else the address."""
    if page.base is None:
        return address
    base = normalize(page.base, address)
    # Every link would repeat it: a page of a megabyte could ask for gigabytes.
    return address if isinstance(base, Skipped) or len(base) > _MAX_BASE_LENGTH else base


def links_of(page: Reading, address: Address, base: Address) -> tuple[list[Link], bool]:
    """Links to http and https addresses, the first anchor of each, and whether there are more.

    A reference to the page itself (empty, or only a fragment) is not a link.
    """
    resolver = Base(base)
    hrefs: set[str] = {""} if base == address else set()
    found: dict[Address, Link] = {}
    length = 0
    for href, anchor, written_rel in page.links:
        if href in hrefs:
            continue
        target = resolver.join(href)
        rel = _rel(written_rel) if written_rel else ()
        if not rel:
            # The next like it may have none, and that counts.
            hrefs.add(href)
        if isinstance(target, Skipped):
            continue
        if (known := found.get(target)) is not None:
            if known.rel and not rel:
                found[target] = known._replace(rel=())
            continue
        found[target] = Link(target, anchor, rel)
        length += len(target)
        if len(found) == MAX_LINKS or length > _MAX_TOTAL_LENGTH:
            return list(found.values()), True
    return list(found.values()), False


def _rel(value: str) -> tuple[str, ...]:
    return tuple(token for token in value.lower().split() if token in _KEPT_REL)
