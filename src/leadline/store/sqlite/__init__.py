"""Crawls in one SQLite file: no server, several processes on one machine."""
