"""`leadline`, and `python -m leadline`."""

import contextlib
import os
import signal


def main() -> None:
    """Run the command line. Until it is loaded, Ctrl-C just ends the process."""
    _open_standard_streams()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from leadline.cli.main import main as run  # noqa: PLC0415 -- loading takes half a second

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _open_standard_streams() -> None:
    # The event loop takes the numbers 0, 1 and 2 for what they mean, even when they were closed.
    for number in range(3):
        with contextlib.suppress(OSError):
            os.fstat(number)
            continue
        os.open(os.devnull, os.O_RDWR)


if __name__ == "__main__":
    main()
