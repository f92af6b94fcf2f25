"""Links that ask not to be followed, by themselves or as all of a page; some are contradicted.

`HELD` are reached by nothing else; `DEEP` by a longer path, three levels down.
"""

from leadline.demo.messages import Reply
from leadsite.markup import document, links
from leadsite.routes import Route, Section, always

START = "/nofollow/start"
HELD = ("held", "user", "paid", "behind-meta", "behind-header")
OPEN = ("both", "slashed", "later", "open", "meta", "header", "others", "behind-others", "far")
DEEP = "/nofollow/deep"


def section() -> Section:
    """A page with all kinds of links, and what they lead to."""
    pages = {
        "start": _start(),
        "open": document("Open", links("/nofollow/later", "/nofollow/far")),
        "far": document("Far", links(DEEP)),
        "meta": document(
            "Meta",
            links("/nofollow/behind-meta"),
            head='<meta name="robots" content="noindex, NONE">',
        ),
        "header": _tagged("nofollow", "/nofollow/behind-header"),
        "others": _tagged("somebody: nofollow", "/nofollow/behind-others"),
    }
    routes = [Route(f"/nofollow/{name}", name, always(page)) for name, page in pages.items()]
    leaf = Route("/nofollow/*", "an ordinary page", always(document("Leaf")))
    return Section("nofollow", "links that ask not to be followed", (*routes, leaf))


def _start() -> Reply:
    plain = ("open", "meta", "header", "others", "both", "slashed?utm_source=x")
    return document(
        "Start",
        _link("held", "nofollow"),
        _link("user", "noopener UGC"),
        _link("paid", "sponsored"),
        _link("later", "nofollow"),
        _link("deep", "nofollow"),
        _link("both", "nofollow"),
        _link("slashed", "nofollow"),
        links(*(f"/nofollow/{name}" for name in plain)),
        _link("both", "nofollow"),
    )


def _link(name: str, rel: str) -> str:
    return f'<p><a href="/nofollow/{name}" rel="{rel}">{name}</a></p>'


def _tagged(value: str, target: str) -> Reply:
    page = document("Tagged", links(target))
    return Reply(page.status, (*page.headers, ("X-Robots-Tag", value)), page.body)
