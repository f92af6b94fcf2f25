"""Scrapes, and crawls as jobs."""
