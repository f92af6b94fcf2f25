"""A part that wants a password, and ways out of it to other origins: who tells them the password?

`START` links to a page behind the password, to `OTHER`, which is of the same domain, and to
`FOREIGN`, which is not; and to redirects to both.
"""

import base64

from leadline.demo.messages import Handler, Reply, SiteRequest
from leadsite.markup import document, html_reply, links
from leadsite.routes import FOREIGN, OTHER, Route, Section, address, always

START = "/locked/start"
SECRET = "/locked/secret"
USER, PASSWORD = "keeper", "s3cret:lamp"
_EXPECTED = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


def section() -> Section:
    """The page behind the password, and the ways out."""
    return Section(
        "locked",
        "a password, and ways to other origins",
        (
            Route(START, "the ways out", _start),
            Route(SECRET, "401 without the password", _secret),
            Route("/locked/to-other", "302 to another host of the domain", _to(OTHER)),
            Route("/locked/to-foreign", "302 to a foreign host", _to(FOREIGN)),
            Route("/locked/page*", "an ordinary page", always(document("Page"))),
            Route("/locked/cookie*", "a page that sets a cookie", always(_cookie())),
        ),
    )


def _start(request: SiteRequest) -> Reply:
    out = (address(request, host, "/locked/page") for host in (OTHER, FOREIGN))
    return document("Start", links(SECRET, "/locked/to-other", "/locked/to-foreign", *out))


def _secret(request: SiteRequest) -> Reply:
    if request.headers.get("authorization") == _EXPECTED:
        return document("Secret")
    return html_reply(b"<title>Who is there?</title>", status=401)


def _cookie() -> Reply:
    cookie = ("Set-Cookie", "session=s3cret; Path=/; HttpOnly")
    return html_reply(b"<title>Cookie</title>", cookie)


def _to(host: str) -> Handler:
    def answer(request: SiteRequest) -> Reply:
        location = address(request, host, f"{START}?redirected")
        return html_reply(b"", ("Location", location), status=302)

    return answer
