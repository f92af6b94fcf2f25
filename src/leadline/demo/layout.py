"""From a page's content to its HTML: the frame that all pages of the demo site share."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

SITE_NAME = "The Harrow Almanac"

SECTIONS = (
    ("/harbours/", "Harbours"),
    ("/lights/", "Lights"),
    ("/tides/", "Tides"),
    ("/knots/", "Knots"),
    ("/log/", "Logbook"),
    ("/about", "About"),
)

CSS = """
:root { color-scheme: light dark; --ink: #1c2733; --paper: #fbfaf6; --soft: #667; --line: #d9d5c8;
  --link: #0b5c8a; --panel: #f1eee4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --paper: #12181f; --soft: #9aa7b4;
  --line: #2c3844; --link: #7cc4ee; --panel: #1a232d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 Georgia, serif; }
header, footer, main { max-width: 60rem; margin: auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline;
  border-bottom: 1px solid var(--line); }
header strong a { color: var(--ink); text-decoration: none; font-size: 1.25rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .95rem; }
main { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr) 15rem; }
@media (max-width: 45rem) { main { grid-template-columns: minmax(0, 1fr); } }
h1 { line-height: 1.2; margin: .5rem 0 1rem; }
a { color: var(--link); }
img { width: 100%; height: auto; border-radius: .5rem; }
aside { background: var(--panel); border-radius: .5rem; padding: .25rem 1rem 1rem;
  font-size: .92rem; align-self: start; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
footer { color: var(--soft); font-size: .9rem; border-top: 1px solid var(--line); }
""".strip()


@dataclass(frozen=True, slots=True)
class Page:
    """One page without its frame. `article` and `aside` are HTML, everything else is text."""

    path: str
    title: str
    description: str
    article: str
    keywords: tuple[str, ...] = ()
    image: str = "/images/0.svg"
    aside: str = ""
    head: str = ""
    """HTML for the head of this page, such as links to its neighbours."""


def link(href: str, text: str, rel: str = "") -> str:
    """Return an anchor, with its parts escaped."""
    relation = f' rel="{escape(rel)}"' if rel else ""
    return f'<a href="{escape(href)}"{relation}>{escape(text)}</a>'


def bullets(items: list[str]) -> str:
    """Return an unordered list of HTML fragments."""
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table whose cells are HTML fragments."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def render(page: Page, origin: str) -> bytes:
    """Return the whole document, with addresses under `origin` where they have to be absolute."""
    navigation = "".join(link(path, name) for path, name in SECTIONS)
    return f"""<!doctype html>
<html lang="en">
<head>
{_metadata(page, origin)}
<style>{CSS}</style>
</head>
<body>
<header><strong>{link("/", SITE_NAME)}</strong><nav>{navigation}</nav></header>
<main>
<article><h1>{escape(page.title)}</h1>
{page.article}
</article>
<aside>{page.aside or _default_aside()}</aside>
</main>
<footer>{SITE_NAME}: a demonstration site. The isles, their lights and their tides are invented.
{link("https://example.com/", "An address outside", "external")}</footer>
</body>
</html>
""".encode()


def _full_title(page: Page) -> str:
    return page.title if page.title == SITE_NAME else f"{page.title} · {SITE_NAME}"


def _metadata(page: Page, origin: str) -> str:
    title, description = escape(_full_title(page)), escape(page.description)
    address, image = escape(origin + page.path), escape(origin + page.image)
    return f"""<meta charset="utf-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{description}">
<meta name="keywords" content="{escape(", ".join(page.keywords))}">
<link rel="canonical" href="{address}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="{SITE_NAME}">
<meta property="og:title" content="{escape(page.title)}">
<meta property="og:description" content="{description}">
<meta property="og:url" content="{address}">
<meta property="og:image" content="{image}">
<script type="application/ld+json">{_linked_data(page, origin)}</script>
{page.head}"""


def _linked_data(page: Page, origin: str) -> str:
    data = {
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": page.title,
        "description": page.description,
        "url": origin + page.path,
        "image": origin + page.image,
        "inLanguage": "en",
        "isPartOf": {"@type": "WebSite", "name": SITE_NAME, "url": f"{origin}/"},
    }
    return json.dumps(data).replace("<", "\\u003c")


def _default_aside() -> str:
    how = link("/knots/lead-line-marks", "How to read a lead line")
    return f"<h2>Soundings</h2><p>Depths are in metres below the lowest tide. {how}.</p>"
