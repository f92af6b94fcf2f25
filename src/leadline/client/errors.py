"""Errors of the client, as one tree.

ClientError
├── Unreachable       no answer came, or it broke off
├── TookTooLong       a crawl was not over in time
├── NotLeadline       an answer came, but not from a Leadline server
└── Problem           the server rejected the request or failed; `document` says why
    ├── Unauthorized  401: the API key is missing or wrong
    ├── Forbidden     403: the guard refuses the address, or robots.txt disallows it
    ├── NotFound      404: the crawl, page or artifact does not exist
    ├── Conflict      409: the crawl is over, or the idempotency key is in use
    ├── Invalid       400, 413, 415, 422: the request is not valid
    ├── Busy          429, 503: too many requests, or the store is not available
    ├── PageFailed    502, 504: the page could not be fetched
    └── ServerFailed  500 and all others
"""

import msgspec


class FieldProblem(msgspec.Struct, frozen=True):
    """One invalid field of a request."""

    field: str
    message: str


class ProblemDocument(msgspec.Struct, frozen=True):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    next_step: str | None = None
    """The remedy, if `detail` does not name one."""
    request_id: str = ""
    """The id of the request, also in the server's log."""
    errors: tuple[FieldProblem, ...] | None = None


class ClientError(Exception):
    """Base of all errors of the client."""


class Unreachable(ClientError):
    """No answer came, or it broke off."""


class TookTooLong(ClientError):
    """A crawl was not over in time."""


class NotLeadline(ClientError):
    """An answer came, but not from a Leadline server."""


class Problem(ClientError):
    """The server rejected the request or failed, and says why."""

    def __init__(self, document: ProblemDocument) -> None:
        super().__init__("; ".join(filter(None, (document.detail, document.next_step))))
        self.document = document

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return self.document.status

    @property
    def name(self) -> str:
        """Return the kind of problem in a word, such as `unknown-crawl` or `refused-by-robots`."""
        return self.document.type.rpartition(":")[2]


class Unauthorized(Problem):
    """The API key is missing or wrong."""


class Forbidden(Problem):
    """The guard refuses the address, or robots.txt disallows it."""


class NotFound(Problem):
    """The crawl, page or artifact does not exist."""


class Conflict(Problem):
    """The crawl is over, or the idempotency key is in use."""


class Invalid(Problem):
    """The request is not valid."""


class Busy(Problem):
    """The server has too many requests, or its store is not available: try again later."""


class PageFailed(Problem):
    """The page could not be fetched."""


class ServerFailed(Problem):
    """The server failed."""


_BY_STATUS: dict[int, type[Problem]] = {
    400: Invalid,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    413: Invalid,
    415: Invalid,
    422: Invalid,
    429: Busy,
    502: PageFailed,
    503: Busy,
    504: PageFailed,
}


def problem_of(document: ProblemDocument) -> Problem:
    """Return the error for a problem document."""
    return _BY_STATUS.get(document.status, ServerFailed)(document)
