"""All pages of the demo site, and the few that belong to no section."""

from leadline.demo.layout import Page, bullets, link
from leadline.demo.logbook import logbook_pages
from leadline.demo.places import harbour_pages, light_pages
from leadline.demo.practice import knot_pages, tide_pages

PRIVATE_PATH = "/private/keepers-diary"
BROKEN_PATH = "/harbours/sunken-quay"
SCRIPTED_PATH = "/chart"
BROKEN_LINKS = {BROKEN_PATH: {("/about", "Sunken Quay")}}
"""All broken links: the path, and the pages and texts that link to it."""

CHART_SCRIPT = """<script>
const depths = [4.2, 6.8, 11.5, 1.9, 9.4, 5.1];
const list = document.createElement("ul");
for (const depth of depths) {
  const item = document.createElement("li");
  item.textContent = `${"▇".repeat(Math.round(depth))} ${depth} m`;
  list.append(item);
}
const more = document.createElement("a");
more.href = "/chart/legend";
more.textContent = "Legend of the chart";
document.getElementById("app").append(list, more);
</script>"""


def all_pages() -> list[Page]:
    """Return every page, in the order of reading; the sitemap has all of them."""
    return [
        _front(),
        _about(),
        *harbour_pages(),
        *light_pages(),
        *tide_pages(),
        *knot_pages(),
        *logbook_pages(),
        _chart(),
        _legend(),
    ]


def private_page() -> Page:
    """Return the page that the about page links to, and robots.txt disallows."""
    return Page(PRIVATE_PATH, "The keeper's diary", "Not for visitors.", "<p>Rain again.</p>")


def _front() -> Page:
    doors = [
        f"{link('/harbours/', 'Harbours')}: where to lie, and over what",
        f"{link('/lights', 'Lights')}: what flashes, how often, how far",
        f"{link('/tides/', 'Tides')}: when the water comes back",
        f"{link('/knots/', 'Knots')}: ten that matter",
        f"{link('/log/', 'Logbook')}: what the pilot boat saw",
        f"{link(SCRIPTED_PATH, 'Chart of soundings')}, drawn by a script",
    ]
    return Page(
        "/",
        "The Harrow Almanac",
        "Harbours, lights, tides and knots of the Harrow Isles: a small site made to be crawled.",
        f"""<p><img src="/images/0.svg" alt="The isles at dawn"></p>
<p>A lead line is a weight on a marked rope: lower it, read the mark, and you know how deep the
water is. This almanac was sounded that way, one cast at a time.</p>
<h2>In this book</h2>
{bullets(doors)}""",
        ("almanac", "harrow isles", "lead line"),
    )


def _about() -> Page:
    return Page(
        "/about",
        "About this almanac",
        "Who made it, out of what, and where it leads nowhere on purpose.",
        f"""<p>Every page is generated from a handful of facts, so that every crawl of it finds
the same. The {link("/old-home", "old front page")} has moved.</p>
<h2>Links that test a crawler</h2>
{bullets(_test_links())}""",
        ("about",),
    )


def _test_links() -> list[str]:
    return [
        f"{link(BROKEN_PATH, 'Sunken Quay')}, which is no longer there",
        f"{link(PRIVATE_PATH, 'The keeper’s diary')}, closed to robots",
        f"{link('/log/entries/36', 'An entry', 'nofollow')} that we do not vouch for",
        f"{link('https://example.com/isles', 'Another site', 'nofollow sponsored')}",
        f"{link('mailto:almanac@example.com', 'A letter box')}",
    ]


def _chart() -> Page:
    return Page(
        SCRIPTED_PATH,
        "Chart of soundings",
        "A page that is empty until its script has run.",
        f'<div id="app"></div>{CHART_SCRIPT}',
        ("chart", "javascript"),
    )


def _legend() -> Page:
    return Page(
        f"{SCRIPTED_PATH}/legend",
        "Legend of the chart",
        "Found only by those who run the script of the chart, or read the sitemap.",
        f"<p>One block is one metre. {link(SCRIPTED_PATH, 'Back to the chart')}.</p>",
        ("chart",),
    )
