"""The two names of a page: what we request, and what we compare."""

from typing import NewType

Address = NewType("Address", str)
"""A WHATWG-serialised http(s) URL without fragment and credentials: what we request."""

Key = NewType("Key", str)
"""The identity of a page: two addresses with one key are one page."""
