"""Sitemaps of every kind; pages below `/sitemaps/pages/` are found through them alone.

The robots.txt of `HOST` names the index. That of `UNNAMED` names none, but its `/sitemap.xml` leads
to one. That of `ELSEWHERE` names one that lies on `OTHER`.
"""

import gzip
from collections.abc import Callable

from leadline.demo.messages import Handler, Reply, SiteRequest
from leadsite.markup import document, html_reply, typed
from leadsite.routes import FOREIGN, OTHER, Route, Section, address, always

HOST = "sitemaps.site.localhost"
UNNAMED = "unnamed-sitemap.site.localhost"
ELSEWHERE = "elsewhere-sitemap.site.localhost"
ROOT = "/sitemaps/pages/root"
"""A page without links, to begin with."""
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
XML = "application/xml"

LISTED = {
    "plain.xml": ("plain-1", "plain-2", "plain-3"),
    "packed.xml.gz": ("packed-1", "packed-2"),
    "list.txt": ("text-1", "text-2"),
    "feed.rss": ("rss-1", "rss-2"),
    "feed.atom": ("atom-1",),
    "bare.xml": ("bare-1",),
    "broken.xml": ("broken-1",),
}
"""Sitemap under `/sitemaps/` to the pages that it lists on its own host."""

INDEXED = (*LISTED, "other-host.xml", "entity-bomb.xml", "external-entity.xml", "missing.xml")

ENTITIES = (
    '<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {name} "{f"&{previous};" * 10}">'
        for previous, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)
EXTERNAL = '<!DOCTYPE urlset [<!ENTITY file SYSTEM "file:///etc/passwd">]>'


def section() -> Section:
    """Each sitemap, and the pages they list."""
    routes = (
        Route("/sitemaps/index.xml", "an index of all", _index),
        Route("/sitemaps/loop.xml", "an index that lists itself", _loop),
        Route("/sitemaps/plain.xml", "three pages", _xml(_plain)),
        Route("/sitemaps/packed.xml.gz", "two pages, in gzip", _packed),
        Route("/sitemaps/list.txt", "two pages, one a line", _listed),
        Route("/sitemaps/bare.xml", "no namespace, odd spaces", _xml(_bare)),
        Route("/sitemaps/broken.xml", "breaks off after a page", _xml(_broken)),
        Route("/sitemaps/feed.rss", "two items of a feed", _xml(_rss)),
        Route("/sitemaps/feed.atom", "an entry of a feed", _xml(_atom)),
        Route("/sitemaps/other-host.xml", "a page of another host", _xml(_foreign)),
        Route("/sitemaps/entity-bomb.xml", "a billion letters", _xml(_bomb)),
        Route("/sitemaps/external-entity.xml", "asks for a file", _xml(_external)),
        Route("/sitemaps/pages/*", "a listed page", always(document("Listed"))),
        Route("/sitemaps/for-elsewhere.xml", "for another host, and itself", _xml(_for_elsewhere)),
        Route("/robots.txt", "names the index", _robots(HOST, "index.xml"), HOST),
        Route(
            "/robots.txt",
            "names one of another host",
            _robots(OTHER, "for-elsewhere.xml"),
            ELSEWHERE,
        ),
        Route("/sitemap.xml", "where nobody named one", always(_moved()), UNNAMED),
    )
    return Section("sitemaps", "index, xml, gz, txt, foreign, broken, bomb", routes)


def listed_path(name: str) -> str:
    """The path of a listed page."""
    return f"/sitemaps/pages/{name}"


def _xml(write: Callable[[SiteRequest], str]) -> Handler:
    return lambda request: typed(XML, (DECLARATION + write(request)).encode())


def _urls(request: SiteRequest, sitemap: str, host: str = "") -> str:
    return "".join(
        f"<url><loc>{address(request, host or request.host, listed_path(name))}</loc></url>"
        for name in LISTED[sitemap]
    )


def _maps(request: SiteRequest, *names: str) -> Reply:
    entries = "".join(
        f"<sitemap><loc>{address(request, request.host, f'/sitemaps/{name}')}</loc></sitemap>"
        for name in names
    )
    return typed(XML, f"{DECLARATION}<sitemapindex {XMLNS}>{entries}</sitemapindex>".encode())


def _index(request: SiteRequest) -> Reply:
    return _maps(request, *INDEXED)


def _loop(request: SiteRequest) -> Reply:
    return _maps(request, "loop.xml", "plain.xml")


def _plain(request: SiteRequest) -> str:
    return f"<urlset {XMLNS}>{_urls(request, 'plain.xml')}</urlset>"


def _packed(request: SiteRequest) -> Reply:
    text = f"{DECLARATION}<urlset {XMLNS}>{_urls(request, 'packed.xml.gz')}</urlset>"
    return typed("application/gzip", gzip.compress(text.encode(), mtime=0))


def _listed(request: SiteRequest) -> Reply:
    pages = [address(request, request.host, listed_path(name)) for name in LISTED["list.txt"]]
    return typed("text/plain; charset=utf-8", "\n".join([*pages, "", "not an address"]).encode())


def _bare(request: SiteRequest) -> str:
    return f"<urlset>{_urls(request, 'bare.xml').replace('http:', chr(10) + '  http:')}</urlset>"


def _broken(request: SiteRequest) -> str:
    return f"<urlset {XMLNS}>{_urls(request, 'broken.xml')}<url><loc>http://<<"


def _foreign(request: SiteRequest) -> str:
    return f"<urlset {XMLNS}>{_urls(request, 'plain.xml', OTHER)}</urlset>"


def _bomb(_request: SiteRequest) -> str:
    return f"{ENTITIES}<urlset {XMLNS}><url><loc>http://&i;/</loc></url></urlset>"


def _external(_request: SiteRequest) -> str:
    return f"{EXTERNAL}<urlset {XMLNS}><url><loc>http://&file;/</loc></url></urlset>"


def _rss(request: SiteRequest) -> str:
    pages = [address(request, request.host, listed_path(name)) for name in LISTED["feed.rss"]]
    items = "".join(f"<item><title>x</title><link>{page}</link></item>" for page in pages)
    front = address(request, OTHER, "/")
    return f'<rss version="2.0"><channel><link>{front}</link>{items}</channel></rss>'


def _atom(request: SiteRequest) -> str:
    [name] = LISTED["feed.atom"]
    page = address(request, request.host, listed_path(name))
    self = f'<link rel="self" href="{address(request, OTHER, "/")}"/>'
    entry = f'<entry>{self}<link href="{page}"/></entry>'
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{self}{entry}</feed>'


def _for_elsewhere(request: SiteRequest) -> str:
    urls = "".join(
        f"<url><loc>{address(request, host, listed_path('elsewhere'))}</loc></url>"
        for host in (ELSEWHERE, OTHER, HOST, FOREIGN)
    )
    return f"<urlset {XMLNS}>{urls}</urlset>"


def _robots(host: str, name: str) -> Handler:
    def answer(request: SiteRequest) -> Reply:
        line = f"Sitemap: {address(request, host, f'/sitemaps/{name}')}\n"
        return typed("text/plain; charset=utf-8", f"User-agent: *\nDisallow:\n\n{line}".encode())

    return answer


def _moved() -> Reply:
    return html_reply(b"", ("Location", "/sitemaps/plain.xml"), status=301)
