"""The pages of knots and tides."""

from html import escape

from leadline.demo.almanac import KNOTS, MONTHS, Knot
from leadline.demo.layout import Page, bullets, link, table

DAYS = 28
MINUTES_A_DAY = 24 * 60
TIDE_LAG_MINUTES = 50


def knot_pages() -> list[Page]:
    """Return the list of knots, then one page for each."""
    items = [f"{link(f'/knots/{k.slug}', k.name)}, for {escape(k.use)}" for k in KNOTS]
    index = Page(
        "/knots/",
        "Knots",
        "Ten pieces of ropework that every boat needs.",
        f"<p>Tie them until you can tie them in the dark.</p>{bullets(items)}",
        ("knots", "ropework"),
        "/images/3.svg",
    )
    return [index, *map(_knot, KNOTS)]


def tide_pages() -> list[Page]:
    """Return the year, then one page for each month."""
    items = [link(f"/tides/{month.lower()}", month) for month in MONTHS]
    index = Page(
        "/tides/",
        "Tides",
        "High water at Harrow Town for every day of the year.",
        f"<p>Times are for Harrow Town; add ten minutes at Iron Bight.</p>{bullets(items)}",
        ("tides", "tables"),
        "/images/4.svg",
    )
    return [index, *(_tide(number) for number in range(len(MONTHS)))]


def _knot(knot: Knot) -> Page:
    steps = "".join(f"<li>{escape(step)}</li>" for step in knot.steps)
    return Page(
        f"/knots/{knot.slug}",
        knot.name,
        f"{knot.name}: {knot.use}.",
        f"""<p>Used for {escape(knot.use)}.</p>
<h2>Step by step</h2>
<ol>{steps}</ol>
<blockquote>A knot is finished when it is drawn tight, and not before.</blockquote>
<p><a href="../knots/">All knots</a></p>""",
        ("knot", knot.name),
    )


def _tide(number: int) -> Page:
    month = MONTHS[number]
    before, after = MONTHS[number - 1].lower(), MONTHS[(number + 1) % len(MONTHS)].lower()
    rows = [_high_water(number * DAYS + day, day + 1) for day in range(DAYS)]
    return Page(
        f"/tides/{month.lower()}",
        f"Tides in {month}",
        f"Times and heights of high water at Harrow Town in {month}.",
        f"{table(('Day', 'High water', 'Height'), rows)}"
        f'<p><a href="{before}">Month before</a> · <a href="{after}">Month after</a></p>',
        ("tides", month),
        head=f'<link rel="prev" href="{before}"><link rel="next" href="{after}">',
    )


def _high_water(day_of_year: int, day: int) -> tuple[str, ...]:
    minutes = day_of_year * TIDE_LAG_MINUTES % MINUTES_A_DAY
    height_m = 3.2 + abs(day_of_year % 14 - 7) * 0.22
    return str(day), f"{minutes // 60:02}:{minutes % 60:02}", f"{height_m:.1f} m"
