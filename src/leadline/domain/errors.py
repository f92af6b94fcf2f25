"""All errors, one tree.

LeadlineError
├── TurnOver                     a page has to wait for its host's next turn
├── InvalidInput                 an input cannot be used; the message says why
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
│   ├── LeaseLost                the lease of a worker ended without it
│   └── WrongStore               not ours, or of a newer version; nothing was changed
└── FetchError                   an address was requested and no usable answer came
    ├── DnsFailed                (host, retry)
    ├── RobotsUnreachable        (host, retry) robots.txt cannot be read now
    ├── ConnectFailed            (host, retry) no route, network down
    │   ├── ConnectRefused
    │   └── ConnectTimedOut
    ├── TlsFailed                the certificate of the server is not valid
    │   └── TlsHandshakeFailed   (retry) the connection broke before that was known
    ├── TimedOut                 (retry) connected, then too slow
    ├── ConnectionLost           (retry) reset, closed, stream error
    ├── BadResponse              not HTTP, or HTTP that cannot be read
    ├── TooLarge                 headers beyond the limit
    ├── TooManyRedirects
    └── FetcherFailed            a fault of the fetcher: out of memory, a missing feature

`is_retryable`: another attempt may succeed. `is_of_host`: every page of the host would fail in
the same way, so the crawl waits for the host, and its pages lose no attempt. A refusal by a rule
is not an error but a value: see `domain.skips.Skipped`.
"""

from collections.abc import Iterator
from typing import ClassVar


class LeadlineError(Exception):
    """The base of all errors that Leadline raises on purpose."""


class TurnOver(LeadlineError):
    """A page needs another request, but the worker no longer has the turn of the host.

    Raised by a fetcher that keeps the pace of hosts; step 2 of a page makes a value of it.
    """


class InvalidInput(LeadlineError):
    """An input cannot be used."""


class InvalidAddress(InvalidInput):
    """An address that cannot be requested."""


class InvalidSelector(InvalidInput):
    """A text that is not a CSS selector."""


class InvalidPattern(InvalidInput):
    """A text that is not an include or exclude pattern."""


class InvalidHeader(InvalidInput):
    """A header that may not be sent. The message never has its value, which may be a secret."""


class InvalidSetting(InvalidInput):
    """A setting or option has a value it cannot have."""


class InvalidCursor(InvalidInput):
    """A cursor that no list returned."""


class UnknownCrawl(InvalidInput):
    """There is no crawl with this id."""


class UnknownPage(InvalidInput):
    """There is no page with this id in the crawl."""


class UnknownArtifact(InvalidInput):
    """Nothing is stored under this name, or it was deleted."""


class IdempotencyConflict(InvalidInput):
    """An idempotency key that was used for another request before."""


class StoreError(LeadlineError):
    """The store could not do what the caller asked for."""


class StoreUnavailable(StoreError):
    """The store does not answer now; nothing was changed."""


class LeaseLost(StoreError):
    """The lease of a worker has ended without it: other workers may have its pages."""


class WrongStore(StoreError):
    """The file is not a store that this version can use."""


class FetchError(LeadlineError):
    """An address was requested and no usable answer came."""

    is_retryable: ClassVar[bool] = False
    is_of_host: ClassVar[bool] = False
    at: str | None = None
    """The address that failed, if redirects led to it."""


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
    """The server could not prove its identity."""


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
    """The answer is not an HTTP response that can be read."""


class TooLarge(FetchError):
    """The headers of the response are larger than the limit."""


class TooManyRedirects(FetchError):
    """The chain of redirects is longer than the limit, or goes in a circle."""


class FetcherFailed(FetchError):
    """The fetcher itself failed: memory, configuration, a missing feature."""


def fetch_error(kind: str, message: str) -> FetchError:
    """Return the error of a stored name; a FetchError if no class has that name."""
    found = {error.__name__: error for error in _below(FetchError)}
    return found.get(kind, FetchError)(message)


def _below(error: type[FetchError]) -> Iterator[type[FetchError]]:
    for each in error.__subclasses__():
        yield each
        yield from _below(each)
