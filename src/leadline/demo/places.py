"""The pages of harbours and lights, which link to each other."""

from html import escape

from leadline.demo.almanac import HARBOURS, LIGHTS, Harbour, Light
from leadline.demo.layout import Page, bullets, link, table

SHELTER = {"all": "from every wind", "none": "from no wind at all"}
LIGHT_OF = {light.slug: light for light in LIGHTS}


def harbour_pages() -> list[Page]:
    """Return the list of harbours, then one page for each."""
    rows = [
        (link(f"/harbours/{h.slug}", h.name), f"{h.depth_m} m", h.bottom, h.shelter)
        for h in HARBOURS
    ]
    index = Page(
        "/harbours/",
        "Harbours",
        "Where to lie in the Harrow Isles: depth, bottom and shelter of every harbour.",
        "<p>Twelve harbours, from north to south. Sound before you trust a number.</p>"
        + table(("Harbour", "Depth", "Bottom", "Shelter"), rows),
        ("harbours", "anchorages", "depth"),
        "/images/1.svg",
    )
    return [index, *(_harbour(number, harbour) for number, harbour in enumerate(HARBOURS))]


def light_pages() -> list[Page]:
    """Return the list of lights, then one page for each."""
    items = [
        f"{link(f'/lights/{light.slug}', light.name)}: {escape(light.character)}"
        for light in LIGHTS
    ]
    index = Page(
        "/lights/",
        "Lights",
        "The lighthouses of the Harrow Isles and how to tell them apart at night.",
        f"<p>No two lights in sight of each other share a character.</p>{bullets(items)}",
        ("lighthouses", "navigation"),
        "/images/2.svg",
    )
    return [index, *(_light(number, light) for number, light in enumerate(LIGHTS))]


def _harbour(number: int, harbour: Harbour) -> Page:
    light = LIGHT_OF[harbour.light]
    following = HARBOURS[(number + 1) % len(HARBOURS)]
    image = f"/images/{number + 10}.svg"
    return Page(
        f"/harbours/{harbour.slug}",
        harbour.name,
        f"{harbour.name}: {harbour.depth_m} m over {harbour.bottom}.",
        f"""<p><img src="{image}" alt="{escape(harbour.name)} from the sea"></p>
<p>{escape(harbour.note)}</p>
<h2>Approach</h2>
<p>Keep {link(f"/lights/{light.slug}", light.name)} ahead until the quay opens, then turn in
slowly. There are {harbour.depth_m} metres over {harbour.bottom} at the lowest tide, and shelter
{SHELTER.get(harbour.shelter, f"from the {harbour.shelter}")}.</p>
<h2>Depths along the quay</h2>
{table(("Distance", "Depth"), _soundings(harbour))}
<h2>Onwards</h2>
<p>The next harbour is <a href="{following.slug}">{escape(following.name)}</a>. Before leaving,
look at the {link("/tides/", "tides")}.</p>""",
        ("harbour", harbour.bottom, harbour.name),
        image,
        f"<h2>At a glance</h2><p>Depth {harbour.depth_m} m<br>Bottom: {harbour.bottom}<br>"
        f"Light: {escape(light.character)}</p>",
    )


def _soundings(harbour: Harbour) -> list[tuple[str, ...]]:
    return [
        (f"{step * 50} m out", f"{harbour.depth_m + step * step * 0.3:.1f} m") for step in range(5)
    ]


def _light(number: int, light: Light) -> Page:
    served = [link(f"/harbours/{h.slug}", h.name) for h in HARBOURS if h.light == light.slug]
    image = f"/images/{number + 30}.svg"
    return Page(
        f"/lights/{light.slug}",
        f"{light.name} Light",
        f"{light.name}: {light.character}, {light.range_nm} miles, built {light.built}.",
        f"""<p><img src="{image}" alt="{escape(light.name)}"></p>
<p>{escape(light.note)}</p>
<h2>Particulars</h2>
<dl><dt>Character</dt><dd>{escape(light.character)}</dd><dt>Height</dt><dd>{light.height_m} m</dd>
<dt>Range</dt><dd>{light.range_nm} nautical miles</dd><dt>Built</dt><dd>{light.built}</dd></dl>
<h2>Leads into</h2>
{bullets(served) if served else "<p>No harbour: it keeps ships away.</p>"}
<p><a href="./">All lights</a></p>""",
        ("lighthouse", light.character, light.name),
        image,
    )
