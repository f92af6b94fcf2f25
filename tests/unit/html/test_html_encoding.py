import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.html.encoding import charset_of, decode, encoding_of, is_utf8, label, sound, to_utf8

GREEK = "Η γλώσσα είναι το σπουδαιότερο εργαλείο των ανθρώπων. "  # noqa: RUF001 -- is what it looks like
RUSSIAN = "Все люди рождаются свободными и равными в своём достоинстве и правах. "  # noqa: RUF001 -- is what it looks like
JAPANESE = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
CHINESE = "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。"
FRENCH = "Tous les êtres humains naissent libres et égaux en dignité et en droits. "
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. "


def html_in(encoding: str, text: str, head: str = "") -> bytes:
    return f"<html><head>{head}</head><body><p>{text * 8}</p></body></html>".encode(encoding)


def test_a_byte_order_mark_wins_over_header_and_meta() -> None:
    body = codecs.BOM_UTF8 + b"<meta charset=windows-1251>\xc3\xa9"

    text, encoding = decode(body, "text/html; charset=koi8-r")

    assert encoding == "utf-8"
    assert text.endswith(">é")
    assert not text.startswith("\ufeff")


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
    ],
)
def test_every_byte_order_mark_is_known_and_dropped(mark: bytes, codec: str, name: str) -> None:
    assert decode(mark + "日本".encode(codec), "") == ("日本", name)


def test_the_header_wins_over_meta() -> None:
    assert encoding_of(b"<meta charset=koi8-r>", "text/html; charset=utf-8") == "utf-8"


def test_utf_16_without_a_mark_is_read_when_the_header_says_so() -> None:
    assert decode("é日".encode("utf-16-be"), "text/html; charset=utf-16be")[0] == "é日"


def test_an_unknown_charset_in_the_header_leaves_it_to_meta() -> None:
    assert encoding_of(b"<meta charset=koi8-r>", "text/html; charset=klingon") == "koi8-r"


@pytest.mark.parametrize(
    ("content_type", "charset"),
    [
        ("text/html", None),
        ("text/html; charset=utf-8", "utf-8"),
        ('text/html; charset="utf-8"', "utf-8"),
        ("text/html; charset='utf-8'", "utf-8"),
        ("text/html;Charset = UTF-8 ; x=y", "UTF-8"),
        ("text/html; charset=", None),
        ('text/html; charset="utf-8', "utf-8"),
    ],
)
def test_the_charset_of_a_content_type(content_type: str, charset: str | None) -> None:
    assert charset_of(content_type) == charset


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("UTF8", "utf-8"),
        (" latin1\n", "windows-1252"),
        ("ascii", "windows-1252"),
        ("SJIS", "shift_jis"),
        ("GB2312", "gbk"),
        ("ks_c_5601-1987", "euc-kr"),
        ("utf-7", None),
        ("\ud800", None),
        ("", None),
        (None, None),
    ],
)
def test_labels_stand_for_the_encodings_of_the_standard(text: str | None, name: str | None) -> None:
    assert label(text) == name


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"<meta charset=koi8-r>", "koi8-r"),
        (b"<META CHARSET='KOI8-R'>", "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r" http-equiv=content-type>', "koi8-r"),
        (b'<?xml version="1.0" encoding="koi8-r"?>', "koi8-r"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5"),
        (b"<meta charset=klingon><meta charset=big5>", "big5"),
        (b"<p title='<meta charset=koi8-r>'><meta charset=big5>", "big5"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta name=charset content=koi8-r>", "windows-1252"),
        (b"<meta charset='koi8-r", "windows-1252"),
    ],
)
def test_meta_declares_the_encoding(head: bytes, name: str) -> None:
    assert encoding_of(head, "text/html") == name


def test_a_meta_beyond_the_first_kilobyte_counts_when_the_page_is_not_utf_8() -> None:
    late = f"<!--{'-' * 2_000}--><meta charset=iso-8859-7>"

    assert encoding_of(html_in("iso-8859-7", GREEK, late), "") == "iso-8859-7"


@pytest.mark.parametrize(
    ("codec", "text", "name"),
    [
        ("utf-8", RUSSIAN, "utf-8"),
        ("cp1251", RUSSIAN, "windows-1251"),
        ("koi8-r", RUSSIAN, "koi8-u"),
        ("cp1253", GREEK, "windows-1253"),
        ("cp1252", FRENCH, "windows-1252"),
        ("shift_jis", JAPANESE, "shift_jis"),
        ("euc-jp", JAPANESE, "euc-jp"),
        ("gbk", CHINESE, "gb18030"),
        ("euc-kr", KOREAN, "euc-kr"),
        ("ascii", "Plain English text. ", "windows-1252"),
    ],
)
def test_what_nobody_declared_is_guessed(codec: str, text: str, name: str) -> None:
    body = html_in(codec, text)

    found, encoding = decode(body, "")

    assert encoding == name
    assert text.strip() in found


def test_broken_bytes_become_replacement_characters() -> None:
    assert decode(b"a\xffb", "text/html; charset=utf-8")[0] == "a\ufffdb"
    assert decode(b"a\0b\0c", "text/html; charset=utf-16le")[0] == "ab\ufffd"


def test_a_character_cut_off_at_the_end_does_not_cast_doubt_on_utf_8() -> None:
    for cut in (1, 2, 3):
        text, encoding = decode("日本語 🎉".encode()[:-cut], "")

        assert encoding == "utf-8"
        assert text == "日本語 \ufffd"


def test_a_broken_byte_near_the_end_does() -> None:
    assert decode(b"caf\xe9.", "") == ("café.", "windows-1252")


def test_user_defined_bytes_are_private_characters() -> None:
    assert decode(b"a\x80\xff", "text/html; charset=x-user-defined")[0] == "a\uf780\uf7ff"


def test_an_encoding_that_must_not_be_read_is_one_replacement_character() -> None:
    assert decode(b"a" * 100, "text/html; charset=iso-2022-kr") == ("\ufffd", "replacement")


@pytest.mark.parametrize(
    ("name", "byte", "character"),
    [
        ("windows-1252", b"\x81", "\x81"),
        ("windows-1252", b"\x80", "€"),
        ("windows-1251", b"\x98", "\x98"),
        ("windows-1253", b"\xaa", "\ufffd"),
        ("windows-874", b"\xff", "\ufffd"),
        ("iso-8859-8-i", b"\xe0", "א"),
    ],
)
def test_gaps_in_single_byte_encodings_are_filled_as_the_standard_says(
    name: str, byte: bytes, character: str
) -> None:
    assert decode(byte, f"text/html; charset={name}")[0] == character


def test_no_bytes_are_no_text() -> None:
    assert decode(b"", "") == ("", "windows-1252")


@pytest.mark.parametrize(
    "name",
    ["utf-8", "windows-1252", "koi8-r", "x-user-defined", "big5", "euc-jp", "gbk", "shift_jis"],
)
def test_ascii_is_the_same_in_utf_8(name: str) -> None:
    body = bytes(range(128))

    assert to_utf8(body, f"text/html; charset={name}") == (body, label(name))


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        ("utf-8", b"\xc3\xa9\xff", "é\ufffd"),
        ("utf-8", codecs.BOM_UTF8 + b"x", "x"),
        ("utf-16le", b"x\0", "x"),
        ("iso-2022-jp", b'\x1b$B$"\x1b(B', "\u3042"),
        ("iso-2022-kr", b"x", "\ufffd"),
        ("windows-1252", b"\xe9", "é"),
    ],
)
def test_what_is_not_yet_utf_8_becomes_it(name: str, body: bytes, text: str) -> None:
    assert to_utf8(body, f"text/html; charset={name}")[0] == text.encode()


# Bytes that are allowed in some places, at the edges of what is.
EDGES = b"a\x7f\x80\x8f\x90\x9f\xa0\xbf\xc1\xc2\xdf\xe0\xed\xef\xf0\xf4\xf5\xff"


@given(
    parts=st.lists(
        st.one_of(
            st.characters(codec="utf-8").map(str.encode),
            st.sampled_from(EDGES).map(lambda code: bytes([code])),
            st.just(b"x" * 31),
        )
    )
)
def test_what_is_utf_8_is_what_python_takes_for_it(parts: list[bytes]) -> None:
    body = b"".join(parts)
    replaced = body.decode(errors="replace").encode()

    assert is_utf8(body) == (body == replaced)
    assert sound(body) == replaced
