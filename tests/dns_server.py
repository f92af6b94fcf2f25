"""A name server for tests: scripted answers over UDP and TCP on a loopback port of its own.

    async with DnsServer() as dns:
        dns.answers("www.test", records(cname("web.test"), a("127.0.0.2", ttl_s=60)))
        resolver = DnsResolver(servers=(dns.address,))

Several answers for one name are given one after the other, to A and AAAA apart; the last stays.
"""

import asyncio
import socket
import struct
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

A, CNAME, SOA, AAAA = 1, 5, 6, 28
_NOERROR, _SERVFAIL, _NXDOMAIN = 0, 2, 3
_TRUNCATED: Final = 0x0200
_ANSWER: Final = 0x8180
_TCP_HEADER: Final = 2


class Clock:
    """The time by which answers grow old; it passes only when told to."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s

    def pass_s(self, seconds: float) -> None:
        self.now_s += seconds


@dataclass(frozen=True, slots=True)
class Record:
    """One resource record; no owner means the name where the chain of CNAMEs stands."""

    type: int
    data: bytes
    ttl_s: int = 60
    owner: str | None = None


def a(ip: str, ttl_s: int = 60, owner: str | None = None) -> Record:
    return Record(A, socket.inet_pton(socket.AF_INET, ip), ttl_s, owner)


def aaaa(ip: str, ttl_s: int = 60, owner: str | None = None) -> Record:
    return Record(AAAA, socket.inet_pton(socket.AF_INET6, ip), ttl_s, owner)


def cname(target: str, ttl_s: int = 60, owner: str | None = None) -> Record:
    return Record(CNAME, encode_name(target), ttl_s, owner)


def soa(minimum_s: int) -> Record:
    names = encode_name("ns.test") + encode_name("root.test")
    return Record(SOA, names + struct.pack("!5I", 1, 1, 1, 1, minimum_s), minimum_s, "test")


@dataclass(frozen=True, slots=True)
class Query:
    """One question as it arrived."""

    id: int
    name: str
    type: int
    question: bytes
    over_tcp: bool

    def reply(
        self, records: tuple[Record, ...], authority: tuple[Record, ...], rcode: int
    ) -> bytes:
        head = struct.pack("!6H", self.id, _ANSWER | rcode, 1, len(records), len(authority), 0)
        owner, body = self.name, b""
        for record in records + authority:
            body += encode_name(record.owner or owner)
            body += struct.pack("!HHIH", record.type, 1, record.ttl_s, len(record.data))
            body += record.data
            if record.type == CNAME and record.owner is None:
                owner = decode_name(record.data)[0]
        return head + self.question + body


Answer = Callable[[Query], bytes | None]
"""The bytes to send back, or nothing at all."""


def records(*given: Record, authority: tuple[Record, ...] = ()) -> Answer:
    """These records, those of the other address family left out."""

    def answer(query: Query) -> bytes:
        fitting = tuple(r for r in given if r.type in {query.type, CNAME})
        return query.reply(fitting, authority, _NOERROR)

    return answer


def only(type_: int, then: Answer, otherwise: Answer) -> Answer:
    """One answer for questions of a type, another for the rest."""
    return lambda query: (then if query.type == type_ else otherwise)(query)


def no_such_name(minimum_s: int = 60) -> Answer:
    return lambda query: query.reply((), (soa(minimum_s),), _NXDOMAIN)


def server_failure() -> Answer:
    return lambda query: query.reply((), (), _SERVFAIL)


def silence() -> Answer:
    return lambda _query: None


def truncated_over_udp(whole: Answer) -> Answer:
    """Only the header fits a datagram; the asker has to come back by TCP."""

    def answer(query: Query) -> bytes | None:
        if query.over_tcp:
            return whole(query)
        head = struct.pack("!6H", query.id, _ANSWER | _TRUNCATED, 1, 0, 0, 0)
        return head + query.question

    return answer


def wrong_id(forged: Answer) -> Answer:
    """The forger guessed the question but not the number of the query."""

    def answer(query: Query) -> bytes | None:
        reply = forged(query)
        return reply and struct.pack("!H", query.id ^ 0xFFFF) + reply[2:]

    return answer


def wrong_question(forged: Answer, about: str) -> Answer:
    """The right number, but the answer is to something that was not asked."""

    def answer(query: Query) -> bytes | None:
        question = encode_name(about) + query.question[-4:]
        return forged(Query(query.id, about, query.type, question, query.over_tcp))

    return answer


def garbage(data: bytes) -> Answer:
    """The right number and question, one answer announced, and bytes that mean nothing."""
    head = struct.pack("!5H", _ANSWER, 1, 1, 0, 0)
    return lambda query: struct.pack("!H", query.id) + head + query.question + data


def encode_name(name: str) -> bytes:
    labels = [label.encode("latin-1") for label in name.rstrip(".").split(".")]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def decode_name(data: bytes) -> tuple[str, int]:
    """The name at the start of `data`, lower case, and how many bytes it took."""
    labels, at = [], 0
    while data[at]:
        labels.append(data[at + 1 : at + 1 + data[at]].decode("latin-1").lower())
        at += 1 + data[at]
    return ".".join(labels), at + 1


def parse(packet: bytes, *, over_tcp: bool) -> Query:
    name, length = decode_name(packet[12:])
    question = packet[12 : 12 + length + 4]
    (type_,) = struct.unpack("!H", question[length : length + 2])
    return Query(struct.unpack("!H", packet[:2])[0], name, type_, question, over_tcp)


class DnsServer(asyncio.DatagramProtocol):
    """Answers what it was told to; names it was told nothing about do not exist."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[str, int]] = Counter()
        self._script: defaultdict[tuple[str, int], list[Answer]] = defaultdict(list)
        self._seen: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._held: list[tuple[bytes, tuple[str, int]]] | None = None

    def answers(self, name: str, *answers: Answer) -> None:
        """From now on, give these answers for `name`, one after the other."""
        for type_ in (A, AAAA):
            self._script[name, type_] = list(answers)

    def look_ups(self, name: str) -> int:
        """How often the A record of `name` was asked for."""
        return self.asked[name, A]

    async def asked_for(self, name: str) -> None:
        """Wait until a question about `name` has arrived."""
        await self._seen[name].wait()

    def hold(self) -> None:
        """Send nothing by UDP until `release`."""
        self._held = []

    def release(self) -> None:
        """Send what was held back."""
        for reply, asker in self._held or ():
            self._udp.sendto(reply, asker)
        self._held = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    async def __aenter__(self) -> Self:
        self._tcp = await asyncio.start_server(self._serve_tcp, "127.0.0.1", 0)
        self._port = self._tcp.sockets[0].getsockname()[1]
        loop = asyncio.get_running_loop()
        self._udp, _ = await loop.create_datagram_endpoint(
            lambda: self, local_addr=("127.0.0.1", self._port)
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._udp.close()
        self._tcp.close()
        await self._tcp.wait_closed()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        reply = self._answer(parse(data, over_tcp=False))
        if reply and self._held is not None:
            self._held.append((reply, addr))
        elif reply:
            self._udp.sendto(reply, addr)

    async def _serve_tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                length = int.from_bytes(await reader.readexactly(_TCP_HEADER))
                reply = self._answer(parse(await reader.readexactly(length), over_tcp=True))
                if reply:
                    writer.write(len(reply).to_bytes(_TCP_HEADER) + reply)
                    await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the asker has what it wanted
        finally:
            writer.close()

    def _answer(self, query: Query) -> bytes | None:
        self.asked[query.name, query.type] += 1
        self._seen[query.name].set()
        script = self._script[query.name, query.type] or [no_such_name()]
        answer = script.pop(0) if len(script) > 1 else script[0]
        return answer(query)
