"""Stamps, by which a reader notices that it read half of a commit.

Neo4j applies a commit property by property, and a reader locks nothing: 0.2 % of reads of a node
that is written all the time had properties of two commits.
"""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from leadline.store.rules.section.changes import COUNTERS


def stamp_of(counts: Mapping[str, int], status: str, root_state: str) -> int:
    """Return the stamp of the counters and states of a crawl."""
    values = [counts[name] for name in COUNTERS]
    return crc32(f"{values}|{status}|{root_state}".encode())


def is_whole(node: Mapping[str, Any]) -> bool:
    """Return whether the properties of a crawl are of one commit."""
    try:
        return bool(stamp_of(node, node["status"], node["root_state"]) == node["stamp"])
    except KeyError:
        return False


def stamp_of_robots(state: str, body: bytes, detail: str) -> int:
    """Return the stamp of a robots.txt."""
    return crc32(f"{state}|{detail}|".encode() + body)
