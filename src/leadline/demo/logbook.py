"""The logbook: dated entries behind a list in several pages."""

from html import escape

from leadline.demo.almanac import HARBOURS, LIGHTS, LOG_ENTRIES, MONTHS, SIGHTINGS, WINDS
from leadline.demo.layout import Page, bullets, link

ENTRIES_A_PAGE = 12
LIST_PAGES = LOG_ENTRIES // ENTRIES_A_PAGE


def logbook_pages() -> list[Page]:
    """Return the pages of the list, then one page for each entry."""
    lists = [_list(number) for number in range(1, LIST_PAGES + 1)]
    return lists + [_entry(number) for number in range(1, LOG_ENTRIES + 1)]


def list_path(number: int) -> str:
    """Return the path of a page of the list; that of the first has no number."""
    return "/log/" if number == 1 else f"/log/page/{number}"


def _list(number: int) -> Page:
    first = (number - 1) * ENTRIES_A_PAGE + 1
    items = [
        f"{link(f'/log/entries/{entry}', _title(entry))}: {escape(SIGHTINGS[entry % 7])}"
        for entry in range(first, first + ENTRIES_A_PAGE)
    ]
    neighbours = [
        (rel, list_path(other))
        for rel, other in (("prev", number - 1), ("next", number + 1))
        if 1 <= other <= LIST_PAGES
    ]
    turns = " · ".join(link(path, f"{rel} page", rel) for rel, path in neighbours)
    return Page(
        list_path(number),
        "Logbook" if number == 1 else f"Logbook, page {number}",
        f"What was seen from the pilot boat, entries {first} to {first + ENTRIES_A_PAGE - 1}.",
        f"{bullets(items)}<p>Page {number} of {LIST_PAGES}. {turns}</p>",
        ("logbook", "sightings"),
        "/images/5.svg",
        head="".join(f'<link rel="{rel}" href="{path}">' for rel, path in neighbours),
    )


def _title(entry: int) -> str:
    return f"{entry * 5 % 28 + 1} {MONTHS[(entry - 1) // 3]}"


def _entry(entry: int) -> Page:
    harbour = HARBOURS[entry * 5 % len(HARBOURS)]
    light = LIGHTS[entry * 7 % len(LIGHTS)]
    wind = WINDS[entry % len(WINDS)]
    sighting = SIGHTINGS[entry % len(SIGHTINGS)]
    earlier = link(f"/log/entries/{entry - 1}", "The entry before", "prev") if entry > 1 else ""
    return Page(
        f"/log/entries/{entry}",
        f"Log of {_title(entry)}",
        f"Wind {wind}; {sighting}.",
        f"""<p>Wind: {wind}. Left {link(f"/harbours/{harbour.slug}", harbour.name)} on the morning
tide with a crew of {2 + entry % 3}.</p>
<p>Towards noon {escape(sighting)}. By dusk {link(f"/lights/{light.slug}", light.name)} showed
{escape(light.character)}, as it should, and the lead gave {harbour.depth_m + entry % 5:.1f} metres.
</p>
<p>{earlier}</p>""",
        ("logbook", harbour.name, light.name),
    )
