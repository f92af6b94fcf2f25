"""How queries are written."""

import re
from importlib import resources

from leadline.store.sqlite.codes import CODES
from leadline.store.sqlite.queries import QUERIES

_CODED = r"(?<!:)\b(?:state|root_state|kind|turn)\b"
_BARE = re.compile(rf"{_CODED} (?:=|<>|(?:NOT )?IN|WHEN) \(?\d")


def test_states_kinds_and_turns_have_names_in_queries() -> None:
    written = (resources.files("leadline.store.sqlite") / "queries.sql").read_text()

    assert _BARE.findall(written) == []
    assert {name for name in CODES if f"{{{name}}}" in written} >= {
        "PENDING",
        "SITEMAP",
        "TURN_HELD",
    }


def test_queries_have_constants_where_the_names_are() -> None:
    assert "state = 0 AND not_before IS NULL" in QUERIES["ready_pages"]
    assert not [name for name, query in QUERIES.items() if "{" in query]
