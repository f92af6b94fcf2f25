"""Strings and markup made to hurt whoever stores, shows or parses them.

A request for `TRIPWIRE` in the log means that somebody executed what should have been shown.
"""

from leadline.demo.messages import Reply
from leadsite.markup import document, html_reply, typed
from leadsite.routes import Route, Section, always

TRIPWIRE = "/hostile/tripped"
PULL = f"fetch('{TRIPWIRE}')"
LONG = 10_000

TITLES = {
    "script-title": f"</title><script>{PULL}</script>",
    "escaped-script-title": f"&lt;script&gt;{PULL}&lt;/script&gt;",
    "image-title": f"&lt;img src=x onerror=&quot;{PULL}&quot;&gt;",
    "bidi-title": "invoice \u202efdp.exe\u202c \u2066hidden\u2069",
    "long-title": "long " * (LONG // 5),
    "combining-title": "z" + "\u0335\u0341\u0316" * 2000,
    "formula-title": "=HYPERLINK(&quot;http://10.0.0.1/&quot;,&quot;click&quot;)",
    "terminal-title": "\x1b[2J\x1b]0;owned\x07 red \x1b[31m",
    "newline-title": "one\r\ntwo\u2028three\x0bfour",
    "template-title": "{{7*7}} ${7*7} %s %n {0} &lt;%= 7*7 %&gt;",
    "sql-title": "'; DROP TABLE pages; --",
    "zero-width-title": "in\u200bvis\u200dible\ufeff",
    "noncharacter-title": "\ufdd0 &#xD800; &#x110000; &#0; \U0001f4a9",
}
"""Name under `/hostile/` to the markup of its title."""

ANCHORS = {
    "javascript-anchor": f'<a href="javascript:{PULL}">click</a>',
    "hidden-javascript-anchor": f'<a href="&#1;java&#9;script:{PULL}">click</a>',
    "data-anchor": f'<a href="data:text/html,<script>{PULL}</script>">click</a>',
    "handler-anchor": f'<a href="/hostile/leaf" onclick="{PULL}" onmouseover="{PULL}">click</a>',
    "long-anchor": f'<a href="/hostile/leaf">{"anchor " * (LONG // 7)}</a>',
    "long-address": f'<a href="/hostile/{"x" * LONG}">long</a>',
    "script-address": f'<a href="/hostile/<script>{PULL}</script>">click</a>',
    "quote-address": f"<a href='/hostile/\"><script>{PULL}</script>'>click</a>",
    "bidi-address": '<a href="/hostile/\u202efdp.exe">\u202eclick</a>',
    "formula-anchor": '<a href="/hostile/=1+1">=cmd|calc</a>',
    "line-end-address": '<a href="/hostile/%0d%0aSet-Cookie:%20a=b">click</a>',
}
"""Name under `/hostile/` to its only link."""

MARKUP = {
    "nul": b"<title>NUL \x00 here</title><a href='/hostile/le\x00af'>\x00</a>",
    "surrogates": b"<title>\xed\xa0\x80\xed\xb0\x80 \xc0\xaf \xff\xfe</title>",
    "deep": b"<div>" * 5_000 + b"<a href='/hostile/leaf'>deep</a>",
    "options": b"<select>" + b"<option>x" * 5_000,
    "attributes": b"<p " + b" ".join(b"a%d=1" % number for number in range(5_000)) + b">",
    "open-comment": b"<title>Open</title><!-- <a href='/hostile/leaf'>never closed</a>",
    "open-script": b"<title>Open</title><script>var a = '<a href=/hostile/leaf>';",
    "many-links": b"".join(b"<a href='/hostile/leaf/%d'>x</a>" % n for n in range(5_000)),
    "same-link": b"<a href='/hostile/leaf'>x</a>" * 5_000,
}
"""Name under `/hostile/` to its bytes. Sizes that are slow to parse, not too slow for tests."""

TYPES = {
    "png-as-html": ("text/html", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8),
    "html-as-png": ("image/png", b"<a href='/hostile/leaf'>not a picture</a>"),
    "html-as-text": ("text/plain", b"<a href='/hostile/leaf'>only text</a>"),
    "odd-type": ('text/html; charset="; x=<script>', b"<a href='/hostile/leaf'>x</a>"),
    "pdf": ("application/pdf", b"%PDF-1.7\n%%EOF\n"),
    "json": ("application/json", b'{"html": "<a href=/hostile/leaf>x</a>"}'),
    "xhtml": ("application/xhtml+xml", b"<html><a href='/hostile/leaf'>x</a></html>"),
}
"""Name under `/hostile/` to a content type and a body."""


def section() -> Section:
    """One page for each string, link, markup and type."""
    replies: dict[str, Reply] = {}
    replies |= {name: document(title) for name, title in TITLES.items()}
    replies |= {name: document("Anchor", anchor) for name, anchor in ANCHORS.items()}
    replies |= {name: html_reply(body) for name, body in MARKUP.items()}
    replies |= {name: typed(kind, body) for name, (kind, body) in TYPES.items()}
    replies["no-type"] = Reply(200, (), b"<title>Untyped</title><a href='/hostile/leaf'>x</a>")
    replies["header"] = html_reply(b"<title>Header</title>", ("X-Evil", "\x1b[31m<script>"))
    routes = [Route(f"/hostile/{name}", name, always(reply)) for name, reply in replies.items()]
    tripped = Route(f"{TRIPWIRE}*", "nobody should come here", always(document("Tripped")))
    leaves = Route("/hostile/*", "whatever a link leads to", always(document("Leaf")))
    return Section("hostile", "strings and markup made to hurt", (*routes, tripped, leaves))
