"""Pages whose links are all nofollow, by a meta tag or a header."""

from collections.abc import Iterator

from leadline.domain.web.documents import Document, WrittenLinks
from leadline.domain.web.fetching import Response
from leadline.html.links import links_of, written
from leadline.pipeline.plan import Plan
from leadline.urls.robots import product_token

_NOFOLLOW = "nofollow"
_DIRECTIVES = frozenset([_NOFOLLOW, "none"])
# Directives of X-Robots-Tag that have a colon, and are not the name of an agent.
_WITH_VALUES = ("unavailable_after", "max-")


def mark_nofollow(document: Document, response: Response, plan: Plan) -> WrittenLinks:
    """Return the links of a page, all of them `nofollow` if the page says so and we respect it."""
    is_respected = plan.options.respects_nofollow
    is_marked = is_respected and _says_nofollow(document, response, plan.user_agent)
    if document.written is not None and not is_marked:
        return document.written
    links = links_of(document.written)[0] if document.written else document.links
    if is_marked:
        links = [link if link.rel else link._replace(rel=(_NOFOLLOW,)) for link in links]
    return written(links, response.address)


def _says_nofollow(document: Document, response: Response, user_agent: str) -> bool:
    said = [document.metadata.robots or "", *_tags(response, user_agent)]
    return any(word.strip().lower() in _DIRECTIVES for each in said for word in each.split(","))


def _tags(response: Response, user_agent: str) -> Iterator[str]:
    """Yield what X-Robots-Tag says to all agents and to us: `nofollow`, `leadline: nofollow`."""
    ours = product_token(user_agent).lower()
    for name, value in response.headers:
        if name == "x-robots-tag":
            agent, colon, rest = value.partition(":")
            agent = agent.strip().lower()
            if not colon or "," in agent or agent.startswith(_WITH_VALUES):
                yield value
            elif agent == ours:
                yield rest
