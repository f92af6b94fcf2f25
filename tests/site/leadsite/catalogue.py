"""All sections of the site.

| section | what a crawler meets there |
|---|---|
| redirects | every kind of Location, good, circular and hostile |
| status | every status, Retry-After, and errors that pass |
| slow | answers that come late, in drops, or never |
| broken | what is not quite HTTP, and connections that end early |
| codings | gzip, deflate, br, alone, stacked, mislabelled, cut |
| bombs | small bodies that grow, and bodies that never end |
| charsets | text in many encodings, labelled well, badly or not |
| links | every way to write an address, base tags, scripts |
| robots | one host per kind of robots.txt |
| sitemaps | index, xml, gz, txt, foreign, broken, bomb |
| traps | endless spaces, each beside a real section |
| locked | a password, and links and redirects to other origins |
| hostile | strings and markup made to hurt |
| nofollow | links that ask not to be followed |
| planted | broken links, each of them known |
| polite | a host that is busy for a while |
| tree | about 400 clean pages with known depths |
| web | as many generated pages as are asked for |
| control | `/control/reset` forgets all tries |
"""

from leadline.demo.messages import Reply, SiteRequest
from leadsite.routes import Route, Section, World
from leadsite.sections import (
    bombs,
    broken,
    charsets,
    codings,
    hostile,
    links,
    locked,
    nofollow,
    planted,
    polite,
    redirects,
    robots,
    sitemaps,
    slow,
    status,
    traps,
    tree,
    web,
)


def sections(world: World) -> list[Section]:
    """Build them all."""
    return [
        redirects.section(),
        status.section(world),
        slow.section(world),
        broken.section(world),
        codings.section(),
        bombs.section(world),
        charsets.section(),
        links.section(),
        robots.section(world),
        sitemaps.section(),
        traps.section(),
        locked.section(),
        nofollow.section(),
        planted.section(world),
        hostile.section(),
        polite.section(world),
        tree.section(),
        web.section(),
        _control(world),
    ]


def _control(world: World) -> Section:
    def reset(_request: SiteRequest) -> Reply:
        world.tries.reset()
        return Reply(204)

    # A star keeps the index page from linking to it.
    route = Route("/control/reset*", "forget how often things were tried", reset)
    return Section("control", "for tests that run the site in its own process", (route,))
