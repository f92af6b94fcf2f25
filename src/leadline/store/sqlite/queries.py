"""The queries of `queries.sql` by name."""

import re
from importlib import resources

_NAME = re.compile(r"^-- (\w+): .*$", re.MULTILINE)


def _read() -> dict[str, str]:
    text = (resources.files("leadline.store.sqlite") / "queries.sql").read_text()
    _, *parts = _NAME.split(text)
    return {name: query.strip() for name, query in zip(parts[::2], parts[1::2], strict=True)}


QUERIES = _read()
