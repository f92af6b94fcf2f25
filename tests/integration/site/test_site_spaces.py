"""Sections that are more than one page: links, robots, sitemaps, traps, the tree."""

import gzip
import html
import re
from collections import Counter, deque
from dataclasses import dataclass, field

import ada_url
import pytest

from leadsite import OTHER, WWW, Site
from leadsite.asking import ask
from leadsite.sections import links, robots, sitemaps, traps, tree


async def hrefs(site: Site, target: str, host: str = WWW) -> list[str]:
    body = (await ask(site.port, target, host)).body.decode()
    return [html.unescape(href) for href in re.findall(r'href="([^"]*)"', body)]


def means(href: str, base: str) -> str | None:
    """What the address standard makes of an href, without fragment and credentials."""
    try:
        url = ada_url.URL(href, base)
    except ValueError:
        return None
    if url.protocol not in {"http:", "https:"}:
        return None
    url.hash = url.username = url.password = ""
    return str(url.href)


@pytest.mark.parametrize("name", links.FORMS)
def test_forms_mean_what_the_address_standard_says(name: str) -> None:
    form = links.FORMS[name]
    base = f"http://{WWW}:8000{links.FORMS_PATH}"
    target = form.target and links.filled(form.target, 8000, WWW)

    assert means(html.unescape(links.filled(form.href, 8000, WWW)), base) == target


async def test_forms_page_has_every_form_and_no_more(site: Site) -> None:
    written = await hrefs(site, links.FORMS_PATH)

    assert written == [
        html.unescape(links.filled(form.href, site.port, WWW)) for form in links.FORMS.values()
    ]


async def test_what_is_no_link_stands_in_the_page(site: Site) -> None:
    body = (await ask(site.port, links.FORMS_PATH)).body.decode()

    assert all(f"/links/never-{name}" in body for name in links.NEVER)


@pytest.mark.parametrize("name", links.BASES)
async def test_bases_mean_what_is_listed(site: Site, name: str) -> None:
    tags, target = links.BASES[name]
    here = site.address(f"/links/base/{name}")
    bases = [means(href, here) for href in await hrefs(site, f"/links/base/{name}")][:-1]

    assert tags.startswith("<base")
    base = next(iter(bases), None) or here
    assert means("leaf", base) == links.filled(target, site.port, WWW)


async def test_scripted_page_has_an_empty_mount_point(site: Site) -> None:
    body = (await ask(site.port, "/links/scripted")).body

    assert b'<div id="app"></div><script>' in body
    assert (await ask(site.port, "/links/by-script")).status == 200


async def test_usual_robots_closes_only_the_private_part(site: Site) -> None:
    for host in (WWW, OTHER, "127.0.0.1"):
        assert (await ask(site.port, "/robots.txt", host)).body == robots.DEFAULT


@pytest.mark.parametrize(
    ("name", "status"), [("404", 404), ("500", 500), ("403", 403), ("redirect", 301), ("html", 200)]
)
async def test_robots_answers_by_host(site: Site, name: str, status: int) -> None:
    assert (await ask(site.port, "/robots.txt", robots.host_of(name))).status == status


async def test_robots_bodies_by_host(site: Site) -> None:
    async def text(name: str) -> bytes:
        return (await ask(site.port, "/robots.txt", robots.host_of(name))).body

    assert b"Disallow: /\n" in await text("disallow-all")
    assert b"Crawl-delay: 3" in await text("crawl-delay")
    assert (await text("bom")).startswith(b"\xef\xbb\xbfUser-agent")
    assert (await text("huge")).index(b"Disallow: /robots/open") > 500 * 1024
    assert await text("slow") == robots.CLOSED


async def test_hosts_page_leads_to_front_pages(site: Site) -> None:
    fronts = await hrefs(site, "/robots/hosts")

    assert len(fronts) == len(robots.HOSTS) + 1
    for name in robots.HOSTS:
        assert await hrefs(site, "/", robots.host_of(name)) == ["/robots/open", "/robots/closed"]


async def test_sitemap_host_names_its_index(site: Site) -> None:
    heard = await ask(site.port, "/robots.txt", sitemaps.HOST)

    assert f"Sitemap: {site.address('/sitemaps/index.xml', sitemaps.HOST)}\n".encode() in heard.body


@pytest.mark.parametrize("name", sitemaps.LISTED)
async def test_sitemaps_list_their_pages(site: Site, name: str) -> None:
    body = (await ask(site.port, f"/sitemaps/{name}")).body
    text = (gzip.decompress(body) if name.endswith(".gz") else body).decode()
    pages = [site.address(sitemaps.listed_path(page)) for page in sitemaps.LISTED[name]]

    assert re.findall(r"http://www\.site\.[^<\"\s]+", text) == pages
    assert (await ask(site.port, sitemaps.listed_path(sitemaps.LISTED[name][0]))).status == 200


async def test_sitemap_index_lists_all_and_one_that_is_missing(site: Site) -> None:
    body = (await ask(site.port, "/sitemaps/index.xml")).body.decode()
    listed = re.findall(r"<loc>http://[^/]+([^<]+)</loc>", body)
    missing = [path for path in listed if (await ask(site.port, path)).status == 404]

    assert listed == [f"/sitemaps/{name}" for name in sitemaps.INDEXED]
    assert missing == ["/sitemaps/missing.xml"]


async def test_sitemaps_that_attack(site: Site) -> None:
    assert b"&h;&h;" in (await ask(site.port, "/sitemaps/entity-bomb.xml")).body
    assert b"file:///etc/passwd" in (await ask(site.port, "/sitemaps/external-entity.xml")).body
    assert OTHER.encode() in (await ask(site.port, "/sitemaps/other-host.xml")).body


@pytest.mark.parametrize("name", traps.NAMES)
async def test_traps_go_on_beside_a_real_section(site: Site, name: str) -> None:
    entrance = f"/traps/{name}/"
    lists, things = traps.real_paths(name)[:15], traps.real_paths(name)[15:]
    seen, url = {site.address(entrance)}, site.address(entrance)
    for _ in range(30):
        parsed = ada_url.URL(url)
        target = parsed.pathname + parsed.search
        linked = [str(means(href, url)) for href in await hrefs(site, target, str(parsed.hostname))]
        url = next(new for new in linked if new not in seen and "/real/" not in new)
        seen.add(url)

    assert set(lists) <= set(await hrefs(site, entrance))
    listed = {f"{path}{href}" for path in lists for href in await hrefs(site, path)}
    assert listed == set(things)
    assert len(things) == 300
    assert [(await ask(site.port, path)).status for path in things[::50]] == [200] * 6
    assert (await ask(site.port, f"{entrance}real/nothing")).status == 404


def key(path: str) -> str:
    return path.partition("#")[0].partition("?")[0].rstrip("/")


@dataclass
class Crawled:
    """What a plain crawl, one page after the other, finds in the tree; paths are keys."""

    pages: dict[str, tuple[int, int]] = field(default_factory=dict)
    leads: set[tuple[str, str]] = field(default_factory=set)


async def crawl_tree(site: Site) -> Crawled:
    crawled = Crawled()
    waiting = deque([(tree.ROOT, 0)])
    while waiting:
        path, depth = waiting.popleft()
        if key(path) in crawled.pages:
            continue
        heard = await ask(site.port, path)
        location = heard.header("Location")
        if location and key(location) == key(path):
            heard = await ask(site.port, location)
            path, location = location, None
        crawled.pages[key(path)] = (heard.status, depth)
        if location:
            waiting.appendleft((location, depth))
            crawled.leads.add((key(path), key(location)))
        for href in re.findall(r'href="([^"]*)"', heard.body.decode()):
            target = ada_url.URL(html.unescape(href), site.address(path)).pathname
            waiting.append((target, depth + 1))
            crawled.leads.add((key(path), key(target)))
    return crawled


async def test_tree_is_as_expected(site: Site) -> None:
    crawled = await crawl_tree(site)
    expected = tree.expected_pages()

    assert crawled.pages == {key(page.path): (page.status, page.depth) for page in expected}
    assert {(a, b) for a, b in crawled.leads if a != b} == {
        (key(a), key(b)) for a, b in tree.expected_leads()
    }
    assert all(target.startswith("/tree") for _, target in crawled.leads)


def test_tree_has_something_of_everything() -> None:
    pages = tree.expected_pages()
    statuses = Counter(page.status for page in pages)

    assert 400 <= len(pages) <= 450
    assert statuses[301] == 10
    assert statuses[404] == 4
    assert max(page.depth for page in pages) > 8
    assert pages[0].path == tree.ROOT


def test_tree_has_shortcuts() -> None:
    """Some depths are less than the place in the tree: a crawl may find the longer path first."""
    in_tree = re.compile(r"/tree/(?:[a-h]\d/?)*").fullmatch
    pages = [page for page in tree.expected_pages() if in_tree(page.path)]
    shallow = [page for page in pages if page.depth < len(re.findall(r"\d", page.path))]

    assert len(shallow) > 10
