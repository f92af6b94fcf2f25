"""Encoding detection against the vectors of html5lib and of the web platform."""

import re

import pytest

from corpora import corpus, corpus_json
from leadline.html.encoding import encoding_of, label
from scores import Score

pytestmark = pytest.mark.corpora

CASE = re.compile(rb"#data\n(.*?)\n#encoding\n(\S+)", re.DOTALL)
FILES = ("tests1.dat", "tests2.dat", "test-yahoo-jp.dat", "scripted/tests1.dat")
LATE = "the meta is beyond 1,024 bytes and the page is ASCII, so every answer reads the same text"
SNIFF_MISSES = {f"tests1.dat {number}": LATE for number in range(47, 53)} | {
    "scripted/tests1.dat 0": "the meta is written by a script, and scripts are not run here",
}


def test_labels_are_those_of_the_standard(score: Score) -> None:
    labels = corpus_json("extracted/wpt-encoding-labels.json")["labels"]

    misses = [text for text, name in labels if label(text) != name.lower()]

    score("encoding labels", len(labels) - len(misses), len(labels))
    assert misses == []


def test_encodings_are_sniffed_as_expected(score: Score) -> None:
    total = 0
    misses = {}
    for name in FILES:
        cases = CASE.findall(corpus(f"html5lib-tests/encoding/{name}").read_bytes())
        for number, (data, expected) in enumerate(cases):
            total += 1
            found = encoding_of(data, "")
            if found != label(expected.decode()):
                misses[f"{name} {number}"] = (found, expected, data[:300])

    score("encoding sniffing", total - len(misses), total)
    assert set(misses) == set(SNIFF_MISSES), misses
