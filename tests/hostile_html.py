"""Pages made to be slow, of up to 10 MiB."""

from collections.abc import Callable

MIB = 1024 * 1024
LIMIT = 10 * MIB

FORMATTING_DISTINCT = "".join(f"<font a{n}><p>" for n in range(2_400))

HOSTILE: dict[str, Callable[[], str]] = {
    "200,000 nested elements": lambda: "<div>" * 200_000,
    "a million attributes": lambda: "<p " + " ".join(f"{n:x}" for n in range(1_000_000)),
    "a million attributes between quoted brackets": lambda: (
        "<p " + " ".join(f"{n:x}='<>'" for n in range(700_000))
    ),
    "attributes in many unclosed tags": lambda: "<p " + ("x1 x2 x3 " * 100 + "<") * 4_900,
    "500,000 options": lambda: "<select>" + "<option>" * 500_000,
    "10 MiB of text": lambda: "word " * (LIMIT // 5),
    "10 MiB of text without spaces": lambda: "w" * LIMIT,
    "10 MiB of line breaks": lambda: "\n" * LIMIT,
    "10 MiB of <": lambda: "<" * LIMIT,
    "10 MiB of </": lambda: "</" * (LIMIT // 2),
    "10 MiB of &": lambda: "&" * LIMIT,
    "10 MiB of entities": lambda: "&CounterClockwiseContourIntegral;" * (LIMIT // 33),
    "formatting reopened in every block": lambda: "".join(f"<font a{n}><p>" for n in range(5_000)),
    "formatting reopened, few tags": lambda: FORMATTING_DISTINCT,
    "formatting reopened, small page": lambda: FORMATTING_DISTINCT[: 8 * 1024],
    "formatting reopened, padded with closing tags": lambda: "".join(
        f"<font a{n}><p></x>" for n in range(1_600)
    ),
    "links nested in links": lambda: "<svg>" + "<a href=x>t" * 4_900,
    "links in objects in links": lambda: "<a href=x>t<object>" * 2_400,
    "4,900 nested": lambda: "<b>" * 4_900,
    "4,900 nested spans with text": lambda: "<span>x" * 4_900,
    "4,900 nested lists": lambda: "<ul><li>" * 2_450,
    "one endless comment": lambda: "<!--" + "-" * (LIMIT - 4),
    "one endless script": lambda: "<script>" + "<!--<script>" * 400 + "x" * (9 * MIB),
    "one endless title": lambda: "<title>" + "x " * (LIMIT // 2 - 10),
    "one endless href": lambda: "<a href='" + "a/../" * (LIMIT // 5 - 10) + "'>x</a>",
    "one endless attribute": lambda: "<p title='" + "x" * (LIMIT - 12) + "'>",
    "links to 700,000 pages": lambda: "".join(f"<a href={n}>" for n in range(600_000)),
    "deep JSON-LD": lambda: (
        '<script type="application/ld+json">' + "[" * (LIMIT - 100) + "</script>"
    ),
    "one endless meta": lambda: "<meta name=keywords content='" + "," * (LIMIT - 100) + "'>",
    "tables in tables": lambda: "<table><tr><td>" * 1_600,
    "text fostered out of a table": lambda: "<table>" + "x<b>" * 4_900,
    "adoption agency": lambda: "<b><div>" * 1_200 + "</b>" * 2_400,
}
