"""The queries of the `.cypher` files by name.

Words in capital letters are replaced when the files are read: fields of pages, conditions of lists,
and the time of the server, for which tests may give another one.
"""

import re
from dataclasses import fields
from importlib import resources

from leadline.domain.pages import Page

_NAME = re.compile(r"^// (\w+): .*$", re.MULTILINE)


NAMES = {"id": "pid", "depth": "current_depth", "attempts": "tries", "ip": "answered_ip"}
"""Fields of pages that have another name in the graph. Its `ip` is that of the host."""
_IS_FETCHED = "p.fetched AND p.state = 'COMPLETED'"
_PAGE = [
    _IS_FETCHED if each.name == "is_fetched" else f"p.{NAMES.get(each.name, each.name)}"
    for each in fields(Page)
]
_NOW = "coalesce($now, datetime.realtime().epochMillis / 1000.0 + $skew_s)"
_VALUE = """CASE $by WHEN 'address' THEN p.address WHEN 'depth' THEN p.current_depth
  WHEN 'status' THEN p.status WHEN 'size' THEN p.size WHEN 'time' THEN p.timings[-1]
  WHEN 'title' THEN CASE WHEN p.title <> '' THEN left(p.title, 200) END
  WHEN 'seq' THEN p.seq WHEN 'found' THEN p.n END"""
_MATCHES = """($state IS NULL OR p.state = $state)
  AND ($fetched IS NULL OR p.fetched = $fetched)
  AND ($reason IS NULL OR p.reason = $reason)
  AND ($rule IS NULL OR p.rule = $rule)
  AND ($error IS NULL OR p.error = $error)
  AND ($content_hash IS NULL OR p.content_hash = $content_hash)
  AND ($least_status IS NULL OR $least_status <= p.status <= $most_status)
  AND ($depth IS NULL OR p.current_depth = $depth)
  AND ($host IS NULL OR p.host = $host)
  AND ($content_type IS NULL OR toLower(rtrim(split(p.content_type, ';')[0])) =~ $content_type)
  AND ($search IS NULL OR p.address =~ $search OR p.title =~ $search)
  AND ($title IS NULL OR p.title =~ $title)"""
_BEHIND = """$after IS NULL OR value IS NULL AND $value IS NOT NULL
  OR (value = $value OR value IS NULL AND $value IS NULL) AND p.address > $after
  OR CASE WHEN $is_descending THEN value < $value ELSE value > $value END"""
_SORTED = """value IS NULL, CASE WHEN $is_descending THEN value END DESC,
  CASE WHEN NOT $is_descending THEN value END, p.address"""
_PACE = """MATCH (h:Host {name: name})
  CALL (name) {
    MATCH (q:Queue) WHERE q.host = name AND q.open_gap_s >= 0
    MATCH (o:Crawl {id: q.crawl}) WHERE o.status IN ['running', 'paused']
    RETURN coalesce(max(q.open_gap_s), 0.0) AS gap_s
  }
  CALL (name) {
    MATCH (l:Lease {host: name}) WHERE l.crawl = $crawl AND l.size > 0 RETURN sum(l.left) AS leased
  }
  WITH name, unfinished, [name, h.site, h.ip, h.cname, unfinished - leased, leased,
    CASE WHEN gap_s > h.robots_gap_s THEN gap_s ELSE h.robots_gap_s END, h.robots_gap_s,
    CASE WHEN h.rests_until > now THEN h.rests_until - now ELSE 0.0 END, h.failures,
    now - h.failing_since] AS pace"""
_FILLED_IN = {
    "NOW": _NOW,
    "PAGE": ", ".join(_PAGE),
    "VALUE": _VALUE,
    "MATCHES": _MATCHES,
    "BEHIND": _BEHIND,
    "SORTED": _SORTED,
    "PACE": _PACE,
}


def _text(name: str) -> str:
    return (resources.files("leadline.store.neo4j") / name).read_text()


def _read(name: str) -> dict[str, str]:
    _, *parts = _NAME.split(_text(name))
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    filled_in = _FILLED_IN | {"SEEN": found.pop("seen", "").strip().rstrip(";")}
    word = re.compile(rf"\b({'|'.join(filled_in)})\b")
    return {
        query: word.sub(lambda found: filled_in[found[1]], text.strip().rstrip(";"))
        for query, text in found.items()
    }


QUERIES = _read("queries.cypher") | _read("reads.cypher")
CHANGES_OF_CLAIMS = ("set_crawl", "set_hosts", "add_leases", "change_queues", "set_looks")
CHANGES_OF_COMMITS = (
    "add_bodies",
    "complete_pages",
    "change_pages",
    "meet_hosts",
    "add_pages",
    "list_pages",
    "add_leads",
    "set_crawl",
    "add_done",
    "add_to_skips",
    "add_to_budgets",
    "set_hosts",
    "end_leases",
    "set_leases",
    "add_leases",
    "add_latencies",
    "add_sample",
    "set_note",
    "change_queues",
    "queues_answered",
    "set_looks",
)
"""Queries that run together, in this order. Each has a parameter `rows`, which may be empty."""
_SHARED = re.compile(r"\$(?!crawl\b|now\b|by\b)(\w+)")


def _together(names: tuple[str, ...]) -> str:
    """Return queries as one. Its parameters are those of each query, by the name of the query."""
    parts = [_SHARED.sub(rf"${name}.\1", QUERIES[name]) for name in names]
    return "\n".join(f"CALL () {{\n{part}\n}}" for part in parts)


QUERIES["change_by_claim"] = _together(CHANGES_OF_CLAIMS)
QUERIES["change_by_commit"] = _together(CHANGES_OF_COMMITS)
SCHEMA = [
    statement.strip()
    for statement in re.sub(r"(?m)^//.*$", "", _text("schema.cypher")).split(";")
    if statement.strip()
]
"""The statements that create indexes and constraints; each may run again."""
