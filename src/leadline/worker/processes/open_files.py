"""Limits of open files, and so of connections, of a process."""

import resource
import sys

_FEW = 256


def allow_many_files() -> None:
    """Raise the soft limit of file descriptors: each connection takes one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def warn_of_few_files() -> None:
    """Print a warning if feeders may open so few files that a crawl will be slow."""
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= allowed < _FEW:
        sys.stderr.write(
            f"leadline: each process may open only {allowed} files at once, which leaves few for"
            f" connections: this will be slow; allow {_FEW} or more by ulimit -n\n"
        )
