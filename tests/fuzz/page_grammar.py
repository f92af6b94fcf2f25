"""Pages built from few pieces repeated often: what a parser's quadratic corners are made of."""

from fuzz.choices import Choices

MAX_TAGS = 5_000
SMALL_BYTES = 4 * 1024
LARGE_BYTES = 2 * 1024 * 1024

TAGS = (
    *("a", "abbr", "address", "applet", "area", "article", "b", "base", "big", "blockquote"),
    *("body", "br", "button", "caption", "center", "code", "col", "colgroup", "dd", "div", "dl"),
    *("dt", "em", "fieldset", "font", "foreignObject", "form", "frameset", "h1", "head", "hr"),
    *("html", "i", "iframe", "image", "img", "input", "li", "link", "listing", "main", "marquee"),
    *("math", "meta", "mi", "mtext", "nobr", "noframes", "noscript", "object", "ol", "optgroup"),
    *("option", "p", "param", "plaintext", "pre", "q", "rb", "rt", "ruby", "s", "script"),
    *("select", "selectedcontent", "small", "span", "strike", "strong", "style", "summary", "svg"),
    *("table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title"),
    *("tr", "tt", "u", "ul", "wbr", "xmp", "annotation-xml", "desc", "x-custom", "del", "details"),
    *("figcaption", "kbd", "label", "mark", "samp", "sub"),
)
# `{n}` becomes the number of the repetition.
ATTRIBUTES = (
    *("", " a", " a{n}", " a='<'", ' a=">"', " a='", ' a="', " href={n}", " xlink:href={n}"),
    *(" hidden", " style='display:none'", " href={n} a{n}", "/a{n}/b{n}", " a=\x0b'", "\x0ba{n}"),
    *(" name=description content={n}", " type=application/ld+json", " encoding=text/html"),
    *(
        " rel=canonical href={n}",
        " alt={n}",
        " src={n}",
        " alt='[x](javascript:y)' src=z",
        " title='&lt;",
        " =a{n}",
        " A{n}",
        " a{n}=1 a{n}=2",
        "\n a{n}\t=\f1",
    ),
)
MANY = (10, 60, 100, 130, 400, 1_500, 3_000)
BETWEEN = (
    *("x", " ", "x y ", "&amp;", "&", "\n", "\0", "word " * 100, "x" * 3_000, "<", "</", "<!"),
    *(
        "<!--",
        "-->",
        "--!>",
        "<![CDATA[",
        "]]>",
        "<?",
        "'",
        '"',
        ">",
        "=",
        "<p a='",
        "<p a=",
        "<p ",
    ),
    *("`", "```", "\\", "&lt;script>", "[x](javascript:y)", "    ", "*", "|", "~~~", "# ", "1. "),
    *("</p", "\x1b(B", "<!doctype html>", "\u00e9", "\U0001f389"),
)
TIMES = (1, 2, 10, 50, 130, 400, 1_000, 1_600, 2_400, 4_900)
CODECS = ("utf-8", "utf-8", "utf-8", "utf-16", "utf-16-be", "latin-1")


def page_of(choices: Choices) -> bytes:
    """A page that is not beyond the limits that are plain to see: tags and bytes."""
    parts = [_run(choices) for _ in range(1 + choices.number(6))]
    codec = choices.one_of(CODECS)
    most_bytes = choices.one_of((LARGE_BYTES, LARGE_BYTES, SMALL_BYTES))
    return _cut("".join(parts)).encode(codec, "replace")[:most_bytes]


def _run(choices: Choices) -> str:
    unit = "".join(_piece(choices) for _ in range(1 + choices.number(5)))
    times = min(choices.one_of(TIMES), max(1, LARGE_BYTES // (len(unit) + 1)))
    return "".join(unit.replace("{n}", str(number)) for number in range(times))


def _piece(choices: Choices) -> str:
    match choices.number(8):
        case 0 | 1 | 2:
            return f"<{choices.one_of(TAGS)}{choices.one_of(ATTRIBUTES)}>"
        case 3:
            many = (f"b{number}" for number in range(choices.one_of(MANY)))
            return f"<{choices.one_of(TAGS)} {choices.one_of((' ', '/', '={n} ')).join(many)}>"
        case 4:
            return f"</{choices.one_of(TAGS)}>"
        case 5:
            return f"<{choices.one_of(TAGS)}>".upper()
        case _:
            return choices.one_of(BETWEEN)


def _cut(html: str) -> str:
    if html.count("<") <= MAX_TAGS:
        return html
    return "<".join(html.split("<", MAX_TAGS + 1)[: MAX_TAGS + 1])
