"""`leadline`, and `python -m leadline`."""

import contextlib
import os
import signal
import sys
from typing import NoReturn


def main() -> None:
    """Run the command line. Until it is loaded, Ctrl-C just ends the process."""
    _open_standard_streams()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from leadline.cli.main import commands, run  # noqa: PLC0415 -- loading takes long

    app = commands(*sys.argv[1:2])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run(app)
    except SystemExit as ended:
        if not isinstance(ended.code, int | None):
            raise
        _end(ended.code or 0)


def _end(code: int) -> NoReturn:
    """End at once: taking itself apart takes Python as long as loading half of this."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(code)


def _open_standard_streams() -> None:
    # The event loop takes the numbers 0, 1 and 2 for what they mean, even when they were closed.
    for number in range(3):
        with contextlib.suppress(OSError):
            os.fstat(number)
            continue
        os.open(os.devnull, os.O_RDWR)


if __name__ == "__main__":
    main()
