"""The main content of a page as Markdown."""

from html_to_markdown import ConversionOptions, convert
from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.domain.addresses import Address
from leadline.domain.outcomes import Skipped
from leadline.html.links import base_of
from leadline.urls.address import normalize

_MAIN = ("main", '[role="main"]', "article")
_AROUND = (
    'nav,header,footer,aside,form,[role="navigation"],[role="banner"],[role="contentinfo"],'
    "script,style,template,noscript,iframe,[hidden]"
)
_OPTIONS = ConversionOptions(heading_style="atx", extract_metadata=False)


def markdown_of(html: str, address: Address) -> str:
    """Markdown of the part that is the page's own: headings, lists, tables, code, links.

    Parses anew, since what surrounds the content is removed. Links become absolute.
    """
    tree = LexborHTMLParser(html)
    base = base_of(tree, address)
    content = _main_content(tree)
    if content is None:
        return ""
    for node in content.css(_AROUND):
        # The header of an article holds its title; the header of a page is decoration.
        if node.tag != "header" or content.tag == "body":
            node.decompose()
    _make_absolute(content, base)
    return (convert(content.html or "", _OPTIONS).content or "").strip()


def _main_content(tree: LexborHTMLParser) -> LexborNode | None:
    for selector in _MAIN:
        found = tree.css(selector)
        if len(found) == 1:
            return found[0]
    return tree.body


def _make_absolute(content: LexborNode, base: Address) -> None:
    for selector, attribute in (("a[href]", "href"), ("img[src]", "src")):
        for node in content.css(selector):
            target = normalize(node.attributes[attribute] or "", base)
            if isinstance(target, Skipped):
                node.unwrap() if attribute == "href" else node.decompose()
            else:
                node.attrs[attribute] = target
