"""Registrable domains against the public suffix list's own vectors."""

import re

import ada_url
import pytest

from corpora import corpus
from leadline.urls.domains import registrable_domain
from scores import Score

pytestmark = pytest.mark.corpora

CASE = re.compile(r"^checkPublicSuffix\('?(.*?)'?, '?(.*?)'?\);", re.MULTILINE)


def ascii_name(name: str) -> str | None:
    return None if name == "null" else str(ada_url.idna_to_ascii(name.lower()).decode())


def test_registrable_domains_are_as_expected(score: Score) -> None:
    cases = CASE.findall(corpus("publicsuffix/tests/test_psl.txt").read_text())

    misses = [
        (name, expected)
        for name, expected in cases
        if registrable_domain(ascii_name(name) or "") != ascii_name(expected)
    ]

    score("public suffix list", len(cases) - len(misses), len(cases))
    assert misses == []
