"""Formats of exports: tables of rows, and graphs of nodes and edges."""
