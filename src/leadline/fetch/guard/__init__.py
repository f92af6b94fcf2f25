"""Decides which network addresses may be connected to, and resolves names once."""
