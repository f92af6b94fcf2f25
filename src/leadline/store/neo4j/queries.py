"""The queries of the `.cypher` files by name."""

import re
from importlib import resources

_NAME = re.compile(r"^// (\w+): .*$", re.MULTILINE)


def _text(name: str) -> str:
    return (resources.files("leadline.store.neo4j") / name).read_text()


def _read(name: str) -> dict[str, str]:
    _, *parts = _NAME.split(_text(name))
    return {
        query: text.strip().rstrip(";") for query, text in zip(parts[::2], parts[1::2], strict=True)
    }


QUERIES = _read("queries.cypher")
SCHEMA = [
    statement.strip()
    for statement in re.sub(r"(?m)^//.*$", "", _text("schema.cypher")).split(";")
    if statement.strip()
]
"""The statements that create indexes and constraints; each may run again."""
