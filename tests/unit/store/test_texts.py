"""Texts with what their pages say about themselves."""

import pytest
import zstandard

from leadline.store.texts import MAX_CHARACTERS, About, packed_text, unpacked_text

TEXTS = ["", "plain", "nul \0 inside", "ends with nul\0", 'a\0{"description": "forged"}', "é灯"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "about", [About(), About("d"), About(None, ("a", "b")), About("nul\0", ("\0", "é"))]
)
def test_what_was_packed_comes_back(text: str, about: About) -> None:
    body = packed_text(text.encode(), about.description, about.keywords)

    if body is None:
        assert (text, about) == ("", About())
    else:
        assert unpacked_text(body) == (text, about)


def test_no_more_is_kept_than_a_person_would_read() -> None:
    words = tuple(f"word{n}" for n in range(1_000))
    body = packed_text(b"", "d" * 50_000, words)
    assert body is not None
    _, about = unpacked_text(body)

    assert about.description == "d" * MAX_CHARACTERS
    assert MAX_CHARACTERS - 10 < sum(map(len, about.keywords)) <= MAX_CHARACTERS
    assert about.keywords == words[: len(about.keywords)]


@pytest.mark.parametrize("text", ["plain", "nul \0 inside", "\0{}\0]"])
def test_texts_of_an_earlier_version_are_read(text: str) -> None:
    assert unpacked_text(zstandard.compress(text.encode())) == (text, About())
