"""No page may stop the event loop for more than half a second, or cost more than 6 s of CPU."""

import resource
from collections.abc import Callable

import pytest

from hostile_html import HOSTILE, LIMIT
from leadline.domain.addresses import Address
from leadline.domain.web.documents import Source, Wanted
from leadline.pipeline.steps.extract import extract
from leadline.sandbox.parse_child import ParseChild
from stalls import longest_stall

MAX_STALL_S = 0.5
MAX_CPU_S = 6.0

Figures = Callable[[str, int, float, float], None]


def attributes(count: int) -> str:
    return " ".join(f"{number:x}" for number in range(count))


def fonts(count: int) -> str:
    return "".join(f"<font a{number}><p>" for number in range(count))


# What hides from a look at the bytes: name -> content type and page.
HIDDEN: dict[str, Callable[[], tuple[str, bytes]]] = {
    "attributes behind a quote in a comment": lambda: (
        "text/html",
        f"<!--<p a='<--><p b=\"'>\" {attributes(60_000)}>".encode(),
    ),
    "attributes of many bodies, added up": lambda: (
        "text/html",
        "".join(f"<body {attributes(100).replace(' ', f'_{n} ')}>" for n in range(4_900)).encode(),
    ),
    "a link with many attributes, reopened": lambda: (
        "text/html",
        f"<p><a {attributes(3_200)}>{'<p>x' * 4_900}".encode(),
    ),
    "formatting with many attributes, reopened": lambda: (
        "text/html",
        f"<p>{f'<font {attributes(100)}>' * 60}{'<p>x' * 4_800}".encode(),
    ),
    "formatting between quotes in comments": lambda: (
        "text/html",
        "".join(f"<!--<p a='<-->{fonts(40)}<!--'>-->" for _ in range(55)).encode(),
    ),
    "formatting in UTF-16": lambda: ("text/html", fonts(2_400).encode("utf-16")),
    "formatting with escape sequences": lambda: (
        "text/html; charset=iso-2022-jp",
        fonts(2_400).replace("font", "\x1b(Bfont").encode(),
    ),
    "formatting with many attributes, small page": lambda: (
        "text/html",
        f"<p>{f'<b {attributes(40)}>' * 17}{'<p>x' * 512}".encode()[: 4 * 1024],
    ),
    "links nested in links, all different": lambda: (
        "text/html",
        ("<svg>" + "".join(f"<a href={n}>" for n in range(4_900))).encode(),
    ),
    "10 MiB of bytes without a character": lambda: (
        "text/html; charset=windows-1252",
        b"\x81" * LIMIT,
    ),
    "2 MiB of bytes without a character": lambda: (
        "text/html; charset=windows-874",
        b"\xff" * (LIMIT // 5),
    ),
    "2 MiB of half characters": lambda: (
        "text/html; charset=utf-16le",
        b"\xd8\xd8" * (LIMIT // 10),
    ),
    "8 MiB of half characters": lambda: (
        "text/html; charset=utf-16le",
        b"\x00\xd8" * (4 * 1024 * 1024),
    ),
    "tags that look at 500,000 open ones": lambda: (
        "text/html",
        b"<span>" * 500_000 + b"<hr>" * 3_000,
    ),
    "tags that look at 40,000 open ones": lambda: (
        "text/html",
        b"<u><s>" * 20_000 + b"</g>" * 3_000,
    ),
    "text copied at every ignored tag": lambda: (
        "text/html",
        ("word " * 40 + "<col a=1>").encode() * 3_900,
    ),
    "names in names": lambda: ("text/html", b"<q" * 4_900 + b"q" * (LIMIT // 6)),
}


def cpu_s() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


async def measured(page: bytes, content_type: str, child: ParseChild) -> tuple[float, float]:
    before = cpu_s()
    source = Source(page, content_type, Address("http://x.example/"))
    stall_s, _ = await longest_stall(extract(source, Wanted(), child))
    await child.aclose()
    return stall_s, cpu_s() - before


@pytest.mark.parametrize("name", [*HOSTILE, *HIDDEN])
async def test_a_hostile_page_neither_stalls_nor_costs_much(
    name: str, child: ParseChild, figures: Figures
) -> None:
    content_type, page = (
        HIDDEN[name]() if name in HIDDEN else ("text/html", HOSTILE[name]().encode())
    )
    assert len(page) <= LIMIT

    stall_s, cost_s = await measured(page, content_type, child)

    figures(name, len(page), stall_s, cost_s)
    assert stall_s < MAX_STALL_S
    assert cost_s < MAX_CPU_S
