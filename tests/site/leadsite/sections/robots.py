"""One host per kind of robots.txt: `robots-<name>.site.localhost` for each name in `HOSTS`.

Each has a front page that links to `/robots/open` and `/robots/closed`. Every other host lets
everything be read but `/private/`.
"""

from dataclasses import dataclass, replace

from leadline.demo.messages import Ending, Raw, Reply, SiteRequest
from leadsite.markup import HTML, document, links, typed
from leadsite.routes import OTHER, Route, Section, World, address, always

TEXT = "text/plain; charset=utf-8"
CLOSED = b"User-agent: *\nDisallow: /robots/closed\n"
DEFAULT = b"User-agent: *\nDisallow: /private/\n"
HUGE_BYTES = 600 * 1024
CRAWL_DELAY_S = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """What a host answers for its robots.txt."""

    what: str
    answer: Reply | Raw


def host_of(name: str) -> str:
    """The host name of a variant."""
    return f"robots-{name}.site.localhost"


def _text(body: bytes) -> Reply:
    return typed(TEXT, body)


def _huge() -> bytes:
    filler = b"# nothing here\n" * (HUGE_BYTES // 15)
    return CLOSED + filler + b"Disallow: /robots/open\n"


HOSTS = {
    "404": Variant("none: all is open", Reply(404, HTML)),
    "403": Variant("forbidden: all is open", Reply(403, HTML)),
    "401": Variant("needs a password: all is open", Reply(401, HTML)),
    "429": Variant("too many requests", Reply(429, HTML)),
    "500": Variant("broken: nothing may be read", Reply(500, HTML)),
    "503": Variant("unavailable: nothing may be read", Reply(503, (("Retry-After", "1"),))),
    "hang": Variant("never answers", Raw((), Ending.HOLD)),
    "reset": Variant("resets the connection", Raw((), Ending.RESET)),
    "empty": Variant("empty: all is open", _text(b"")),
    "disallow-all": Variant("all is closed", _text(b"User-agent: *\nDisallow: /\n")),
    "closed": Variant("one part is closed", _text(CLOSED)),
    "agent": Variant(
        "closed to us, open to others", _text(b"User-agent: leadline\nDisallow: /\n\n" + DEFAULT)
    ),
    "crawl-delay": Variant("a delay", _text(CLOSED + b"Crawl-delay: %d\n" % CRAWL_DELAY_S)),
    "redirect": Variant("elsewhere, closed there", Reply(301, (("Location", "/robots/moved"),))),
    "redirect-loop": Variant("to itself", Reply(302, (("Location", "/robots.txt"),))),
    "huge": Variant("600 KiB: the last line, beyond 500, closes /robots/open", _text(_huge())),
    "bom": Variant("begins with a byte order mark", _text(b"\xef\xbb\xbf" + CLOSED)),
    "html": Variant("an HTML page instead", document("Not robots", "Disallow: /")),
    "carriage-returns": Variant("old line ends", _text(CLOSED.replace(b"\n", b"\r"))),
    "binary": Variant("bytes that are no text", _text(bytes(range(256)) * 8)),
    "wildcards": Variant("stars and dollars", _text(b"User-agent: *\nDisallow: /*closed$\n")),
}  # fmt: skip


LED_AWAY = host_of("led-away")


def section(world: World) -> Section:
    """The robots.txt of every host, and the pages they are about."""
    variants = [route for name, variant in HOSTS.items() for route in _routes(name, variant)]
    slow = Variant("comes late", replace(_text(CLOSED), delay_s=world.options.slow_s))
    special = [
        Route("/robots.txt", "only /private/ is closed", always(_text(DEFAULT))),
        Route("/private/page", "closed by robots.txt", always(document("Private"))),
        Route("/robots/open", "an ordinary page", always(document("Open"))),
        Route("/robots/closed", "closed on most hosts", always(document("Closed"))),
        Route("/robots/moved", "where a robots.txt went", always(_text(CLOSED))),
        Route("/robots.txt", "on another host", _led_away, LED_AWAY),
        Route("/robots/hosts", "links to every host of this section", _hosts),
    ]
    return Section(
        "robots",
        "one host per kind of robots.txt",
        (*special, *variants, *_routes("slow", slow)),
    )


def _routes(name: str, variant: Variant) -> tuple[Route, Route]:
    front = document(f"Robots: {name}", links("/robots/open", "/robots/closed"))
    return (
        Route("/robots.txt", variant.what, always(variant.answer), host_of(name)),
        Route("/", f"front page of {host_of(name)}", always(front), host_of(name)),
    )


def _led_away(request: SiteRequest) -> Reply:
    return Reply(301, (("Location", address(request, OTHER, "/robots/moved")),))


def _hosts(request: SiteRequest) -> Reply:
    names = [*HOSTS, "slow"]
    return document("Hosts", links(*(address(request, host_of(name), "/") for name in names)))
