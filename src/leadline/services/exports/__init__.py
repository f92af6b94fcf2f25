"""Exports of crawls to files."""
