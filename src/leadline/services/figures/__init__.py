"""Counts and comparisons of crawls, and figures of processes."""
