"""`leadline`, and `python -m leadline`."""

import signal


def main() -> None:
    """Run the command line. Until it is loaded, Ctrl-C just ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from leadline.cli.main import main as run  # noqa: PLC0415 -- loading takes half a second

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
