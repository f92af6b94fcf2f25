"""Endless spaces. Beside each one are real pages that a crawl must still cover."""

from collections.abc import Callable

from leadline.demo.messages import Handler, Reply, SiteRequest
from leadsite.markup import document, links
from leadsite.routes import WILD, Route, Section, World, address, always

REAL_PAGES = 5
FACETS = ("brand", "colour", "cut", "fabric", "fit", "length", "material", "pattern", "price",
          "rating", "season", "size", "style", "washable")  # fmt: skip
MONTHS_A_YEAR = 12

NAMES = ("calendar", "sessions", "ratchet", "facets", "soft-404", "wild")
"""Each trap has its entrance at `/traps/<name>/`."""


def real_paths(name: str) -> tuple[str, ...]:
    """The pages beside a trap, all linked from its entrance."""
    return tuple(f"/traps/{name}/real/{number}" for number in range(1, REAL_PAGES + 1))


def section(world: World) -> Section:
    """An entrance, an endless part and some real pages for each trap."""
    routes = (
        *_trap("calendar", "next month, for ever", _calendar, "months/*"),
        *_trap("sessions", "a new session id in every link", _sessions(world), "visit*"),
        *_trap("ratchet", "a relative link that always goes deeper", _ratchet, "a/*"),
        *_trap("facets", "filters in any combination", _facets, "list*"),
        *_trap("soft-404", "what is not there answers 200 and links on", _soft_404, "*"),
        *_trap("wild", "every subdomain exists", _wild, "out"),
        Route("/", "a front page on any subdomain", _wild, WILD),
    )
    return Section("traps", "endless spaces, each beside a few real pages", routes)


def _trap(
    name: str, what: str, endless: Callable[[SiteRequest], Reply], below: str
) -> tuple[Route, ...]:
    real = [
        Route(path, "a real page", always(document("Real", links(f"/traps/{name}/"))))
        for path in real_paths(name)
    ]
    entrance = Route(f"/traps/{name}/", what, _entrance(name, endless))
    return (entrance, Route(f"/traps/{name}/{below}", what, endless), *real)


def _entrance(name: str, endless: Callable[[SiteRequest], Reply]) -> Handler:
    real = links(*real_paths(name)).encode()

    def answer(request: SiteRequest) -> Reply:
        page = endless(request)
        return Reply(page.status, page.headers, page.body + real)

    return answer


def _calendar(request: SiteRequest) -> Reply:
    month = _month_in(request.path)
    around = (_month_path(month - 1), _month_path(month + 1))
    return document(f"Month {month}", links(*around))


def _month_in(path: str) -> int:
    """Months since the year 0; the entrance is January 2026."""
    words = path.removeprefix("/traps/calendar/months/").split("/")
    match words:
        case [year, month] if year.isdigit() and month.isdigit():
            return int(year) * MONTHS_A_YEAR + int(month) - 1
        case _:
            return 2026 * MONTHS_A_YEAR


def _month_path(month: int) -> str:
    return f"/traps/calendar/months/{month // MONTHS_A_YEAR}/{month % MONTHS_A_YEAR + 1:02}"


def _sessions(world: World) -> Callable[[SiteRequest], Reply]:
    def answer(_request: SiteRequest) -> Reply:
        session = f"{world.tries.count('sessions'):032x}"
        visits = [f"/traps/sessions/visit/{page}?sid={session}" for page in range(3)]
        return document("Session", links(*visits))

    return answer


def _ratchet(_request: SiteRequest) -> Reply:
    return document("Ratchet", links("a/"))


def _facets(request: SiteRequest) -> Reply:
    chosen = set(filter(None, request.query.split("&")))
    lists = [sorted(chosen ^ {f"{facet}=1"}) for facet in FACETS]
    return document("List", links(*(f"/traps/facets/list?{'&amp;'.join(one)}" for one in lists)))


def _soft_404(request: SiteRequest) -> Reply:
    here = request.path.rstrip("/")
    return document("Sorry, nothing here", links(f"{here}/more", f"{here}/related"))


def _wild(request: SiteRequest) -> Reply:
    name = request.host.removesuffix(WILD) if request.host.endswith(WILD) else "start"
    subdomains = [f"{letter}-{name.rsplit('.', 1)[-1][:40]}{WILD}" for letter in "abc"]
    return document("Wild", links(*(address(request, host, "/") for host in subdomains)))
