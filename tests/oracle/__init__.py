"""A second crawler, slow and simple, that says what the first one should have stored.

It shares no line and no parser with the product: a difference is a mistake of one of the two.
"""

from oracle.addresses import key_of, parsed
from oracle.crawl import Lead, Map, Page, Survey, surveyed
from oracle.reading import Library

__all__ = ["surveyed", "Survey", "Map", "Page", "Lead", "Library", "key_of", "parsed"]
