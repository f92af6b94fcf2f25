"""Lines of a stream. Only a line feed ends one: texts of pages may contain all other line ends."""


class Lines:
    """A splitter of pieces into complete lines."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[bytes]:
        """Return the lines that a piece completes, without their ends."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return lines
