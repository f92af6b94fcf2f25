"""Processes: how each is started, gets its orders, and ends."""
