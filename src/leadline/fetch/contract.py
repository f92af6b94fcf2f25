"""The network, as the rest of Leadline sees it."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol

from leadline.domain.addresses import Address
from leadline.domain.skips import Skipped
from leadline.domain.web.fetching import Request, Response


@dataclass(frozen=True, slots=True)
class Resolved:
    """The answer of DNS for a host name: `ips` in the order to try, and the CNAMEs to them."""

    ips: tuple[str, ...]
    cnames: tuple[str, ...] = ()


class Resolver(Protocol):
    """A map from host names to network addresses."""

    @abstractmethod
    async def resolve(self, host: str) -> Resolved:
        """Look up A and AAAA of `host`, following CNAMEs up to the configured depth.

        `ips` is never empty. Answers and failures are remembered for their TTL; callers that ask
        for one name at the same time share one look-up. Raises DnsFailed.
        """

    @abstractmethod
    def known(self, host: str) -> Resolved | None:
        """Return the addresses of `host` if they are known without asking a name server."""


@dataclass(frozen=True, slots=True)
class Approved:
    """The only network addresses that the guard allows for one address."""

    host: str
    port: int
    ips: tuple[str, ...]
    cnames: tuple[str, ...]
    dns_ms: float


class Guard(Protocol):
    """The check of every request: whether it may connect, and to which network addresses."""

    @abstractmethod
    async def approve(self, address: Address) -> Approved | Skipped:
        """Resolve the host of `address` once and check every answer.

        One refused answer refuses the host: a name that points both outside and inside is an
        attack. Raises DnsFailed.
        """

    @abstractmethod
    def permits(self, ip: str, port: int) -> bool:
        """Return whether a connection to exactly this network address and port may be opened."""


class CookieJar(Protocol):
    """The cookies of one chain of redirects. Opaque: only the fetcher that made it reads it."""

    @abstractmethod
    def close(self) -> None:
        """Forget all cookies."""


class Fetcher(Protocol):
    """HTTP GET: one request for each call, any number of calls at once."""

    @abstractmethod
    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """Ask the guard, connect, and read the answer up to the limits of the request.

        Any HTTP status is a Response, redirects included: they are not followed. Skipped is the
        guard's refusal, and then no connection was made. A body that breaks off is kept and
        marked. Cancelling the call ends the transfer at once. Raises FetchError.
        """

    @abstractmethod
    def new_jar(self) -> CookieJar:
        """Return an empty jar for one chain of requests."""
