"""Lines of a stream. Only a line feed ends one: what pages say may have all other kinds."""


class Lines:
    """Takes pieces, gives the lines that are whole."""

    def __init__(self) -> None:
        self._rest = b""

    def fed(self, piece: bytes) -> list[bytes]:
        """The lines that a piece completes, without their ends."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return lines
