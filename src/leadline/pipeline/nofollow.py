"""Links of pages that ask for none of their links to be followed."""

from collections.abc import Iterator

from leadline.domain.documents import Document, Link
from leadline.domain.fetching import Response
from leadline.domain.outcomes import NOFOLLOW
from leadline.pipeline.plan import Plan
from leadline.urls.robots import product_token

_DIRECTIVES = frozenset([NOFOLLOW, "none"])
# What may stand before a colon in X-Robots-Tag and is not the name of an agent.
_WITH_VALUES = ("unavailable_after", "max-")


def marked(document: Document, response: Response, plan: Plan) -> tuple[Link, ...]:
    """The links of a page; all of them are `nofollow` if the page says so, and we respect it."""
    if not plan.respects_nofollow or not _says_nofollow(document, response, plan.user_agent):
        return document.links
    return tuple(link if link.rel else link._replace(rel=(NOFOLLOW,)) for link in document.links)


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
