"""Fields by CSS selectors."""

from collections.abc import Iterable, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from leadline.domain.errors import InvalidSelector
from leadline.domain.web.documents import Field


def check_selectors(selectors: Mapping[str, str]) -> None:
    """Raise InvalidSelector for the first text that is not a CSS selector."""
    fields_of(LexborHTMLParser(""), selectors)


def fields_of(tree: LexborHTMLParser, selectors: Mapping[str, str]) -> dict[str, tuple[Field, ...]]:
    """Return all elements that each selector matches, in document order. Raises InvalidSelector."""
    return {
        name: tuple(_fields(_matches(tree, name, selector))) for name, selector in selectors.items()
    }


def _matches(tree: LexborHTMLParser, name: str, selector: str) -> list[LexborNode]:
    try:
        return tree.css(selector)
    except (SelectolaxError, UnicodeError) as exc:
        raise InvalidSelector(f"selector {name!r} is not valid CSS: {selector!r}") from exc


def _fields(nodes: Iterable[LexborNode]) -> Iterable[Field]:
    for node in nodes:
        attributes = {name: value or "" for name, value in node.attributes.items()}
        yield Field(" ".join(node.text().split()), node.inner_html or "", attributes)
