"""Sections that answer in good HTTP: redirects, statuses, charsets, hostile strings, the index."""

import re
import time
from email.utils import parsedate_to_datetime

import pytest

from leadsite import OTHER, Options, Site
from leadsite.asking import ask
from leadsite.catalogue import sections
from leadsite.routes import ANY_HOST, Section, Tries, World
from leadsite.sections import charsets, hostile, redirects, status

ALL = sections(World(Options(), Tries(), refused_port=1))


@pytest.mark.parametrize("name", redirects.PLAIN)
async def test_plain_redirects_say_what_is_listed(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/redirects/{name}")
    expected_status, location = redirects.PLAIN[name]

    assert heard.status == expected_status
    assert heard.header("Location") == location.strip()


@pytest.mark.parametrize("path", ["target", "dir/", "file", "chain/0", "tracked?utm_source=a"])
async def test_redirects_end_on_pages(site: Site, path: str) -> None:
    assert (await ask(site.port, f"/redirects/{path}")).status == 200


async def test_chain_counts_down(site: Site) -> None:
    hops, target = 0, f"/redirects/chain/{redirects.LONGEST_CHAIN}"
    while (heard := await ask(site.port, target)).status == 302:
        hops, target = hops + 1, heard.header("Location") or ""

    assert hops == 12
    assert heard.status == 200


async def test_redirects_to_the_own_key(site: Site) -> None:
    tracked = await ask(site.port, "/redirects/tracked")
    untracked = await ask(site.port, "/redirects/untracked?utm_source=a")

    assert tracked.header("Location") == "/redirects/tracked?utm_source=site&gclid=1"
    assert untracked.header("Location") == "/redirects/untracked"


async def test_redirect_leads_to_another_host(site: Site) -> None:
    heard = await ask(site.port, "/redirects/other-host")

    assert heard.header("Location") == site.address(redirects.TARGET, OTHER)


async def test_redirects_without_one_location(site: Site) -> None:
    assert (await ask(site.port, "/redirects/missing")).all("Location") == []
    assert len((await ask(site.port, "/redirects/two")).all("Location")) == 2


async def test_redirect_with_a_body_that_never_ends(site: Site) -> None:
    heard = await ask(site.port, "/redirects/endless-body", enough_bytes=100_000)

    assert heard.status == 302
    assert len(heard.body) > 90_000


@pytest.mark.parametrize("code", [*status.CODES, 204, 304])
async def test_every_status_is_itself(site: Site, code: int) -> None:
    assert (await ask(site.port, f"/status/{code}")).status == code


@pytest.mark.parametrize("path", ["204", "304", "empty-200"])
async def test_answers_without_body(site: Site, path: str) -> None:
    assert (await ask(site.port, f"/status/{path}")).body == b""


async def test_early_hints_come_before_the_answer(site: Site) -> None:
    heard = await ask(site.port, "/status/early-hints")

    assert re.findall(rb"HTTP/1.1 (\d+)", heard.data) == [b"103", b"200"]


@pytest.mark.parametrize("code", [429, 503])
async def test_retry_after_in_seconds_and_as_date(site: Site, code: int) -> None:
    seconds = await ask(site.port, f"/status/{code}-{'seconds' if code == 429 else 'after'}")
    date = await ask(site.port, f"/status/{code}-date")

    assert (seconds.status, date.status) == (code, code)
    assert seconds.header("Retry-After") == str(site.options.retry_after_s)
    ahead_s = parsedate_to_datetime(date.header("Retry-After") or "").timestamp() - time.time()
    assert site.options.retry_after_s - 3 < ahead_s <= site.options.retry_after_s


async def test_errors_pass_and_come_back_after_a_reset(site: Site) -> None:
    async def statuses() -> list[int]:
        return [(await ask(site.port, "/status/recovers-3")).status for _ in range(4)]

    first = await statuses()
    assert (await ask(site.port, "/control/reset")).status == 204

    assert first == await statuses() == [500, 500, 200, 200]


async def test_every_query_recovers_by_itself(site: Site) -> None:
    tried = [(await ask(site.port, f"/status/recovers-2?{n}")).status for n in (1, 2, 1, 2)]

    assert tried == [500, 500, 200, 200]


async def test_reset_passes_too(site: Site) -> None:
    assert (await ask(site.port, "/status/reset-once")).was_reset
    assert (await ask(site.port, "/status/reset-once")).status == 200


CODECS = {
    "latin-1-means-1252": "cp1252",
    "bom-beats-header": "utf-8-sig",
    "utf-8-bom": "utf-8-sig",
    "utf-16le-bom": "utf-16",
    "utf-16be-bom": "utf-16",
    "windows-1252": "cp1252",
    "shift_jis": "shift_jis",
    "euc-jp": "euc_jp",
    "koi8-r": "koi8_r",
    "gb18030": "gb18030",
    "gbk-by-meta": "gbk",
}


@pytest.mark.parametrize("name", charsets.SAMPLES)
async def test_charset_pages_mean_what_is_listed(site: Site, name: str) -> None:
    sample = charsets.SAMPLES[name]
    heard = await ask(site.port, f"/charsets/{name}")

    assert heard.header("Content-Type") == sample.content_type
    if sample.text is not None:
        assert f"<title>{sample.text}</title>" in heard.body.decode(CODECS.get(name, "utf-8"))


@pytest.mark.parametrize("name", [*hostile.MARKUP, *hostile.TYPES])
async def test_hostile_bytes_arrive_as_they_are(site: Site, name: str) -> None:
    heard = await ask(site.port, f"/hostile/{name}")

    assert heard.body == (hostile.MARKUP.get(name) or hostile.TYPES[name][1])


@pytest.mark.parametrize("name", [*hostile.TITLES, *hostile.ANCHORS])
async def test_hostile_strings_arrive_unescaped(site: Site, name: str) -> None:
    body = (await ask(site.port, f"/hostile/{name}")).body.decode()

    assert (hostile.TITLES.get(name) or hostile.ANCHORS[name]) in body


@pytest.mark.parametrize("section", ALL, ids=lambda section: section.name)
async def test_index_links_every_route_of_its_section(site: Site, section: Section) -> None:
    index = (await ask(site.port, f"/{section.name}/")).body.decode()
    front = (await ask(site.port, "/")).body.decode()

    assert f'href="/{section.name}/"' in front
    for route in section.routes:
        if route.host == ANY_HOST and "*" not in route.path and section.name != "tree":
            assert f'href="{route.path}"' in index


async def test_unknown_path_is_404(site: Site) -> None:
    assert (await ask(site.port, "/nowhere")).status == 404
