"""Links of pages that ask for none of their links to be followed."""

from collections.abc import Iterator

from leadline.domain.documents import Document, WrittenLinks
from leadline.domain.fetching import Response
from leadline.domain.outcomes import NOFOLLOW
from leadline.html.links import links_of, written
from leadline.pipeline.plan import Plan
from leadline.urls.robots import product_token

_DIRECTIVES = frozenset([NOFOLLOW, "none"])
# What may stand before a colon in X-Robots-Tag and is not the name of an agent.
_WITH_VALUES = ("unavailable_after", "max-")


def marked(document: Document, response: Response, plan: Plan) -> WrittenLinks:
    """The links of a page; all of them are `nofollow` if the page says so, and we respect it."""
    is_marked = plan.respects_nofollow and _says_nofollow(document, response, plan.user_agent)
    if document.written is not None and not is_marked:
        return document.written
    links = links_of(document.written)[0] if document.written else document.links
    if is_marked:
        links = [link if link.rel else link._replace(rel=(NOFOLLOW,)) for link in links]
    return written(links, response.address)


def _says_nofollow(document: Document, response: Response, user_agent: str) -> bool:
    said = [document.metadata.robots or "", *_tags(response, user_agent)]
    return any(word.strip().lower() in _DIRECTIVES for each in said for word in each.split(","))


def _tags(response: Response, user_agent: str) -> Iterator[str]:
    """What X-Robots-Tag says to everybody, and to us: `nofollow`, `leadline: nofollow`."""
    ours = product_token(user_agent).lower()
    for name, value in response.headers:
        if name == "x-robots-tag":
            agent, colon, rest = value.partition(":")
            agent = agent.strip().lower()
            if not colon or "," in agent or agent.startswith(_WITH_VALUES):
                yield value
            elif agent == ours:
                yield rest
