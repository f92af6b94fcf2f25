"""The two names of a page: the address to request, and the URL key to compare."""

from typing import NewType

Address = NewType("Address", str)
"""A WHATWG-serialised http(s) URL without fragment and credentials, to be requested."""

Key = NewType("Key", str)
"""The identity of a page: two addresses with one key are one page."""
