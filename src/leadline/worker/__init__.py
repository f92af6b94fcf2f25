"""Processes that work: feeders, and the supervisor that spawns them."""
