"""One address, written in all the ways in which people try to get past a guard."""

import json
from collections.abc import AsyncIterator
from ipaddress import IPv4Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora import corpus
from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.fetch.contract import Approved
from leadline.fetch.guard.guard import NetworkGuard
from leadline.fetch.guard.policy import NetworkPolicy
from leadline.fetch.guard.resolver import DnsResolver

FULL_WIDTH = {ord(char): ord(char) - ord("!") + 0xFF01 for char in "0123456789abcdefx"}

LOOPBACK = [
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://127.0.1/",
    "http://0177.0.0.1/",
    "http://0177.0.0.01/",
    "http://0x7f.0.0.1/",
    "http://0x7F.0x0.0x0.0x1/",
    "http://0x7f.0.01/",
    "http://0x7f000001/",
    "http://0X7F000001/",
    "http://2130706433/",
    "http://017700000001/",
    "http://00000000000000000177.1/",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2E0%2e1/",
    "http://%30x7f.1/",
    "http://" + "127.0.0.1".translate(FULL_WIDTH) + "/",
    "http://①②⑦.0.0.1/",
    "http://127。0。0。1/",
    "http://127\uff0e0\uff610\u30021/",
    "http://127.0.0.1:80/",
    "http://127.0.0.1:00080/",
    "http://127.0.0.1:/",
    "https://127.0.0.1/",
    "HTTP://127.0.0.1/",
    "http://public.example@127.0.0.1/",
    "http://8.8.8.8:80@127.0.0.1/",
    "http://8.8.8.8%40@127.0.0.1/",
    "http://127.0.0.1#@public.example/",
    "http://127.0.0.1?@public.example/",
    "http://127.0.0.1/@public.example/",
    "http://127.0.0.1\\@public.example/",
    "http://public.example:80@@127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http:/127.0.0.1/",
    "http:127.0.0.1/",
    "http:////127.0.0.1/",
    "http:\\/\\/127.0.0.1/",
    " \t\nhttp://127.0.0.1/ ",
    "ht\ntp://127.0.0.1/",
    "http://127.\t0.0\n.\r1/",
    "http://127.0.0.\u00ad1/",
    "http://127.0.0.\u200b1/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://loc%61lhost/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://anything.localhost/",
    "http://a.b.localhost./",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "http://[::0.0.0.1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::FFFF:7f00:1]/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://[::7f00:1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:7f00:0001::1]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:0:808:808:8000:1:80ff:fffe]/",
    "http://[2606:4700::5efe:127.0.0.1]/",
    "http://[2606:4700::200:5efe:7f00:1]/",
]

UNREADABLE = [
    "",
    "//127.0.0.1/",
    "127.0.0.1",
    "http://",
    "http://127.0.0.1:65536/",
    "http://127.0.0.1:80x/",
    "http://256.0.0.1/",
    "http://127.0.0.0x100/",
    "http://0x100000000/",
    "http://127.0.0.1.5/",
    "http://127.0.0.08/",
    "http://[::1/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[v1.127]/",
    "http://127.0.0.1%00.public.example/",
    "http://127.0.0.1%2f@public.example%2f/",
    "http://pub lic.example/",
]


@pytest.fixture
async def guard() -> AsyncIterator[NetworkGuard]:
    # Port 9 of loopback: a look-up that should not happen fails instead of leaving the machine.
    async with DnsResolver(("127.0.0.1:9",), hosts_file=None, timeout_s=1) as resolver:
        yield NetworkGuard(resolver, NetworkPolicy())


async def verdict(guard: NetworkGuard, url: str) -> str | None:
    answer = await guard.approve(Address(url))
    return answer.rule if isinstance(answer, Skipped) else None


@pytest.mark.parametrize("url", LOOPBACK)
async def test_loopback_is_refused_however_it_is_written(guard: NetworkGuard, url: str) -> None:
    assert await verdict(guard, url) == "loopback"


@pytest.mark.parametrize("url", UNREADABLE)
async def test_what_cannot_be_read_is_refused(guard: NetworkGuard, url: str) -> None:
    assert await verdict(guard, url) == "invalid address"


@pytest.mark.parametrize(
    "url",
    ["ftp://8.8.8.8/", "file:///etc/passwd", "gopher://8.8.8.8/", "javascript:1", "ws://8.8.8.8/"],
)
async def test_only_http_and_https_are_fetched(guard: NetworkGuard, url: str) -> None:
    assert await verdict(guard, url) == "scheme"


@pytest.mark.parametrize("port", [0, 22, 25, 6000, 10080])
async def test_a_bad_port_is_refused_before_anything_is_looked_up(
    guard: NetworkGuard, port: int
) -> None:
    assert await verdict(guard, f"http://name.example:{port}/") == "bad port"


@pytest.mark.parametrize(
    ("url", "host", "port", "ip"),
    [
        ("http://8.8.8.8/", "8.8.8.8", 80, "8.8.8.8"),
        ("https://0x08.8.8.8/", "8.8.8.8", 443, "8.8.8.8"),
        ("http://127.0.0.1@8.8.8.8:8080/", "8.8.8.8", 8080, "8.8.8.8"),
        ("http://[2606:4700::1]/", "[2606:4700::1]", 80, "2606:4700::1"),
    ],
)
async def test_a_public_address_is_approved_as_it_stands(
    guard: NetworkGuard, url: str, host: str, port: int, ip: str
) -> None:
    approved = await guard.approve(Address(url))

    assert isinstance(approved, Approved)
    assert (approved.host, approved.port, approved.ips) == (host, port, (ip,))


@st.composite
def spelled(draw: st.DrawFn, number: int) -> str:
    """An IPv4 address in one of the ways in which the URL standard reads it."""
    length = draw(st.integers(1, 4))
    octets = number.to_bytes(4)
    parts = [*octets[: length - 1], int.from_bytes(octets[length - 1 :])]
    written = ".".join(
        draw(st.sampled_from([f"{n}", f"0{n:o}", f"0x{n:x}", f"0X{n:X}"])) for n in parts
    )
    disguise = draw(
        st.sampled_from(
            [
                lambda text: text,
                lambda text: text + ".",
                lambda text: text.lower().translate(FULL_WIDTH),
                lambda text: text.replace(".", "。"),
                lambda text: "".join(f"%{ord(char):02x}" for char in text),
                lambda text: f"user:word@{text}",
                lambda text: text[0] + "\t" + text[1:],
            ]
        )
    )
    return f"http://{disguise(written)}/"


@settings(deadline=None)
@given(st.data(), st.integers(0, 2**32 - 1) | st.integers(0x7F000000, 0x7FFFFFFF))
async def test_every_spelling_has_the_verdict_of_the_plain_one(
    data: st.DataObject, number: int
) -> None:
    async with DnsResolver(("127.0.0.1:9",), hosts_file=None) as resolver:
        guard = NetworkGuard(resolver, NetworkPolicy())
        plain = await verdict(guard, f"http://{IPv4Address(number)}/")

        assert await verdict(guard, data.draw(spelled(number))) == plain


STRICTER = {"64:ff9c::1": "IANA has not allocated it"}
LOOSER = {"64:ff9b::808:808": "NAT64 is how hosts without IPv4 reach the public IPv4 internet"}


@pytest.mark.corpora
async def test_smokescreen_agrees_but_where_we_differ_on_purpose(guard: NetworkGuard) -> None:
    vectors = json.loads(corpus("extracted/smokescreen-ip.json").read_text())["vectors"]
    theirs = {vector["ip"]: vector["allowed_by_default"] for vector in vectors}
    expected = theirs | dict.fromkeys(STRICTER, False) | dict.fromkeys(LOOSER, True)

    # The vectors' port 1 is a bad port of ours; addresses are what is compared.
    assert {ip: guard.permits(ip, 80) for ip in expected} == expected
    assert len(vectors) == 33
