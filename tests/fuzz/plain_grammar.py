"""Pages that are written almost plainly: mostly nested as they should be, now and then not."""

from fuzz.choices import Choices
from fuzz.page_grammar import TAGS

MAX_STEPS = 120

VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
FLOW = (
    *(
        "a",
        "b",
        "code",
        "em",
        "span",
        "label",
        "time",
        "h1",
        "h2",
        "p",
        "p",
        "div",
        "section",
        "ul",
    ),
    *("ol", "dl", "table", "table", "form", "button", "select", "br", "img", "hr", "input", "link"),
    *("meta", "base", "object", "address", "blockquote", "figcaption", "pre", "noscript", "svg"),
    *(
        "x-custom",
        "H1",
        "DIV",
        "A",
        "B",
        "main",
        "nav",
        "details",
        "summary",
        "fieldset",
        "li",
        "dd",
    ),
    *("option", "optgroup", "datalist", "figure", "wbr", "area"),
)
CHILDREN = {
    "table": ("caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "tr", "td", "TBODY"),
    "thead": ("tr", "tr", "th", "tbody"),
    "tbody": ("tr", "tr", "td", "tbody"),
    "tfoot": ("tr", "tr", "td"),
    "tr": ("td", "td", "th", "Td", "tr", "tbody"),
    "colgroup": ("col", "tr", "tbody"),
    "select": ("option", "option", "optgroup"),
    "optgroup": ("option", "option", "optgroup"),
    "svg": ("g", "path", "title", "text", "svg", "style"),
    "g": ("g", "path", "title", "text", "use", "linearGradient"),
    "ul": ("li", "li", "LI", "p"),
    "ol": ("li", "li", "div"),
    "li": (*FLOW, *("li",) * 20),
    "dl": ("dt", "dd", "div"),
    "dt": (*FLOW, *("dd",) * 20),
    "dd": (*FLOW, *("dt", "dd") * 10),
    "td": (*FLOW, *("td", "th", "tr") * 8),
    "p": (*FLOW, *("p", "b", "a", "br") * 8),
    "option": ("option", "optgroup", "span"),
}
ANY = (*FLOW, *CHILDREN, "blockquotX", "td", "tr", "caption", "col", "title")
RAW = (
    "style",
    "script",
    "title",
    "textarea",
    "iframe",
    "SCRIPT",
    "script type=application/ld+json",
)
ATTRIBUTES = (
    *("", "", "", ' class="x"', " href=/a", ' href="/b?x=1&y=2"', " href='c#d' rel=nofollow"),
    *(' href="a&amp;b"', ' href="a&copy=1"', " href=a&lt;b", ' href="\r\n x\ry"', " a=b/"),
    *(" hidden", ' style="display:none"', " HREF=first href=second", " href", "/", " /", " a/b"),
    *(' alt="é &eacute; &#233; &#xe9;"', ' aria-label="y"', ' lang="en"', " href = 'sp aced' "),
    *(' rel="canonical" href="/c"', ' name="n" content="v"', ' http-equiv="x" content="y"'),
    *(" a='b'c=d", " property=p content=&quot;q&quot;"),
)
TEXTS = (
    *(" ", "\n", "word", " two words ", "é", "&amp;", "&nbsp;", "&lt;b&gt;", "&#65;", "&#x41;"),
    *("a & b", "&copy;", "&hellip;", "&alpha;", "&Omega;", "&#x1F600;", "\r\n", "\f", "\u2003"),
    *("<!-- c -->", "<!---->", "<!-- > -->", "x" * 300, "&", "& ", "&&amp;"),
)
ODD = (
    *(
        "AT&T",
        "&copy",
        "&#0;",
        "&#128;",
        "&#xD800;",
        "&unknown;",
        "&notin;",
        "a < b",
        "\0",
        "<!-->",
    ),
    *("<!--->", "<!-- a --!> b -->", "<?php ?>", "<![CDATA[x]]>", "<!doctype html>", "</br>"),
    *(
        "</p>",
        "</ p>",
        "</>",
        "&#;",
        "&;",
        '<p a="',
        "<p =a>",
        '<p a"b>',
        "<p <b>",
        "<a href='&copy'>",
    ),
)
RAW_TEXTS = (
    "",
    "a",
    "a\r\nb",
    "&amp; &lt;",
    "<b>",
    "<!-- <script> -->",
    "<!-- x -->",
    "</b>",
    "</scriptx>",
)
HEADS = (
    *("<!doctype html><html><head>",) * 6,
    *("<html lang=de><head>", "<!DOCTYPE HTML>\n<html>\n<head>\n", "<head>", "", "<html>"),
    *('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">\n<html><head>',),
    *('<?xml version="1.0"?><!doctype html><html><head>', "<!-- c --><html><head>"),
)
BODIES = (
    *("</head><body>", "</head>\n<body lang=x>\n") * 4,
    "<body>",
    "</head>",
    "",
    "</head>x<body>",
)
ENDS = (
    *("</body></html>", "</body>\n</html>\n", "") * 4,
    "</html>",
    "</body>",
    "</body>x",
    "</body><p>",
)


def almost_plain(choices: Choices) -> bytes:
    """Every decision is a byte: what the fuzzer changes changes a tag or two."""
    head = "".join(_in_head(choices) for _ in range(choices.number(4)))
    body = _nested(choices, choices.number(MAX_STEPS))
    parts = (choices.one_of(HEADS), head, choices.one_of(BODIES), body, choices.one_of(ENDS))
    return "".join(parts).encode()


def _in_head(choices: Choices) -> str:
    match choices.number(5):
        case 0:
            return f"<meta{choices.one_of(ATTRIBUTES)}>"
        case 1:
            return f"<link{choices.one_of(ATTRIBUTES)}/>"
        case 2:
            return "<noscript><link rel=x><style>y</style></noscript>"
        case 3:
            return choices.one_of(("<base href=/x/>", "<p>", " ", "\n", "x"))
        case _:
            return _raw(choices)


def _raw(choices: Choices) -> str:
    tag = choices.one_of(RAW)
    return f"<{tag}>{choices.one_of(RAW_TEXTS)}</{tag.split()[0]}>"


def _nested(choices: Choices, steps: int) -> str:
    parts: list[str] = []
    open_tags: list[str] = []
    for _ in range(steps):
        match choices.number(32):
            case 0:
                parts.append(f"</{choices.one_of(ANY)}>")
            case 1:
                parts.append(f"<{choices.one_of((*TAGS, *ANY))}>")
            case 2:
                parts.append(choices.one_of(ODD))
            case 3 if open_tags:
                # Left open, as some end tags may be.
                open_tags.pop()
            case 4 | 5:
                parts.append(_raw(choices))
            case 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14:
                inside = open_tags[-1].lower() if open_tags else ""
                tag = choices.one_of(CHILDREN.get(inside, FLOW))
                parts.append(f"<{tag}{choices.one_of(ATTRIBUTES)}>")
                if tag.lower() not in VOID:
                    open_tags.append(tag)
            case number if number > 22 and open_tags:
                parts.append(f"</{open_tags.pop()}>")
            case _:
                parts.append(choices.one_of(TEXTS))
    return "".join(parts)
