"""Layouts: from arrays of pages and edges to places."""
