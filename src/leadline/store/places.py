"""The contract of places: where a store is, and how it is opened there."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from leadline.store.contract import Store
from leadline.store.reader import Reader


class StorePlace(Protocol):
    """Where a store is. All methods raise WrongStore and StoreUnavailable."""

    @abstractmethod
    def create(self) -> Store:
        """Open the store; create it if it does not exist. Checks that it can be used."""

    @abstractmethod
    def open(self) -> Store:
        """Open the store, which must exist."""

    @abstractmethod
    def open_reader(self) -> Reader:
        """Open the store, which must exist, for reading."""

    @abstractmethod
    def exists(self) -> bool:
        """Return whether there is a store. Raises WrongStore where none can be created."""

    @abstractmethod
    def remember(self) -> Callable[[], None]:
        """Return a check that raises when another store has replaced the present one."""
