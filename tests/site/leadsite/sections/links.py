"""Every way to write an address into a page.

`FORMS` and `BASES` say what each means. In them `{origin}` is the origin of the page, `{port}`
its port. Whatever is below `/links/` exists.
"""

from dataclasses import dataclass
from html import escape

from leadline.demo.messages import Handler, Reply, SiteRequest
from leadsite.markup import document
from leadsite.routes import Route, Section, always

FORMS_PATH = "/links/forms/page"


@dataclass(frozen=True, slots=True)
class Form:
    """An href as it stands in the markup, and the address it means; None if it is no link for us.

    Addresses are without fragment and without credentials.
    """

    href: str
    target: str | None
    rel: str = ""
    tag: str = "a"


FORMS = {
    "relative": Form("leaf", "{origin}/links/forms/leaf"),
    "dot": Form("./leaf-dot", "{origin}/links/forms/leaf-dot"),
    "dot dot": Form("../leaf-up", "{origin}/links/leaf-up"),
    "too far up": Form("../../../../links/leaf-far", "{origin}/links/leaf-far"),
    "rooted": Form("/links/leaf-root", "{origin}/links/leaf-root"),
    "another host": Form(
        "//other.site.localhost:{port}/links/o", "http://other.site.localhost:{port}/links/o"
    ),
    "query only": Form("?page=2", "{origin}/links/forms/page?page=2"),
    "fragment only": Form("#part", "{origin}/links/forms/page"),
    "empty": Form("", "{origin}/links/forms/page"),
    "spaces around": Form("  /links/leaf-trim  ", "{origin}/links/leaf-trim"),
    "space inside": Form("/links/leaf with space", "{origin}/links/leaf%20with%20space"),
    "tab and newline": Form("/links/le\taf-\nbroken", "{origin}/links/leaf-broken"),
    "entity": Form("/links/leaf?a=1&amp;b=2", "{origin}/links/leaf?a=1&b=2"),
    "bare ampersand": Form("/links/leaf?c=1&d=2", "{origin}/links/leaf?c=1&d=2"),
    "numeric entity": Form("/links/leaf-&#x65;&#110;d", "{origin}/links/leaf-end"),
    "non-ascii": Form("/links/leaf-é", "{origin}/links/leaf-%C3%A9"),
    "upper-case scheme": Form(
        "HTTP://WWW.Site.LOCALHOST:{port}/links/Leaf-Upper",
        "http://www.site.localhost:{port}/links/Leaf-Upper",
    ),
    "default port": Form("http://www.site.localhost:80/links/p", "http://www.site.localhost/links/p"),
    "one slash": Form("http:/links/leaf-slash", "{origin}/links/leaf-slash"),
    "backslashes": Form("\\links\\leaf-back", "{origin}/links/leaf-back"),
    "broken percent": Form("/links/leaf-%zz-100%", "{origin}/links/leaf-%zz-100%"),
    "idn": Form(
        "http://bücher.site.localhost:{port}/links/idn",
        "http://xn--bcher-kva.site.localhost:{port}/links/idn",
    ),
    "userinfo": Form(
        "http://user:secret@www.site.localhost:{port}/links/leaf-user",
        "http://www.site.localhost:{port}/links/leaf-user",
    ),
    "area": Form("/links/leaf-area", "{origin}/links/leaf-area", tag="area"),
    "nofollow": Form("/links/leaf-nofollow", "{origin}/links/leaf-nofollow", "nofollow"),
    "ugc": Form("/links/leaf-ugc", "{origin}/links/leaf-ugc", "ugc"),
    "sponsored": Form("/links/leaf-paid", "{origin}/links/leaf-paid", "NOFOLLOW Sponsored"),
    "mailto": Form("mailto:somebody@example.com", None),
    "tel": Form("tel:+49-30-123", None),
    "javascript": Form("javascript:void(0)", None),
    "mixed-case javascript": Form(" JaVa\tScRiPt:void(0)", None),
    "data": Form("data:text/html,hello", None),
    "ftp": Form("ftp://ftp.site.localhost/", None),
    "file": Form("file:///etc/passwd", None),
    "unreadable": Form("http://[::bad/", None),
    "no such port": Form("http://www.site.localhost:99999/", None),
}  # fmt: skip

NEVER = ("comment", "script", "style", "textarea", "text", "title")
"""`/links/never-<name>` stands in the page, but not as a link."""

BASES = {
    "absolute": ('<base href="http://other.site.localhost:{port}/links/b/">',
                 "http://other.site.localhost:{port}/links/b/leaf"),
    "relative": ('<base href="deep/er/">', "{origin}/links/base/deep/er/leaf"),
    "several": ('<base href="/links/one/"><base href="/links/two/">', "{origin}/links/one/leaf"),
    "target-only": ('<base target="_top"><base href="/links/three/">', "{origin}/links/three/leaf"),
    "javascript": ('<base href="javascript:alert(1)">', "{origin}/links/base/leaf"),
    "data": ('<base href="data:text/plain,x">', "{origin}/links/base/leaf"),
    "unreadable": ('<base href="http://[">', "{origin}/links/base/leaf"),
    "empty": ('<base href="">', "{origin}/links/base/leaf"),
}  # fmt: skip
"""Name under `/links/base/` to its base tags, and to what its only link, `leaf`, means."""

SCRIPTED = """<div id="app"></div><script>
document.getElementById("app").innerHTML = '<h1>Drawn</h1><a href="/links/by-script">more</a>';
</script>"""


def section() -> Section:
    """All forms on one page, all bases, and links that only a script writes."""
    bases = [Route(f"/links/base/{name}", tags, _based(tags)) for name, (tags, _) in BASES.items()]
    special = [
        Route(FORMS_PATH, "every form of href", _forms),
        Route("/links/syntax", "unquoted, single quotes, upper case", always(_syntax())),
        Route("/links/scripted", "a page that needs JavaScript", always(_scripted())),
        Route("/links/*", "whatever a link leads to", always(document("Leaf"))),
    ]
    return Section("links", "every way to write an address", (*special, *bases))


def filled(template: str, request_port: int, host: str) -> str:
    """A target or href with its place-holders replaced."""
    origin = f"http://{host}:{request_port}"
    return template.replace("{origin}", origin).replace("{port}", str(request_port))


def _forms(request: SiteRequest) -> Reply:
    anchors = "".join(_anchor(name, form) for name, form in FORMS.items())
    never = (
        "<!-- <a href='/links/never-comment'>x</a> -->"
        "<script>var x = \"<a href='/links/never-script'>x</a>\"</script>"
        "<style>/* <a href='/links/never-style'>x</a> */</style>"
        "<textarea><a href='/links/never-textarea'>x</a></textarea>"
        "<p>&lt;a href='/links/never-text'></p><a>no href</a>"
    )
    title = "<a href='/links/never-title'>Forms</a>"
    page = f"<!doctype html><title>{title}</title><map>{anchors}</map>{never}"
    body = filled(page, request.port, request.host).encode()
    return Reply(200, (("Content-Type", "text/html; charset=utf-8"),), body)


def _anchor(name: str, form: Form) -> str:
    rel = f' rel="{form.rel}"' if form.rel else ""
    if form.tag == "area":
        return f'<area href="{form.href}"{rel} alt="{name}">'
    return f'<p><a href="{form.href}"{rel}>{escape(name)}</a></p>'


def _based(tags: str) -> Handler:
    def answer(request: SiteRequest) -> Reply:
        head = filled(tags, request.port, request.host)
        return document("Base", '<a href="leaf">leaf</a>', head=head)

    return answer


def _syntax() -> Reply:
    return document(
        "Syntax",
        "<A HREF=/links/leaf-unquoted>1</A><a href='/links/leaf-single'>2</a>",
        '<a\nhref\n=\n"/links/leaf-spaced">3</a><a href="/links/leaf-first" href="/links/second">',
        '4</a><a href="/links/leaf-unclosed">5<p><a href="/links/leaf-nested">6',
    )


def _scripted() -> Reply:
    return document("Scripted", SCRIPTED)
