"""Redirects of every kind. `PLAIN` holds those whose Location is a constant."""

from itertools import chain, repeat

from leadline.demo.messages import Raw, Reply, SiteRequest
from leadsite.markup import HTML, document, links
from leadsite.routes import OTHER, Route, Section, address, always

TARGET = "/redirects/target"

PLAIN = {
    "301": (301, TARGET),
    "302": (302, TARGET),
    "303": (303, TARGET),
    "307": (307, TARGET),
    "308": (308, TARGET),
    "300-with-location": (300, TARGET),
    "relative": (302, "target"),
    "dots": (302, "./../redirects/./target"),
    "query-only": (302, "?arrived=1"),
    "with-fragment": (302, f"{TARGET}#part"),
    "with-spaces": (302, f"  {TARGET}?a b  "),
    "non-ascii": (302, f"{TARGET}/é"),
    "empty": (302, ""),
    "unreadable": (302, "http://["),
    "loop-self": (302, "/redirects/loop-self"),
    "loop-a": (302, "/redirects/loop-b"),
    "loop-b": (302, "/redirects/loop-a"),
    "dir": (301, "/redirects/dir/"),
    "file/": (301, "/redirects/file"),
    "slash-loop": (301, "/redirects/slash-loop/"),
    "slash-loop/": (301, "/redirects/slash-loop"),
    "begin": (302, "/redirects/end"),
    "to-404": (302, "/redirects/nowhere"),
    "to-file": (302, "file:///etc/passwd"),
    "to-javascript": (302, "javascript:alert(1)"),
    "to-ftp": (302, "ftp://ftp.site.localhost/"),
    "to-data": (302, "data:text/html,<a href=/tripped>x</a>"),
    "to-private": (302, "http://10.0.0.1/"),
    "to-metadata": (302, "http://169.254.169.254/latest/meta-data/"),
    "to-short-loopback": (302, "http://127.1:9/"),
    "to-mapped-loopback": (302, "http://[::ffff:127.0.0.1]:9/"),
}
"""Name under `/redirects/` to status and Location."""

LONGEST_CHAIN = 12


def section() -> Section:
    """Everything a Location can do."""
    plain = [
        Route(f"/redirects/{name}", f"{status} to {location!r}", always(_to(status, location)))
        for name, (status, location) in PLAIN.items()
    ]
    special = [
        Route(TARGET, "where most of them lead", always(document("Target"))),
        Route("/redirects/dir/", "the end of /redirects/dir", always(document("Dir"))),
        Route("/redirects/file", "the end of /redirects/file/", always(document("File"))),
        Route("/redirects/end", "the end of /redirects/begin", always(_end())),
        Route("/redirects/missing", "302 without Location", always(Reply(302, HTML))),
        Route("/redirects/two", "302 with two Locations", always(_two())),
        Route("/redirects/other-host", "302 to another host", _to_other_host),
        Route("/redirects/tracked", "to itself with a tracking parameter", _tracked),
        Route("/redirects/untracked", "to itself without a tracking parameter", _untracked),
        Route("/redirects/endless-body", "302 with a body that never ends", _endless),
        Route("/redirects/meta-refresh", "a redirect in markup", always(_meta_refresh())),
        Route(f"/redirects/chain/{LONGEST_CHAIN}", "twelve in a row, then a page", _chain),
        Route("/redirects/chain/*", "as many in a row as the number says", _chain),
    ]
    return Section("redirects", "every kind of Location", (*plain, *special))


def _to(status: int, location: str) -> Reply:
    return Reply(status, (*HTML, ("Location", location)))


def _end() -> Reply:
    """Links to itself, and to where who came by the redirect began."""
    return document("End", links("/redirects/begin", "/redirects/end", TARGET))


def _two() -> Reply:
    return Reply(302, (*HTML, ("Location", TARGET), ("Location", "/redirects/301")))


def _to_other_host(request: SiteRequest) -> Reply:
    return _to(302, address(request, OTHER, TARGET))


def _tracked(request: SiteRequest) -> Reply:
    if request.query:
        return document("Tracked")
    return _to(302, "/redirects/tracked?utm_source=site&gclid=1")


def _untracked(request: SiteRequest) -> Reply:
    return _to(302, "/redirects/untracked") if request.query else document("Untracked")


def _chain(request: SiteRequest) -> Reply:
    left = request.path.rsplit("/", 1)[-1]
    if not left.isdigit():
        return Reply(404, HTML)
    return _to(302, f"/redirects/chain/{int(left) - 1}") if int(left) else document("Chain")


def _endless(_request: SiteRequest) -> Raw:
    head = f"HTTP/1.1 302 Found\r\nLocation: {TARGET}\r\n\r\n".encode()
    return Raw(chain([head], repeat(b" " * 4096)))


def _meta_refresh() -> Reply:
    return document("Moved", head=f'<meta http-equiv="refresh" content="0; url={TARGET}">')
