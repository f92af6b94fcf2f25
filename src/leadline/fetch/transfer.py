"""What one transfer collects while libcurl calls back, and the limits it keeps."""

from io import BytesIO

from leadline.domain.fetching import Limits, Truncation

ABORT = 0
"""Returned for a chunk of data: taking none of it ends the transfer."""


class Transfer:
    """Body and headers as they arrive, cut at the limits."""

    __slots__ = ("_body", "_headers", "_limits", "_size", "are_headers_too_large", "is_cut")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._body = BytesIO()
        self._headers = bytearray()
        self._size = 0
        self.is_cut = False
        self.are_headers_too_large = False

    def on_body(self, chunk: bytes) -> int | None:
        """Keep a decoded chunk, or the part of it that fits."""
        room = self._limits.max_body_bytes - self._size
        self._size += len(chunk)
        if len(chunk) > room:
            self._body.write(chunk[:room])
            self.is_cut = True
            return ABORT
        self._body.write(chunk)
        return None

    def on_header(self, line: bytes) -> int | None:
        """Keep a header line; a new status line begins anew, since 1xx answers come before."""
        if line.startswith(b"HTTP/"):
            self._headers.clear()
        self._headers += line
        if len(self._headers) > self._limits.max_header_bytes:
            self.are_headers_too_large = True
            return ABORT
        return None

    def on_progress(self, _total: int, received: int, _up_total: int, _sent: int) -> int:
        """End the transfer when too much was received, even if it decodes to nothing."""
        if received > self._limits.max_body_bytes:
            self.is_cut = True
            return 1
        return 0

    @property
    def body(self) -> bytes:
        """The decoded body so far."""
        return self._body.getvalue()

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """Names in lower case and values; folded lines and lines without a colon are left out."""
        lines = self._headers.decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines[1:] if line[:1] not in (" ", "\t"))
        return tuple((name.lower(), value.strip()) for name, colon, value in pairs if colon)

    def truncation(self, code: int) -> Truncation | None:
        """Why the body is not whole although the transfer with this code is worth keeping."""
        if self.is_cut:
            return Truncation.SIZE
        return _TRUNCATIONS.get(code)


_PARTIAL_FILE = 18
_WRITE_ERROR = 23
_BAD_CONTENT_ENCODING = 61
_TRUNCATIONS = {
    _PARTIAL_FILE: Truncation.CLOSED_EARLY,
    # What is not our own abort is a decoder that could not go on.
    _WRITE_ERROR: Truncation.BROKEN_CODING,
    _BAD_CONTENT_ENCODING: Truncation.BROKEN_CODING,
}
