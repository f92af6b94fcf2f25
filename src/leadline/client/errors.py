"""What can go wrong, as one tree.

ClientError
├── Unreachable       no answer came, or it broke off
├── TookTooLong       a crawl was not over in the time that was given
├── NotLeadline       an answer came, but not one that a Leadline server gives
└── Problem           the server says why not; `document` is what it said
    ├── Unauthorized  401: a key is missing, or wrong
    ├── Forbidden     403: a rule forbids it: the guard, robots.txt
    ├── NotFound      404: there is no such crawl or page
    ├── Conflict      409: not now, or not any more
    ├── Invalid       400, 413, 415, 422: the request cannot be done as it is
    ├── Busy          429, 503: later, perhaps
    ├── PageFailed    502, 504: the page could not be fetched
    └── ServerFailed  500 and all others
"""

import msgspec


class FieldProblem(msgspec.Struct, frozen=True):
    """What is wrong with one field of a request."""

    field: str
    message: str


class ProblemDocument(msgspec.Struct, frozen=True):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    request_id: str = ""
    """Also in the server's log."""
    errors: tuple[FieldProblem, ...] | None = None


class ClientError(Exception):
    """All errors of the client."""


class Unreachable(ClientError):
    """No answer came, or it broke off."""


class TookTooLong(ClientError):
    """A crawl was not over in the time that was given."""


class NotLeadline(ClientError):
    """An answer came, but not one that a Leadline server gives."""


class Problem(ClientError):
    """The server says why not."""

    def __init__(self, document: ProblemDocument) -> None:
        super().__init__(document.detail)
        self.document = document

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.document.status

    @property
    def name(self) -> str:
        """What kind of problem it is, in a word: `unknown-crawl`, `refused-by-robots`."""
        return self.document.type.rpartition(":")[2]


class Unauthorized(Problem):
    """A key is missing, or wrong."""


class Forbidden(Problem):
    """A rule forbids it: the guard, robots.txt."""


class NotFound(Problem):
    """There is no such crawl or page."""


class Conflict(Problem):
    """Not now, or not any more."""


class Invalid(Problem):
    """The request cannot be done as it is."""


class Busy(Problem):
    """Later, perhaps."""


class PageFailed(Problem):
    """The page could not be fetched."""


class ServerFailed(Problem):
    """The server could not do what it should."""


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
    """The error for a problem document."""
    return _BY_STATUS.get(document.status, ServerFailed)(document)
