"""A cache with a bound."""

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Bounded(dict[Key, Value]):
    """A cache of up to `most` entries. When it is full, it forgets all of them.

    For entries that are cheap to find again. Reading costs as much as with a dictionary.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self._most and key not in self:
            self.clear()
        super().__setitem__(key, value)
