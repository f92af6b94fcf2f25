"""All errors, one tree.

LeadlineError
├── TurnOver                     a page has to wait for its host's next turn
├── InvalidInput                 what a person gave us cannot be used; the message says why
│   ├── InvalidAddress
│   ├── InvalidSelector
│   ├── InvalidPattern
│   ├── InvalidHeader           (its value is never in the message)
│   ├── InvalidSetting
│   ├── InvalidCursor            not where a list ended
│   ├── UnknownCrawl
│   ├── UnknownPage
│   ├── UnknownArtifact          nothing is kept under this name
│   └── IdempotencyConflict      one key for two different requests
├── StoreError
│   ├── StoreUnavailable         (try again) locked, full, unreachable; nothing was changed
│   ├── LeaseLost                the pages of a lease are no longer its worker's business
│   └── WrongStore               not ours, or of a newer version; nothing was changed
└── FetchError                   an address was requested and no usable answer came
    ├── DnsFailed                (host, retry)
    ├── RobotsUnreachable        (host, retry) whether we may fetch cannot be known now
    ├── ConnectFailed            (host, retry) no route, network down
    │   ├── ConnectRefused
    │   └── ConnectTimedOut
    ├── TlsFailed                the server is not who it should be
    │   └── TlsHandshakeFailed   (retry) it did not come to showing who it is
    ├── TimedOut                 (retry) connected, then too slow
    ├── ConnectionLost           (retry) reset, closed, stream error
    ├── BadResponse              not HTTP, or HTTP that cannot be read
    ├── TooLarge                 headers beyond the limit
    ├── TooManyRedirects
    └── FetcherFailed            our own fault: out of memory, a missing feature

`is_retryable`: another attempt may succeed. `is_of_host`: every page of the host would fail in
the same way, so the host waits and its pages lose no attempt. A refusal by a rule is not an
error but a value: see `domain.outcomes.Skipped`.
"""

from collections.abc import Iterator
from typing import ClassVar

from leadline.domain.addresses import Address


class LeadlineError(Exception):
    """Root of everything that Leadline raises on purpose."""


class TurnOver(LeadlineError):
    """A page wants another request, but the host's turn has gone to others, or to a longer gap.

    `hops` redirects have led from where the page began to this address.
    """

    def __init__(self, address: Address, hops: int = 0) -> None:
        super().__init__(f"{address} has to wait for its host's next turn")
        self.address = address
        self.hops = hops


class InvalidInput(LeadlineError):
    """What a person gave us cannot be used."""


class InvalidAddress(InvalidInput):
    """Not an address that could ever be requested."""


class InvalidSelector(InvalidInput):
    """Not a CSS selector."""


class InvalidPattern(InvalidInput):
    """Not an include or exclude pattern."""


class InvalidHeader(InvalidInput):
    """Not a header that may be sent. The message never has its value, which may be a secret."""


class InvalidSetting(InvalidInput):
    """A setting or option has a value it cannot have."""


class InvalidCursor(InvalidInput):
    """Not the place where a list ended."""


class UnknownCrawl(InvalidInput):
    """There is no crawl with this id."""


class UnknownPage(InvalidInput):
    """There is no page with this id in the crawl."""


class UnknownArtifact(InvalidInput):
    """Nothing is kept under this name, or no more."""


class IdempotencyConflict(InvalidInput):
    """An idempotency key that was used for another request before."""


class StoreError(LeadlineError):
    """The store could not do what was asked."""


class StoreUnavailable(StoreError):
    """The store does not answer now; nothing was changed."""


class LeaseLost(StoreError):
    """A lease has ended without its worker: its pages are no longer that worker's business."""


class WrongStore(StoreError):
    """What is there is not a store that this version can use."""


class FetchError(LeadlineError):
    """An address was requested and no usable answer came."""

    is_retryable: ClassVar[bool] = False
    is_of_host: ClassVar[bool] = False


class DnsFailed(FetchError):
    """The host name has no address, or no name server answered."""

    is_retryable = True
    is_of_host = True


class RobotsUnreachable(FetchError):
    """robots.txt cannot be read now, so nothing of its host may be fetched."""

    is_retryable = True
    is_of_host = True


class ConnectFailed(FetchError):
    """No connection could be made to the host."""

    is_retryable = True
    is_of_host = True


class ConnectRefused(ConnectFailed):
    """Nothing listens there."""


class ConnectTimedOut(ConnectFailed):
    """The host did not answer the attempt to connect."""


class TlsFailed(FetchError):
    """The server could not prove that it is the one asked for."""


class TlsHandshakeFailed(TlsFailed):
    """The encrypted connection broke before the server's identity was known."""

    is_retryable = True


class TimedOut(FetchError):
    """The answer did not come, or not fast enough."""

    is_retryable = True


class ConnectionLost(FetchError):
    """The connection ended in the middle."""

    is_retryable = True


class BadResponse(FetchError):
    """What came back is not an HTTP response that can be read."""


class TooLarge(FetchError):
    """The headers of the response are larger than the limit."""


class TooManyRedirects(FetchError):
    """The chain of redirects is longer than the limit, or goes in a circle."""


class FetcherFailed(FetchError):
    """The fetcher itself failed: memory, configuration, a missing feature."""


def fetch_error(kind: str, message: str) -> FetchError:
    """The error of that name, as it was stored; a FetchError when there is none."""
    found = {error.__name__: error for error in _below(FetchError)}
    return found.get(kind, FetchError)(message)


def _below(error: type[FetchError]) -> Iterator[type[FetchError]]:
    for each in error.__subclasses__():
        yield each
        yield from _below(each)
