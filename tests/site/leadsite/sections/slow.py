"""Answers that take their time. How long is an option of the site."""

from collections.abc import Iterator
from dataclasses import replace

from leadline.demo.messages import Ending, Handler, Raw, Reply, SiteRequest
from leadsite.markup import document
from leadsite.routes import OTHER, WWW, Route, Section, World, address, always

PAGE = document("Slow", "<p><a href='/slow/after'>after</a></p>")
WHOLE = PAGE.head() + PAGE.body
IN_HEAD = len(PAGE.head()) // 2
HALFWAY = len(PAGE.head()) + len(PAGE.body) // 2


def section(world: World) -> Section:
    """Late, in drops, or never."""
    slow_s, drip_s = world.options.slow_s, world.options.drip_s
    routes = (
        Route("/slow/first-byte", "a late first byte", always(replace(PAGE, delay_s=slow_s))),
        Route("/slow/drip", "the body byte by byte", _dripping(PAGE.head(), PAGE.body, drip_s)),
        Route("/slow/drip-headers", "all byte by byte", _dripping(b"", WHOLE, drip_s)),
        Route("/slow/pause", "one pause inside the body", always(_paused(HALFWAY, slow_s))),
        Route("/slow/stalled", "half a body, then silence", always(_stalled(HALFWAY))),
        Route("/slow/stalled-headers", "half a head, then silence", always(_stalled(IN_HEAD))),
        Route("/slow/silent", "never a byte", always(Raw((), Ending.HOLD))),
        Route("/slow/elsewhere", "a redirect to a late page of another host", _elsewhere),
        Route("/slow/across", "the same, and from there to here", _across),
        Route("/slow/after", "an ordinary page", always(document("After"))),
    )
    return Section("slow", "answers that come late, in drops, or never", routes)


def _elsewhere(request: SiteRequest) -> Reply:
    return Reply(302, (("Location", address(request, OTHER, "/slow/first-byte")),))


def _across(request: SiteRequest) -> Reply:
    target = address(request, WWW if request.host == OTHER else OTHER, "/slow/first-byte")
    return Reply(302, (("Location", f"{target}?{request.query}"),))


def _dripping(at_once: bytes, slowly: bytes, drip_s: float) -> Handler:
    def parts() -> Iterator[bytes]:
        yield at_once
        for byte in slowly:
            yield bytes([byte])

    def answer(_request: SiteRequest) -> Raw:
        return Raw(parts(), pause_s=drip_s)

    return answer


def _paused(at: int, pause_s: float) -> Raw:
    return Raw((WHOLE[:at], WHOLE[at:]), pause_s=pause_s)


def _stalled(after: int) -> Raw:
    return Raw((WHOLE[:after],), Ending.HOLD)
