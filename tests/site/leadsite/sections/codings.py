"""Content codings, alone, stacked, mislabelled and broken.

All whole ones decode to `PLAIN`.
"""

import gzip
import zlib
from collections.abc import Callable

import brotli

from leadsite.markup import document, html_reply
from leadsite.routes import Route, Section, always

PLAIN = document("Coded", "<p>" + "All of this was packed. " * 40 + "</p>").body


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def _brotli(data: bytes) -> bytes:
    packed: bytes = brotli.compress(data)
    return packed


WHOLE: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "identity": ("identity", bytes),
    "gzip": ("gzip", _gzip),
    "x-gzip": ("x-gzip", _gzip),
    "upper-case": ("GZIP", _gzip),
    "deflate": ("deflate", zlib.compress),
    "deflate-raw": ("deflate", _raw_deflate),
    "br": ("br", _brotli),
    "gzip-gzip": ("gzip, gzip", lambda data: _gzip(_gzip(data))),
    "gzip-br": ("gzip, br", lambda data: _brotli(_gzip(data))),
    "two-members": ("gzip", lambda data: _gzip(data[:100]) + _gzip(data[100:])),
}
"""Name under `/codings/` to the label and how the body was made; all can be decoded."""

PACKED = {name: (label, pack(PLAIN)) for name, (label, pack) in WHOLE.items()}

CUT = len(_gzip(PLAIN)) // 2
BROKEN: dict[str, tuple[str, bytes]] = {
    "plain-as-gzip": ("gzip", PLAIN),
    "plain-as-br": ("br", PLAIN),
    "gzip-as-br": ("br", _gzip(PLAIN)),
    "unlabelled-gzip": ("identity", _gzip(PLAIN)),
    "unknown": ("rot13", PLAIN),
    "gzip-cut": ("gzip", _gzip(PLAIN)[:CUT]),
    "gzip-bad-sum": ("gzip", _gzip(PLAIN)[:-8] + b"\x00" * 8),
    "gzip-and-more": ("gzip", _gzip(PLAIN) + b"trailing garbage"),
    "gzip-empty": ("gzip", b""),
    "nine-times": ("gzip, " * 8 + "gzip", _gzip(PLAIN)),
}
"""Name under `/codings/` to a label that does not fit the body, or a body that is damaged."""


def section() -> Section:
    """Every coding, right and wrong."""
    routes = [
        Route(
            f"/codings/{name}",
            f"labelled {label}",
            always(html_reply(body, ("Content-Encoding", label))),
        )
        for name, (label, body) in (PACKED | BROKEN).items()
    ]
    return Section("codings", "gzip, deflate, br, right and wrong", tuple(routes))
