"""Links that lead nowhere, planted, and what they are: `BROKEN` is all there is to be found.

In addresses `{site}` and `{abroad}` are the origins of this site and of another one, `{closed}` and
`{busy}` those of hosts that do not want to be asked, and `{refused}` one where nobody listens.
"""

from dataclasses import dataclass, replace
from html import escape

from leadline.demo.messages import Handler, Reply, SiteAnswer, SiteRequest
from leadsite.markup import HTML, document, html_reply, typed
from leadsite.routes import FOREIGN, WWW, Route, Section, World, always

START = "/planted/start"
CLOSED = "closed.foreign.localhost"
BUSY = "busy.foreign.localhost"
BUSY_PAGES = 3
PAUSE_S = 3600

HOSTILE = '\x1b[31m<b>"red"]]>&amp;\x01\u202eder'
"""The text of a link that is made to hurt those who print it."""

LINKS = {
    START: (
        ("/planted/one", "One"),
        ("/planted/two", "Two"),
        ("/planted/gone", "Gone"),
        ("/private/page", "Private"),
        ("{abroad}/fine", "Fine abroad"),
        ("{abroad}/shy", "Shy"),
    ),
    "/planted/one": (
        ("/planted/gone", "Gone as well"),
        ("/planted/gone", "and once more"),
        ("/planted/to-gone", "By a detour"),
        ("/planted/around-a", "Round"),
        ("/planted/moved", "Moved"),
        ("/planted/hop-1", "Three hops"),
        ("/planted/three", HOSTILE),
        ("{abroad}/fine", "Fine abroad, too"),
        ("{abroad}/gone", "Gone abroad"),
        ("{abroad}/moved", "Moved abroad"),
        ("{closed}/page", "Closed"),
    ),
    "/planted/two": (
        ("/planted/around-b", "Round again"),
        ("/planted/lost?a=1&b=2", HOSTILE),
        ("/redirects/chain/12", "Too far"),
        ("/planted/slow", "Slow"),
        ("{site_refused}/", "Nobody"),
        ("{busy}/1", "Busy"),
        ("{busy}/2", "Busy, too"),
        ("{busy}/3", "Busy as well"),
        ("{refused}/", "Nobody abroad"),
    ),
    "/planted/three": (("/planted/four", "Four"),),
    "/planted/four": (("{abroad}/gone-too", "From the last level"),),
}
"""Pages of the site, and the links on each."""

ABROAD = {
    "/fine": document("Fine", '<a href="/never">never</a> <a href="/planted/never">never</a>'),
    "/gone": html_reply(b"", status=404),
    "/gone-too": html_reply(b"", status=410),
    "/shy": html_reply(b"", status=403),
    "/moved": Reply(301, (*HTML, ("Location", "/moved/again"))),
    "/moved/again": Reply(302, (*HTML, ("Location", "/moved/away"))),
    "/moved/away": html_reply(b"", status=404),
    "/never": document("Never"),
}

REDIRECTS = {
    "/planted/to-gone": (302, "/planted/gone-for-good"),
    "/planted/around-a": (302, "/planted/around-b"),
    "/planted/around-b": (302, "/planted/around-a"),
    "/planted/moved": (301, "/planted/three"),
    "/planted/hop-1": (301, "/planted/hop-2"),
    "/planted/hop-2": (302, "/planted/hop-3"),
    "/planted/hop-3": (308, "/planted/two"),
}


@dataclass(frozen=True, slots=True)
class Broken:
    """Why an address cannot be had, and the links that lead to it.

    A link is the page it is on, its text, and the redirect that it leads to, if to one.
    """

    why: int | str
    links: frozenset[tuple[str, str, str | None]]


def _broken(why: int | str, *links: tuple[str, str, str | None]) -> Broken:
    return Broken(why, frozenset(links))


ONE, TWO = "{site}/planted/one", "{site}/planted/two"

BROKEN = {
    "{site}/planted/gone": _broken(
        404, ("{site}/planted/start", "Gone", None), (ONE, "Gone as well", None)
    ),
    "{site}/planted/gone-for-good": _broken(
        410, (ONE, "By a detour", "{site}/planted/to-gone")
    ),
    "{site}/planted/lost?a=1&b=2": _broken(500, (TWO, HOSTILE, None)),
    "{site}/planted/around-a": _broken(
        "RedirectLoop", (ONE, "Round", None), (TWO, "Round again", "{site}/planted/around-b")
    ),
    # Ten redirects are followed, and the eleventh is one too many.
    "{site}/redirects/chain/2": _broken(
        "TooManyRedirects", (TWO, "Too far", "{site}/redirects/chain/12")
    ),
    "{site_refused}/": _broken("ConnectRefused", (TWO, "Nobody", None)),
}  # fmt: skip
BROKEN_ABROAD = {
    "{abroad}/gone": _broken(404, (ONE, "Gone abroad", None)),
    "{abroad}/moved/away": _broken(404, (ONE, "Moved abroad", "{abroad}/moved")),
    "{refused}/": _broken("ConnectRefused", (TWO, "Nobody abroad", None)),
}
"""What is broken on pages within two links of the start."""
TOO_DEEP = {"{abroad}/gone-too": _broken(410, ("{site}/planted/four", "From the last level", None))}
"""What is broken on a page three links away."""


def section(world: World) -> Section:
    """The pages, and what they lead to."""
    pages = [Route(path, "a page with planted links", _page(world, path)) for path in LINKS]
    redirects = [
        Route(path, f"{status} to {target}", always(Reply(status, (*HTML, ("Location", target)))))
        for path, (status, target) in REDIRECTS.items()
    ]
    slow = replace(document("Slow"), delay_s=world.options.slow_s)
    special = [
        Route("/planted/gone", "not there", always(html_reply(b"", status=404))),
        Route("/planted/gone-for-good", "not there any more", always(html_reply(b"", status=410))),
        Route("/planted/lost", "never works", always(html_reply(b"", status=500))),
        Route("/planted/slow", "late", always(slow)),
    ]
    return Section(
        "planted",
        "broken links, each of them known",
        (*pages, *redirects, *special, *_elsewhere()),
    )


def _elsewhere() -> list[Route]:
    robots = typed("text/plain", b"User-agent: *\nDisallow: /\n")
    later = html_reply(b"", ("Retry-After", str(PAUSE_S)), status=429)
    abroad = [Route(path, "abroad", always(answer), FOREIGN) for path, answer in ABROAD.items()]
    return [
        *abroad,
        Route("/robots.txt", "closed to all", always(robots), CLOSED),
        Route("/*", "asks for patience", always(later), BUSY),
        Route("/robots.txt", "open", always(Reply(404, HTML)), BUSY),
    ]


def filled(template: str, port: int, refused_port: int) -> str:
    """An address with its place-holders replaced."""
    return template.format(
        site=f"http://{WWW}:{port}",
        abroad=f"http://{FOREIGN}:{port}",
        closed=f"http://{CLOSED}:{port}",
        busy=f"http://{BUSY}:{port}",
        refused=f"http://{FOREIGN}:{refused_port}",
        site_refused=f"http://{WWW}:{refused_port}",
    )


def _page(world: World, path: str) -> Handler:
    def answer(request: SiteRequest) -> SiteAnswer:
        links = [
            f'<p><a href="{escape(filled(href, request.port, world.refused_port))}">'
            f"{escape(text)}</a></p>"
            for href, text in LINKS[path]
        ]
        return document("Planted", *links)

    return answer
