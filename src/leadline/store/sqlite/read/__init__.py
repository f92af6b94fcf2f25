"""Queries that only read."""
