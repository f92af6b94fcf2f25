"""Statuses: `/status/<code>` for each of `CODES`, and those with a twist."""

import time
from email.utils import formatdate

from leadline.demo.messages import Ending, Handler, Raw, Reply, SiteRequest
from leadsite.markup import HTML, document, html_reply
from leadsite.routes import Route, Section, World, always

CODES = (
    200, 201, 203, 205, 206, 400, 401, 402, 403, 404, 405, 406, 408, 410, 418, 422, 425, 429, 451,
    500, 501, 502, 503, 504, 599,
)  # fmt: skip


def section(world: World) -> Section:
    """Every status, Retry-After, and errors that pass."""
    plain = [Route(f"/status/{code}", f"{code}", always(_page(code))) for code in CODES]
    wait_s = world.options.retry_after_s
    special = [
        Route("/status/204", "204 without body", always(Reply(204))),
        Route("/status/304", "304 that nobody asked for", always(Reply(304))),
        Route("/status/empty-200", "200 with an empty body", always(Reply(200, HTML))),
        Route("/status/early-hints", "103 before the 200", always(_hinted())),
        Route("/status/429-seconds", "429, Retry-After in seconds", _later(429, wait_s)),
        Route("/status/429-date", "429, Retry-After as a date", _at_date(429, wait_s)),
        Route("/status/429-garbage", "429, unreadable Retry-After", always(_garbage())),
        Route("/status/503-after", "503, Retry-After in seconds", _later(503, wait_s)),
        Route("/status/503-date", "503, Retry-After as a date", _at_date(503, wait_s)),
        Route("/status/recovers-2", "500 once, then 200", _recovering(world, _page(500), 2)),
        Route("/status/recovers-3", "500 twice, then 200", _recovering(world, _page(500), 3)),
        Route("/status/429-once", "429 once, then 200", _recovering(world, _wait(429, wait_s), 2)),
        Route("/status/503-once", "503 once, then 200", _recovering(world, _wait(503, wait_s), 2)),
        Route("/status/reset-once", "a reset, then 200", _recovering(world, _reset(), 2)),
    ]
    return Section("status", "every status, and errors that pass", (*plain, *special))


def _page(code: int) -> Reply:
    body = f"<title>{code}</title><p><a href='/status/200'>on</a></p>"
    return html_reply(body.encode(), status=code)


def _hinted() -> Raw:
    hint = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
    reply = document("Hinted")
    return Raw((hint + reply.head() + reply.body,))


def _wait(code: int, seconds: int) -> Reply:
    return html_reply(b"<title>Later</title>", ("Retry-After", str(seconds)), status=code)


def _later(code: int, seconds: int) -> Handler:
    return always(_wait(code, seconds))


def _at_date(code: int, seconds: int) -> Handler:
    def answer(_request: SiteRequest) -> Reply:
        date = formatdate(time.time() + seconds, usegmt=True)
        return html_reply(b"<title>Later</title>", ("Retry-After", date), status=code)

    return answer


def _garbage() -> Reply:
    return html_reply(b"<title>Later</title>", ("Retry-After", "soon"), status=429)


def _reset() -> Raw:
    return Raw((), ending=Ending.RESET)


def _recovering(world: World, failure: Reply | Raw, good_try: int) -> Handler:
    """Fails until the given try. Every host and query has its own count."""

    def answer(request: SiteRequest) -> Reply | Raw:
        tried = world.tries.count(f"{request.host}{request.target}")
        return failure if tried < good_try else document(f"Recovered on try {tried}")

    return answer
