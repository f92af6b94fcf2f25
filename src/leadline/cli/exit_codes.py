"""The exit codes of all commands; 0 is success."""

BROKEN = 1
"""A check found broken links, or a host stopped answering."""
USAGE = 2
REFUSED = 3
"""A rule forbids the root of a crawl, or the page of a scrape."""
FAILED = 4
INTERRUPTED = 130
