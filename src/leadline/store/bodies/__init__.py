"""Pieces of pages in a folder or an object store, for stores that do not keep them themselves."""
