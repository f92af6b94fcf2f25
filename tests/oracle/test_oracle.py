"""Who watches the watchman: the oracle on pages, addresses and rules whose meaning is known."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from leadsite import SpawnedSite, spawned_site
from leadsite.sections.links import BASES, FORMS, FORMS_PATH, filled
from leadsite.sections.tree import expected_leads, expected_pages
from oracle import Library, Survey, key_of, parsed, surveyed
from oracle.documents import links_of
from oracle.robots import allowed
from oracle.rules import Scope, is_trap

HTML = "text/html; charset=utf-8"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[SpawnedSite]:
    async with spawned_site(tmp_path / "log.jsonl") as site:
        yield site


async def test_the_tree_is_seen_as_its_table_says(site: SpawnedSite) -> None:
    with Library(processes=2) as library:
        found = surveyed(Survey(site.address("/tree/"), depth=20, scope="subpath"), library)

    def key(path: str) -> str:
        return key_of(site.address(path))

    # Of addresses with one key, the page is the one that the redirect ends at.
    table = sorted(expected_pages(), key=lambda page: page.redirected_to is None)
    expected = {key(page.path): (page.status, page.depth) for page in table}
    leads = {(key(source), key(target)) for source, target in expected_leads()}
    assert {k: (page.status, page.depth) for k, page in found.pages.items()} == expected
    assert found.leads.keys() == {pair for pair in leads if pair[0] != pair[1]}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_address_means_what_it_should(name: str) -> None:
    form, base = FORMS[name], filled(f"{{origin}}{FORMS_PATH}", 8100, "www.site.localhost")
    page = f"<map><{form.tag} href='{filled(form.href, 8100, 'www.site.localhost')}' alt=x>y"
    found = [link.address for link in links_of(page.encode(), HTML, base)]

    target = form.target and filled(form.target, 8100, "www.site.localhost")
    assert found == [target] * (target is not None)


@pytest.mark.parametrize("name", BASES)
def test_every_base_is_used_or_not(name: str) -> None:
    tags, target = BASES[name]
    page = filled(f"{tags}<a href=leaf>x</a>", 8100, "www.site.localhost").encode()
    here = filled(f"{{origin}}/links/base/{name}", 8100, "www.site.localhost")

    [link] = links_of(page, HTML, here)
    assert link.address == filled(target, 8100, "www.site.localhost")


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("http://A.example:80/x/", "http://a.example/x"),
        ("https://a.example/", "https://a.example"),
        ("http://a.example/%7Eme/%2f", "http://a.example/~me/%2F"),
        ("http://a.example/?b=2&a=1&b=1&utm_source=x&GCLID=1", "http://a.example?a=1&b=2&b=1"),
        ("http://a.example/a/../b/./c?", "http://a.example/b/c"),
        ("http://127.1/Path#part", "http://127.0.0.1/Path"),
        ("http://[1:0:0:2::3]/100%", "http://[1:0:0:2::3]/100%25"),
    ],
)
def test_keys(written: str, key: str) -> None:
    address = parsed(written)

    assert address is not None
    assert key_of(address) == key
    assert key_of(f"{key}/" if "?" not in key else key.replace("?", "/?")) == key


@pytest.mark.parametrize(
    ("text", "target", "is_allowed"),
    [
        ("user-agent: *\ndisallow: /a\nallow: /a/b", "/a/b/c", True),
        ("user-agent: *\ndisallow: /a\nallow: /a", "/a", True),
        ("user-agent: *\ndisallow: /\n\nuser-agent: Leadline/2\ndisallow: /x", "/y", True),
        ("user-agent: other\nuser-agent: leadline\ndisallow: /", "/y", False),
        ("user-agent: *\ndisallow: /*.gif$", "/a.gif", False),
        ("user-agent: *\ndisallow: /*.gif$", "/a.gif?x", True),
        ("user-agent: *\ndisallow: /%7Eme", "/~me", False),
        ("user-agent: *\ndisallow: /é", "/%C3%A9", False),
        ("disallow: /", "/y", True),
        ("user-agent: *\ncrawl-delay: 1\ndisallow: /y # no", "/y", False),
    ],
)
def test_robots_rules(text: str, target: str, *, is_allowed: bool) -> None:
    assert allowed(text.encode(), "leadline", target) is is_allowed


def test_scope_and_traps() -> None:
    root = "http://www.site.localhost:8100/a/b"
    assert Scope("domain", root).covers("https://x.site.localhost/c")
    assert not Scope("host", root).covers("http://www.site.localhost/a/")
    assert Scope("subpath", root).covers("http://www.site.localhost:8100/a/c")
    assert not Scope("subpath", root).covers("http://www.site.localhost:8100/c")
    assert not Scope("all", root, ("/c*", "re:d$")).covers("http://x.example/c?d")
    assert is_trap("http://h/a/b/x/y/x/y/x/y")
    assert not is_trap("http://h/x/y/x/y/a/x/y")
    assert is_trap("http://h/?" + "&".join(f"k{n}" for n in range(13)))
