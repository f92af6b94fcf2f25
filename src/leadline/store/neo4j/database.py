"""The connection to a Neo4j server, and its errors in our words."""

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ClientError,
    DriverError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from leadline.domain.errors import StoreUnavailable, WrongStore

TRANSACTION_S = 30.0
"""How long a transaction may take: a client that stands still must not hold locks for longer."""
_NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"
_TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"


@contextmanager
def translating_errors(name: str) -> Iterator[None]:
    """Raise errors of the driver as ours; `name` is the address of the server, without secrets."""
    try:
        yield
    except AuthError as exc:
        raise WrongStore(f"{name} refuses this user or password") from exc
    except (ServiceUnavailable, SessionExpired, TransientError, OSError) as exc:
        raise StoreUnavailable(f"{name}: {exc}") from exc
    except ClientError as exc:
        if exc.code == _NO_DATABASE:
            raise WrongStore(f"{name} has no such database") from exc
        if exc.code and exc.code.startswith(_TIMED_OUT):
            raise StoreUnavailable(f"{name}: {exc.message}") from exc
        raise
    except DriverError as exc:
        raise StoreUnavailable(f"{name}: {exc}") from exc
