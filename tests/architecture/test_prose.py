"""Plain English: in the package, its help and settings, the API, the documentation, the web page.

`prose.py` has the rules. A failure lists each sentence as path:line: rule: sentence.
"""

import json
from collections import Counter
from functools import cache

import pytest

from prose import ROOT, Text, all_texts

MOST_ALLOWED = 30
_STORY = "a text of the demo site, which is a story"
# Sentences that break a rule for a reason: path, a part of the sentence, the reason.
ALLOWED: tuple[tuple[str, str, str], ...] = (
    ("src/leadline/demo/almanac.py", "so that nobody takes it", _STORY),
    ("src/leadline/demo/logbook.py", "What was seen from the pilot boat", _STORY),
    ("src/leadline/demo/pages.py", "Who made it, out of what", _STORY),
    ("src/leadline/demo/places.py", "how to tell them apart at night", _STORY),
)


@cache
def texts() -> tuple[Text, ...]:
    return tuple(all_texts())


@cache
def offences() -> dict[str, tuple[str, str]]:
    """Return the path and the sentence of each offence, by the line that reports it."""
    return {
        f"{text.place}:{text.line}: {rule}: {sentence}": (text.place, sentence)
        for text in texts()
        for rule, sentence in text.offences()
    }


def is_allowed(place: str, sentence: str) -> bool:
    return any(place == path and part in sentence for path, part, _ in ALLOWED)


def test_sentences_are_plain_english() -> None:
    left = [report for report, found in offences().items() if not is_allowed(*found)]

    assert left == [], "\n".join(left)


def test_every_exception_is_needed_and_has_a_reason() -> None:
    found = set(offences().values())
    needed = {
        (path, part, reason)
        for path, part, reason in ALLOWED
        if reason and any(path == place and part in sentence for place, sentence in found)
    }

    assert set(ALLOWED) - needed == set()


def test_exceptions_are_few() -> None:
    assert len([path for path, _, _ in ALLOWED if path.startswith("src/")]) <= MOST_ALLOWED


def test_all_kinds_of_texts_are_read() -> None:
    kinds = Counter(text.place.split("/")[0] for text in all_texts())

    assert {kind for kind, count in kinds.items() if count > 500} >= {"src", "docs", "web"}
    assert any(text.place.startswith("docs/reference/openapi.json/paths") for text in texts())


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("A file for who asked for it.", "who without a noun"),
        ("Nobody waits for it.", "somebody, nobody"),
        ("The log tells more.", "tell for another verb"),
        ("It is there. What is new waits.", "begins with a clause"),
        ("The same for an event loop.", "begins with a clause"),
        ("It does not run any more.", "no longer, for no more"),
        ("Pages as face A documents them.", "crawl API, scrape and job API"),
    ],
)
def test_each_rule_finds_its_offence(sentence: str, rule: str) -> None:
    assert [name for name, _ in Text("x", 1, sentence).offences()] == [rule]


@pytest.mark.parametrize("first", ["What", "Who", "Those", "Such", "The same", "Which"])
def test_a_function_is_described_by_a_verb(first: str) -> None:
    text = Text("x", 1, f"{first} pages are listed.", is_function=True)

    assert [name for name, _ in text.offences()] == ["a function's docstring begins with a verb"]


@pytest.mark.parametrize(
    "sentence",
    [
        "What would a newcomer ask?",
        "Fetch no more than 10 pages.",
        "Return pages. Such pages are rare.",
        "The client who asked is answered.",
    ],
)
def test_plain_sentences_break_no_rule(sentence: str) -> None:
    assert list(Text("x", 1, sentence).offences()) == []


def test_every_route_has_a_summary_and_a_description() -> None:
    document = json.loads((ROOT / "docs/reference/openapi.json").read_text())

    assert [
        (method, path)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if not operation.get("summary") or not operation.get("description")
    ] == []
