"""A host that is busy for a while: many pages, and one among them that asks for patience."""

from leadline.demo.messages import Handler, Reply, SiteRequest
from leadsite.markup import document, html_reply
from leadsite.routes import Route, Section, World, always

PAGES = 60


def section(world: World) -> Section:
    """Pages that link to each other, in the middle of them one that is busy at first."""
    links = "".join(f'<a href="/polite/page/{n}">{n}</a> ' for n in range(PAGES))
    busy = document("Busy", f'<a href="/polite/wait">wait</a> {links}')
    page = document("Page", '<a href="/polite/busy">back</a>')
    return Section(
        "polite",
        "a host that is busy for a while",
        (
            Route("/polite/busy", "links to all of them", always(busy)),
            Route("/polite/wait", "429 once, then 200", _once(world)),
            Route("/polite/page/*", "an ordinary page", always(page)),
        ),
    )


def _once(world: World) -> Handler:
    wait_s = str(world.options.retry_after_s)

    def answer(request: SiteRequest) -> Reply:
        if world.tries.count(f"{request.host}{request.target}") > 1:
            return document("Recovered")
        return html_reply(b"<title>Later</title>", ("Retry-After", wait_s), status=429)

    return answer
