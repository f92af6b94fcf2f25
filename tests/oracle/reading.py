"""Pages, read: fetched with patience, followed in place, and their links taken out."""

import multiprocessing
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from types import TracebackType
from typing import Self

from oracle import robots
from oracle.addresses import key_of, split
from oracle.answers import Answer, NoAnswer, asked
from oracle.documents import Link, is_html, links_of

MOST_REDIRECTS = 10
MOST_ROBOTS_REDIRECTS = 5
ATTEMPTS = 3
PATIENCE = 5
"""How often a server may ask us to come later before that is no test of anything."""
LATER_S = 1.0
PASSING = {408, 425}
ERROR, SERVER_ERROR = 400, 500
AGENT = "leadline"
"""The name that robots.txt knows the product by."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one page.

    `address` is where it ended; without `status` there was no answer, and `failure` says why.
    `redirected_to` is another page.
    """

    address: str
    status: int | None = None
    redirected_to: str | None = None
    links: tuple[Link, ...] = ()
    failure: str | None = None
    is_closed: bool = False
    """By robots.txt."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How pages are read."""

    timeout_s: float = 10.0
    respects_robots: bool = True


class Library:
    """Reads pages in several processes and remembers them, since the sites do not change."""

    def __init__(self, manner: Manner | None = None, processes: int = 4) -> None:
        self._manner = manner or Manner()
        self._readings: dict[str, Reading] = {}
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, context)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def root(self, address: str) -> Reading:
        """Read a page, wherever its redirects lead."""
        return self._pool.submit(_read, address, self._manner, is_root=True).result()

    def read(self, addresses: Iterable[str]) -> list[Reading]:
        """Read pages; only redirects to a page's own key are followed."""
        wanted = list(addresses)
        unread = [address for address in wanted if address not in self._readings]
        read = partial(_read, manner=self._manner)
        for address, reading in zip(unread, self._pool.map(read, unread), strict=True):
            self._readings[address] = reading
        return [self._readings[address] for address in wanted]


def _read(address: str, manner: Manner, *, is_root: bool = False) -> Reading:
    start, here = key_of(address), address
    for _ in range(MOST_REDIRECTS + 1):
        if manner.respects_robots and not _is_open(here, manner):
            return Reading(here, is_closed=True)
        try:
            answer = _patiently(here, manner.timeout_s)
        except NoAnswer as exc:
            return Reading(here, failure=str(exc))
        target = answer.redirected_to
        if target is None or not (is_root or key_of(target) == start):
            return _read_answer(answer)
        here = target
    return Reading(here, failure="too many redirects")


def _read_answer(answer: Answer) -> Reading:
    links: list[Link] = []
    is_page = answer.status < ERROR and answer.redirected_to is None
    if is_page and is_html(answer.content_type, answer.body):
        links = links_of(answer.body, answer.content_type, answer.address)
    return Reading(answer.address, answer.status, answer.redirected_to, tuple(links))


def _patiently(address: str, timeout_s: float) -> Answer:
    """Three attempts; being told to come later costs none. Raises NoAnswer."""
    attempts = asked_to_wait = 0
    while True:
        attempts += 1
        try:
            answer = asked(address, timeout_s)
        except NoAnswer as exc:
            if attempts == ATTEMPTS or not exc.may_pass:
                raise
            continue
        is_busy = answer.status == 429 or (answer.status == 503 and answer.retry_after)
        if is_busy:
            asked_to_wait += 1
            attempts -= 1
            if asked_to_wait > PATIENCE:
                raise RuntimeError(f"{address} is never to be had: no crawl of it ends")
            time.sleep(LATER_S)
        elif attempts == ATTEMPTS or not (
            answer.status >= SERVER_ERROR or answer.status in PASSING
        ):
            return answer


def _is_open(address: str, manner: Manner) -> bool:
    scheme, authority, path, query = split(address)
    body = _robots_of(f"{scheme}://{authority}", manner.timeout_s)
    return robots.allowed(body, AGENT, path + query)


@cache
def _robots_of(origin: str, timeout_s: float) -> bytes:
    """The file, over five redirects; none when there is none. A host without answer is open here,
    since asking it for a page comes to the same.
    """
    address = f"{origin}/robots.txt"
    for _ in range(MOST_ROBOTS_REDIRECTS + 1):
        try:
            answer = asked(address, timeout_s)
        except NoAnswer:
            return b""
        if answer.redirected_to is None:
            break
        address = answer.redirected_to
    if answer.status >= SERVER_ERROR:
        raise RuntimeError(f"{address} is never to be had: its pages wait for an hour")
    return answer.body if answer.status < 300 else b""
