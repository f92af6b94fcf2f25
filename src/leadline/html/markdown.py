"""The main content of a page as Markdown."""

import re

from html_to_markdown import ConversionError, ConversionOptions, PreprocessingOptions, convert
from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.html.tree import parse
from leadline.urls.address import normalize

_MAIN = ("main", '[role="main"]', "article")
_AROUND = (
    'nav,header,footer,aside,[role="navigation"],[role="banner"],[role="contentinfo"],'
    # Some frameworks put the whole page into a form: one with text stays.
    "form:not(:has(h1,h2,p)),svg,template,[hidden],"
    # The text of these is not markup, but the converter would read it as such.
    "script,style,noscript,noembed,noframes,iframe,xmp,plaintext"
)
_PLAIN_NAME = re.compile(r"[a-z][a-z0-9-]*").fullmatch
_KEPT = frozenset(["alt", "class", "colspan", "href", "rowspan", "src", "start", "title"])
# Places where text can break out of the code that the converter writes: blocks of code within a
# line, and lines of code with blocks in them. (The parser takes `:is(a,b) pre` for children only.)
_LINES = (
    "abbr a b big button caption cite code del dt em figcaption font h1 h2 h3 h4 h5 h6 i ins kbd "
    "label mark math option q rt s samp small span strike strong sub summary sup tt u var"
)
_NOT_CODE = ",".join(f"{tag} pre" for tag in _LINES.split()) + (
    ",kbd,samp,math code,code:has(:not(a,b,em,i,mark,span,strong,var))"
)
_OPTIONS = ConversionOptions(
    heading_style="atx",
    extract_metadata=False,
    # The converter would write an attribute of the page as it is.
    expand_abbreviations=False,
    preprocessing=PreprocessingOptions(remove_forms=False),
)
# Noncharacters in place of characters that Markdown would take for markup: the converter can only
# escape nothing, or every hyphen.
_STAND_INS = str.maketrans("<[`\\", "\ufdd0\ufdd1\ufdd2\ufdd3")
_ESCAPED = str.maketrans({"\ufdd0": "\\<", "\ufdd1": "\\[", "\ufdd2": "\\`", "\ufdd3": "\\\\"})
_CONTROLS = dict.fromkeys(set(range(0x20)) - set(map(ord, "\t\n\f\r")))


def markdown_of(html: str, base: Address) -> str:
    """Return the main content of a page as Markdown: headings, lists, tables, code, links.

    Links become absolute, by `base`.
    """
    tree = parse(html)
    content = _main_content(tree)
    if content is None:
        return ""
    for node in content.css(_AROUND):
        # The header of an article has its title; the header of a page is decoration.
        is_own_header = node.tag == "header" and content.tag != "body"
        if not is_own_header and node.mem_id != content.mem_id:
            node.decompose()
    _tidy(content)
    _make_absolute(content, base)
    for node in content.css(_NOT_CODE):
        node.unwrap(delete_empty=True)
    _escape(content)
    return _converted(content).translate(_ESCAPED).strip()


def _main_content(tree: LexborHTMLParser) -> LexborNode | None:
    for selector in _MAIN:
        found = tree.css(selector)
        if len(found) == 1:
            return found[0]
    return tree.body


def _tidy(content: LexborNode) -> None:
    """Remove or escape all that the converter would read in another way than the parser."""
    for node in list(content.traverse())[1:]:
        if node.is_comment_node:
            node.decompose()
        elif not _PLAIN_NAME(node.tag or ""):
            node.unwrap(delete_empty=True)
        else:
            for name in node.attributes.keys() - _KEPT:
                del node.attrs[name]


def _make_absolute(content: LexborNode, base: Address) -> None:
    for selector, attribute in (("a[href]", "href"), ("[src]", "src")):
        for node in content.css(selector):
            target = normalize(node.attributes.get(attribute) or "", base)
            if isinstance(target, Skipped):
                node.unwrap(delete_empty=True) if attribute == "href" else node.decompose()
            else:
                node.attrs[attribute] = target


def _escape(content: LexborNode) -> None:
    """Escape text that looks like a link or a tag, except in code, where it is shown as is."""
    code = {text.mem_id for node in content.css("pre,code") for text in _texts(node)}
    for node in _texts(content):
        text = node.text_content or ""
        escaped = text.translate(_STAND_INS)
        if escaped != text and node.mem_id not in code:
            node.replace_with(escaped)
    for node in content.css("[alt]"):
        node.attrs["alt"] = (node.attributes["alt"] or "").translate(_STAND_INS)


def _texts(node: LexborNode) -> list[LexborNode]:
    return [each for each in node.traverse(include_text=True) if each.is_text_node]


def _converted(content: LexborNode) -> str:
    # In an element of its own: the converter rejects text that begins like a PDF or a ZIP file.
    html = f"<div>{content.inner_html or ''}</div>".translate(_CONTROLS)
    try:
        return convert(html, _OPTIONS).content or ""
    except ConversionError:
        return content.text(separator="\n", strip=True, skip_empty=True)
