"""Endless spaces. Beside each one is a real section that a crawl must still cover.

What a page links to follows from its address alone, so that everybody sees the same space.
"""

import hashlib
from collections.abc import Callable, Iterator

from leadline.demo.messages import Handler, Reply, SiteRequest
from leadsite.markup import document, html_reply, links
from leadsite.routes import WILD, Route, Section, address

MONTHS_A_YEAR = 12
DAYS_A_MONTH = 28
SESSIONS = ("visit/{page}?sid={id}", "visit/{page};jsessionid={id}", "s/{id}/visit/{page}",
            "(S({id}))/visit/{page}")  # fmt: skip
"""Where sites put the id of a session."""
MENU = ("about", "events", "help", "news", "prices", "shop", "staff", "terms")
FACETS = ("brand", "colour", "cut", "fabric", "fit", "length", "material", "pattern", "price",
          "rating", "season", "size", "style", "washable")  # fmt: skip
CHOICES = 3
"""Values of each facet."""
WORDS = 6
"""Links of a page that is not there."""
SUBDOMAINS = 3
PAGES_OF_SUBDOMAIN = 2

NAMES = ("calendar", "sessions", "ratchet", "menu", "facets", "soft-404", "wild")
"""Each trap has its entrance at `/traps/<name>/`."""

KINDS = ("amber", "brass", "copper", "cedar", "ebony", "flint", "glass", "ivory", "jade", "linen",
         "maple", "oak", "pearl", "silver", "wool")  # fmt: skip
THINGS = ("anchor", "basket", "candle", "drum", "easel", "flute", "globe", "hammer", "inkwell",
          "jug", "kettle", "lantern", "mirror", "needle", "oar", "plate", "quill", "ring",
          "saddle", "table")  # fmt: skip


def real_paths(name: str) -> tuple[str, ...]:
    """The section beside a trap: lists, which its entrance links to, and what they list."""
    lists = tuple(f"/traps/{name}/real/{kind}/" for kind in KINDS)
    return lists + tuple(f"{each}{thing}" for each in lists for thing in THINGS)


def section() -> Section:
    """An entrance, an endless part and a real one for each trap."""
    routes = (
        *_trap("calendar", "months, days and weeks, for ever", _calendar),
        *_trap("sessions", "a new session id in every link", _sessions),
        *_trap("ratchet", "a relative link that always goes deeper", _ratchet),
        *_trap("menu", "a menu of relative links", _menu),
        *_trap("facets", "filters in any combination", _facets),
        *_trap("soft-404", "what is not there answers 200 and links on", _soft_404),
        *_trap("wild", "every subdomain exists", _wild),
        Route("/", "a front page on any subdomain", _wild, WILD),
        Route("/about", "another page on any subdomain", _wild, WILD),
    )
    return Section("traps", "endless spaces, each beside a real section", routes)


def _trap(name: str, what: str, endless: Callable[[SiteRequest], Reply]) -> tuple[Route, ...]:
    base = f"/traps/{name}/"
    return (
        Route(base, what, _entrance(name, endless)),
        Route(f"{base}*", what, endless),
        Route(f"{base}real/*", "a real page", _real(name)),
    )


def _entrance(name: str, endless: Callable[[SiteRequest], Reply]) -> Handler:
    lists = links(*real_paths(name)[: len(KINDS)]).encode()

    def answer(request: SiteRequest) -> Reply:
        page = endless(request)
        return Reply(page.status, page.headers, page.body + lists)

    return answer


def _real(name: str) -> Handler:
    paths = frozenset(real_paths(name))

    def answer(request: SiteRequest) -> Reply:
        if request.path not in paths:
            return html_reply(b"", status=404)
        listed = links(*THINGS) if request.path.endswith("/") else links("./")
        return document(f"Real {request.path}", listed)

    return answer


def _calendar(request: SiteRequest) -> Reply:
    day = _day_in(request)
    month = day - day % DAYS_A_MONTH
    months = [_date(month + by, "months/{}/{:02}") for by in (-DAYS_A_MONTH, DAYS_A_MONTH)]
    days = [_date(day + by, "days/{}/{:02}/{:02}") for by in (-1, 1)]
    weeks = [_date(day + by, "weeks?from={}-{:02}-{:02}&amp;days=7") for by in (-7, 7)]
    return document(f"Day {day}", links(*months, *days, *weeks))


def _day_in(request: SiteRequest) -> int:
    """Days since the year 0, in which every month has 28; without a date it is in 2026."""
    text = request.target.rpartition("from=")[2].partition("&")[0].replace("-", "/")
    numbers = [int(word) for word in text.split("/") if word.isdigit()]
    year, month, day = [*numbers, *[2026, 1, 1][len(numbers) :]][:3]
    return (year * MONTHS_A_YEAR + month - 1) * DAYS_A_MONTH + day - 1


def _date(number: int, form: str) -> str:
    months, day = divmod(number, DAYS_A_MONTH)
    year, month = divmod(months, MONTHS_A_YEAR)
    return "/traps/calendar/" + form.format(year, month + 1, day + 1)


def _sessions(request: SiteRequest) -> Reply:
    visits = [
        "/traps/sessions/" + form.format(page=number, id=_digest(f"{request.target} {number}"))
        for number, form in enumerate(SESSIONS)
    ]
    return document("Session", links(*visits))


def _ratchet(_request: SiteRequest) -> Reply:
    return document("Ratchet", links("more/again/"))


def _menu(_request: SiteRequest) -> Reply:
    return document("Menu", links(*(f"{name}/" for name in MENU)))


def _facets(request: SiteRequest) -> Reply:
    chosen = set(filter(None, request.query.split("&")))
    lists = (f"/traps/facets/list?{'&amp;'.join(sorted(some))}" for some in _choices(chosen))
    return document("List", links(*lists))


def _choices(chosen: set[str]) -> Iterator[set[str]]:
    for facet in FACETS:
        others = {choice for choice in chosen if not choice.startswith(f"{facet}=")}
        for choice in {f"{facet}={value}" for value in range(CHOICES)} - chosen:
            yield others | {choice}


def _soft_404(request: SiteRequest) -> Reply:
    words = [_word(f"{request.path} {number}") for number in range(WORDS)]
    return document("Sorry, nothing here", links(*(f"/traps/soft-404/{word}" for word in words)))


def _wild(request: SiteRequest) -> Reply:
    words = [_word(f"{request.host} {number}") for number in range(SUBDOMAINS)]
    fronts = [address(request, f"{word}{WILD}", "/") for word in words]
    own = ["/about"] if request.host.endswith(WILD) else []
    return document("Wild", links(*fronts, *own))


def _digest(seed: str) -> str:
    return hashlib.md5(seed.encode(), usedforsecurity=False).hexdigest()


def _word(seed: str) -> str:
    return _digest(seed)[:12].translate(str.maketrans("0123456789", "ghijklmnop"))
