"""What the rest of Leadline may ask of the network."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol

from leadline.domain.addresses import Address
from leadline.domain.fetching import Request, Response
from leadline.domain.outcomes import Skipped


@dataclass(frozen=True, slots=True)
class Resolved:
    """What DNS says of a host name: `ips` in the order to try, and the chain of CNAMEs to them."""

    ips: tuple[str, ...]
    cnames: tuple[str, ...] = ()


class Resolver(Protocol):
    """Host name to network addresses."""

    @abstractmethod
    async def resolve(self, host: str) -> Resolved:
        """Look up A and AAAA of `host`, following CNAMEs up to the configured depth.

        Never an empty `ips`. Answers are remembered for as long as their TTL says, failures too;
        several callers asking for one name at a time share one look-up. Raises DnsFailed.
        """

    @abstractmethod
    def known(self, host: str) -> Resolved | None:
        """Return the addresses of `host` if they are known without asking a name server."""


@dataclass(frozen=True, slots=True)
class Approved:
    """Where the guard lets us connect for one address: to these network addresses, no others."""

    host: str
    port: int
    ips: tuple[str, ...]
    cnames: tuple[str, ...]
    dns_ms: float


class Guard(Protocol):
    """Decides for every single request whether and whereto it may connect."""

    @abstractmethod
    async def approve(self, address: Address) -> Approved | Skipped:
        """Resolve the host of `address` once and check every answer.

        One refused answer refuses the host: a name that points both outside and inside is an
        attack. Raises DnsFailed.
        """

    @abstractmethod
    def permits(self, ip: str, port: int) -> bool:
        """Whether a connection to exactly this network address and port may be opened."""


class CookieJar(Protocol):
    """The cookies of one chain of redirects. Opaque: only the fetcher that made it reads it."""

    @abstractmethod
    def close(self) -> None:
        """Forget all cookies."""


class Fetcher(Protocol):
    """One GET at a time per call, any number of calls at once."""

    @abstractmethod
    async def fetch(self, request: Request, jar: CookieJar | None = None) -> Response | Skipped:
        """Ask the guard, connect, and read the answer up to the limits of the request.

        Any HTTP status is a Response, redirects included: they are not followed. Skipped is the
        guard's refusal, and then no connection was made. A body that breaks off is kept and
        marked. Cancelling the call ends the transfer at once. Raises FetchError.
        """

    @abstractmethod
    def new_jar(self) -> CookieJar:
        """An empty jar for one chain of requests."""
