"""The demo site is whole: what it links to is there, but for the one link that is broken."""

import json
import re
from html import escape
from itertools import pairwise

import pytest

from leadline.demo.messages import Reply, SiteRequest
from leadline.demo.pages import BROKEN_PATH, all_pages
from leadline.demo.site import answer

PAGES = {page.path for page in all_pages()}


def ask(path: str, host: str = "demo.localhost") -> Reply:
    return answer(SiteRequest("GET", path, "", "HTTP/1.1", {}, host, 8000, 1))


def resolve(base: str, href: str) -> str:
    """Enough of address resolution for the links that the demo site has."""
    if href.startswith("/"):
        return href
    folder = base[: base.rindex("/") + 1]
    return (folder + href).replace("/knots/../", "/").replace("/./", "/")


def links_of(path: str) -> list[str]:
    hrefs = re.findall(r'<a href="([^"]+)"', ask(path).body.decode())
    return [resolve(path, href) for href in hrefs if not re.match(r"\w+:", href)]


def test_a_page_for_every_reader() -> None:
    assert 60 <= len(PAGES) <= 120


def test_only_the_planted_link_is_broken() -> None:
    broken = {href for path in PAGES for href in links_of(path) if ask(href).status == 404}

    assert broken == {BROKEN_PATH}


def test_every_page_but_the_scripted_one_is_reached_by_links() -> None:
    seen, waiting = set(), ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        reply = ask(path)
        waiting += links_of(path) if reply.status == 200 else []
        waiting += [value for name, value in reply.headers if name == "Location"]

    assert PAGES - seen == {"/chart/legend"}


def test_every_page_describes_itself() -> None:
    for page in all_pages():
        html = ask(page.path).body.decode()
        data = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)

        assert f'rel="canonical" href="http://demo.localhost:8000{page.path}"' in html
        assert json.loads(data[0])["headline"] == page.title
        assert '<html lang="en">' in html
        assert f'<meta name="description" content="{escape(page.description)}' in html


def test_images_of_pages_exist() -> None:
    images = {src for path in PAGES for src in re.findall(r'src="([^"]+)"', str(ask(path).body))}

    assert len(images) > 20
    assert all(ask(src).status == 200 for src in images)


def test_sitemap_lists_every_page() -> None:
    listed = re.findall(r"<loc>(.*?)</loc>", ask("/sitemap.xml").body.decode())

    assert listed == [f"http://demo.localhost:8000{page.path}" for page in all_pages()]


def test_robots_closes_the_private_part_and_names_the_sitemap() -> None:
    lines = ask("/robots.txt").body.decode().splitlines()

    assert "Disallow: /private/" in lines
    assert "Sitemap: http://demo.localhost:8000/sitemap.xml" in lines


@pytest.mark.parametrize(("path", "location"), [("/old-home", "/"), ("/harbours", "/harbours/")])
def test_moved_pages_say_where(path: str, location: str) -> None:
    reply = ask(path)

    assert reply.status == 301
    assert ("Location", location) in reply.headers


def test_logbook_turns_page_by_page() -> None:
    lists = ["/log/", "/log/page/2", "/log/page/3"]

    assert all(after in links_of(before) for before, after in pairwise(lists))


def test_host_header_cannot_write_into_a_page() -> None:
    assert b"<script>alert" not in ask("/", host='"><script>alert(1)</script>').body


def test_missing_page_does_not_echo_markup() -> None:
    assert b"<script>alert" not in ask("/<script>alert(1)</script>").body
