"""`leadline scrape` as a person and a program use it."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from e2e.commands import LEADLINE, NO_DNS
from leadline.demo.messages import Ending, Raw, Reply, SiteRequest
from leadline.demo.server import serve
from leadsite import Options, Site, running_site
from leadsite.sections.locked import PASSWORD, SECRET, USER


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


async def leadline(*arguments: str, **environment: str) -> Ended:
    process = await asyncio.create_subprocess_exec(
        LEADLINE,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | NO_DNS | {"COLUMNS": "100"} | environment,
    )
    out, err = await process.communicate()
    return Ended(process.returncode or 0, out.decode(), err.decode())


async def scrape(*arguments: str, **environment: str) -> Ended:
    return await leadline("scrape", *arguments, "--allow-network", "127.0.0.0/8", **environment)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with running_site(Options(slow_s=0.2)) as site:
        yield site


async def test_a_person_sees_status_title_timing_text_and_links(site: Site) -> None:
    ended = await scrape(site.address("/tree/"))

    assert ended.code == 0, ended.err
    assert ended.out.startswith("200  ")
    assert " ms" in ended.out
    assert "Links: " in ended.out
    assert site.address("/tree/") in ended.out


async def test_a_program_gets_one_object(site: Site) -> None:
    ended = await scrape(site.address("/redirects/dir"), "--json")

    page = ended.json
    assert ended.code == 0
    assert page["url"] == site.address("/redirects/dir")
    assert page["finalUrl"] == site.address("/redirects/dir/")
    assert page["statusCode"] == 200
    assert page["title"] == "Dir"
    assert page["redirects"] == [
        {
            "url": site.address("/redirects/dir"),
            "statusCode": 301,
            "location": site.address("/redirects/dir/"),
        }
    ]
    assert page["size"] > 0
    assert page["contentType"].startswith("text/html")
    assert set(page["meta"]) >= {"description", "keywords"}
    assert set(page["timings"]) == {"dnsMs", "connectMs", "tlsMs", "firstByteMs", "totalMs"}
    assert all(isinstance(link, str) for link in page["links"])
    assert [link["url"] for link in page["linkDetails"]] == page["links"]
    assert "extracted" not in page


async def test_fields_are_extracted_by_selectors(site: Site) -> None:
    ended = await scrape(
        site.address("/tree/"), "--json", "--select", "heading=h1", "--select", "link=a",
        "--select", "none=.nothing",
    )  # fmt: skip

    extracted = ended.json["extracted"]
    assert set(extracted["heading"]) == {"text", "html", "attributes"}
    assert len(extracted["link"]) > 1
    assert extracted["none"] == []


async def test_markdown_is_all_that_is_printed(site: Site) -> None:
    ended = await scrape(site.address("/tree/"), "--markdown")

    assert ended.code == 0
    assert ended.out.lstrip().startswith("#")
    assert ended.err == ""


async def test_a_page_that_is_not_found_was_still_scraped(site: Site) -> None:
    ended = await scrape(site.address("/status/404"), "--json")

    assert ended.code == 0
    assert ended.json["statusCode"] == 404


async def test_headers_and_user_agent_are_sent(site: Site) -> None:
    await scrape(site.address("/tree/"), "--user-agent", "Custom/2", "--header", "X-One: 1")

    assert {visit.user_agent for visit in site.log.visits} == {"Custom/2"}


async def test_cookies_and_passwords_are_sent(site: Site) -> None:
    given = ("--cookie", "session=c00kie-jar", "--basic-auth", f"{USER}:{PASSWORD}")

    without = await scrape(site.address(SECRET), "--json")
    ended = await scrape(site.address(SECRET), "--json", *given)

    assert (without.json["statusCode"], ended.json["statusCode"]) == (401, 200)
    assert site.log.visits[-1].extra["cookie"] == "session=c00kie-jar"


def assert_one_line(ended: Ended, *words: str) -> None:
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("leadline: ")
    for word in words:
        assert word in ended.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), ("not a URL",)),
        (("intranet:80/x",), ("https://intranet:80/x",)),
        (("http://",), ("not a URL",)),
        (("http://u:p@127.0.0.1/",), ("--basic-auth",)),
        (("http://127.0.0.1/", "--select", "x"), ("name=css",)),
        (("http://127.0.0.1/", "--select", "x=p["), ("'x'", "p[")),
        (("http://127.0.0.1/", "--header", "nocolon"), ("Name: value",)),
        (("http://127.0.0.1/", "--header", "A: b\r\nC: d"), ("Name: value",)),
        (("http://127.0.0.1/", "--user-agent", "a\nb"), ("--user-agent",)),
        (("http://127.0.0.1/", "--timeout-ms", "0"), ("--timeout-ms",)),
        (("http://127.0.0.1/", "--allow-network", "everything"), ("CIDR",)),
        (("http://127.0.0.1/", "--unknown"), ("--help",)),
        ((), ("URL",)),
    ],
)
async def test_wrong_usage_is_exit_2(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    ended = await scrape(*arguments)

    assert ended.code == 2
    assert_one_line(ended, *words)


async def test_a_wrong_setting_is_exit_2_with_its_name() -> None:
    ended = await scrape("http://127.0.0.1/", LEADLINE_MAX_REDIRECTS="many")

    assert ended.code == 2
    assert_one_line(ended, "LEADLINE_MAX_REDIRECTS=many")


async def test_loopback_is_refused_unless_it_is_allowed(site: Site) -> None:
    ended = await leadline("scrape", site.address("/tree/"))

    assert ended.code == 3
    assert_one_line(ended, "refused", "loopback", f"--allow-network 127.0.0.1:{site.port}")
    assert site.log.visits == []


async def test_what_robots_txt_disallows_is_refused(site: Site) -> None:
    ended = await scrape(site.address("/private/page"))
    anyway = await scrape(site.address("/private/page"), "--no-robots", "--json")

    assert ended.code == 3
    assert_one_line(ended, "robots.txt", "--no-robots")
    assert anyway.json["statusCode"] == 200
    assert [visit.path for visit in site.log.visits] == ["/robots.txt", "/private/page"]


@pytest.mark.parametrize("url", ["ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)"])
async def test_other_schemes_are_refused(url: str) -> None:
    ended = await scrape(url)

    assert ended.code == 3
    assert_one_line(ended, "refused", "http")


async def test_a_redirect_off_the_web_is_refused(site: Site) -> None:
    ended = await scrape(site.address("/redirects/to-file"))

    assert ended.code == 3
    assert_one_line(ended, "refused", "file:")


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/broken/not-http", "BadResponse"),
        ("/broken/reset", "ConnectionLost"),
        ("/broken/endless-headers", "TooLarge"),
        ("/redirects/loop-self", "TooManyRedirects"),
        ("/redirects/chain/12", "TooManyRedirects"),
    ],
)
async def test_a_page_that_cannot_be_had_is_exit_4(site: Site, path: str, word: str) -> None:
    ended = await scrape(site.address(path))

    assert ended.code == 4
    assert_one_line(ended, "failed", word)


async def test_a_time_out_says_how_to_allow_more(site: Site) -> None:
    ended = await scrape(site.address("/slow/silent"), "--timeout-ms", "200")

    assert ended.code == 4
    assert_one_line(ended, "TimedOut", "--timeout-ms")


async def test_a_name_without_address_is_exit_4() -> None:
    ended = await scrape("http://nowhere.invalid/", LEADLINE_DNS_TIMEOUT_MS="300")

    assert ended.code == 4
    assert_one_line(ended, "DnsFailed")


async def test_nothing_that_a_page_says_reaches_the_terminal_as_a_command() -> None:
    page = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; x=\x1b[31m\r\nConnection: close\r\n\r\n"
        b"<title>\x1b]0;owned\x07\xc2\x9b31m</title><p>\x1b[2Jgone\r\x08<a href='/\x1b[31m'>\x1b[1m"
        + "\u202ereversed".encode()
    )
    ready = socket.socket()
    ready.bind(("127.0.0.1", 0))

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(page)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, sock=ready)
    address = f"http://127.0.0.1:{ready.getsockname()[1]}/"
    async with server:
        shown = await scrape(address, "--no-robots", FORCE_COLOR="", NO_COLOR="1", TERM="dumb")
        as_json = await scrape(address, "--no-robots", "--json")
        as_markdown = await scrape(address, "--no-robots", "--markdown")

    for ended in (shown, as_json, as_markdown):
        assert ended.code == 0
        assert not set(ended.out) & set("\x1b\x07\x08\r\x9b\u202e")
    assert "\u202ereversed" in as_json.json["text"]


async def test_an_address_is_never_read_as_markup() -> None:
    def answer(request: SiteRequest) -> Reply:
        if request.path == "/":
            return Reply(302, (("Location", "/[/x][link=http:evil]click"),))
        return Reply(body=b"<title>[bold]x[/y]</title>")

    async with serve(answer, "127.0.0.1", 0) as server:
        ended = await scrape(f"http://127.0.0.1:{server.port}/", "--no-robots")

    assert ended.code == 0, ended.err
    assert "/[/x][link=http:evil]click" in ended.out
    assert "[bold]x[/y]" in ended.out


async def test_pages_are_shown_in_short_however_long_they_are() -> None:
    long = "x" * 4_000_000
    page = f"<title>{long}</title><meta name=description content={long}><a href=/{long}>y</a>"

    async with serve(lambda _: Reply(body=page.encode()), "127.0.0.1", 0) as server:
        ended = await scrape(f"http://127.0.0.1:{server.port}/", "--no-robots")

    assert ended.code == 0
    assert len(ended.out) < 10_000


async def test_closed_standard_streams_do_no_harm(site: Site) -> None:
    command = f"{LEADLINE} scrape {site.address('/tree/')} --allow-network 127.0.0.0/8"
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        process = await asyncio.create_subprocess_shell(f"{command} {closed} >/dev/null")
        assert await process.wait() in {0, 4}, closed


@pytest.mark.parametrize(
    "arguments",
    [
        ("--header", "X: é"),
        ("--select", "a=h1", "--select", "a=h2"),
        ("--select", "a=h1", "--markdown"),
        ("--timeout-ms", "9223372036854775807"),
        ("--user-agent", "abc\n"),
    ],
)
async def test_arguments_that_cannot_be_kept_are_refused(arguments: tuple[str, ...]) -> None:
    ended = await scrape("http://127.0.0.1/", *arguments)

    assert ended.code == 2
    assert_one_line(ended)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_who_is_interrupted_ends_soon_and_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    asked = asyncio.Event()

    def silent(request: SiteRequest) -> Raw:
        if request.path == "/silent":
            asked.set()
        return Raw((), Ending.HOLD)

    async with serve(silent, "127.0.0.1", 0) as server:
        process = await asyncio.create_subprocess_exec(
            *(LEADLINE, "scrape", f"http://127.0.0.1:{server.port}/silent", "--no-robots"),
            *("--allow-network", "127.0.0.0/8", "--timeout-ms", "600000"),
            env=os.environ | {"TMPDIR": str(tmp_path), "LEADLINE_DRAIN_S": "600"},
        )
        await asyncio.wait_for(asked.wait(), 30)
        process.send_signal(number)
        code = await asyncio.wait_for(process.wait(), 30)

    assert code == 130
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240 -- of a moment
