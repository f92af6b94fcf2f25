"""Text in many encodings. `SAMPLES` says what each page means, for tests of decoding."""

import codecs
from dataclasses import dataclass

from leadsite.markup import typed
from leadsite.routes import Route, Section, always

GERMAN = "Grüße aus Köln: 5 €"
JAPANESE = "日本語のページ"
RUSSIAN = "Привет, мир"
CHINESE = "中文网页你好"


@dataclass(frozen=True, slots=True)
class Sample:
    """`text` is the title that a reader should see; None where no reading is right."""

    content_type: str
    body: bytes
    text: str | None


def _page(text: str, encoding: str, declared: str = "", mark: bytes = b"") -> bytes:
    meta = f'<meta charset="{declared}">' if declared else ""
    html = f"<!doctype html>{meta}<title>{text}</title><p>{text * 20}</p>"
    return mark + html.encode(encoding)


HTML = "text/html"

SAMPLES = {
    "utf-8-header": Sample(f"{HTML}; charset=utf-8", _page(GERMAN, "utf-8"), GERMAN),
    "utf-8-quoted": Sample(f'{HTML};charset="UTF-8"', _page(GERMAN, "utf-8"), GERMAN),
    "utf-8-meta": Sample(HTML, _page(GERMAN, "utf-8", "utf-8"), GERMAN),
    "utf-8-bom": Sample(HTML, _page(GERMAN, "utf-8", mark=codecs.BOM_UTF8), GERMAN),
    "utf-8-unlabelled": Sample(HTML, _page(JAPANESE, "utf-8"), JAPANESE),
    "utf-16le-bom": Sample(HTML, _page(JAPANESE, "utf-16-le", mark=codecs.BOM_UTF16_LE), JAPANESE),
    "utf-16be-bom": Sample(HTML, _page(JAPANESE, "utf-16-be", mark=codecs.BOM_UTF16_BE), JAPANESE),
    "windows-1252": Sample(f"{HTML}; charset=windows-1252", _page(GERMAN, "cp1252"), GERMAN),
    "latin-1-means-1252": Sample(f"{HTML}; charset=iso-8859-1", _page(GERMAN, "cp1252"), GERMAN),
    "shift_jis": Sample(HTML, _page(JAPANESE, "shift_jis", "shift_jis"), JAPANESE),
    "euc-jp": Sample(f"{HTML}; charset=euc-jp", _page(JAPANESE, "euc_jp"), JAPANESE),
    "koi8-r": Sample(f"{HTML}; charset=koi8-r", _page(RUSSIAN, "koi8_r"), RUSSIAN),
    "gb18030": Sample(f"{HTML}; charset=gb18030", _page(CHINESE, "gb18030"), CHINESE),
    "gbk-by-meta": Sample(HTML, _page(CHINESE, "gbk", "gb2312"), CHINESE),
    "header-beats-meta": Sample(f"{HTML}; charset=utf-8", _page(GERMAN, "utf-8", "koi8-r"), GERMAN),
    "bom-beats-header": Sample(
        f"{HTML}; charset=koi8-r", _page(GERMAN, "utf-8", mark=codecs.BOM_UTF8), GERMAN
    ),
    "meta-utf-16-means-utf-8": Sample(HTML, _page(GERMAN, "utf-8", "utf-16"), GERMAN),
    "unknown-label": Sample(f"{HTML}; charset=klingon", _page(GERMAN, "utf-8", "utf-8"), GERMAN),
    "wrong-label": Sample(f"{HTML}; charset=utf-8", _page(GERMAN, "cp1252"), None),
    "two-encodings": Sample(HTML, _page(GERMAN, "cp1252") + _page(JAPANESE, "utf-8"), None),
    "utf-7": Sample(f"{HTML}; charset=utf-7", b"<title>+ADw-script+AD4-</title>", None),
}
"""Name under `/charsets/` to what is sent and what it says."""


def section() -> Section:
    """One page per sample."""
    routes = [
        Route(f"/charsets/{name}", sample.content_type, always(typed(*_sent(sample))))
        for name, sample in SAMPLES.items()
    ]
    return Section("charsets", "text in many encodings", tuple(routes))


def _sent(sample: Sample) -> tuple[str, bytes]:
    return sample.content_type, sample.body
