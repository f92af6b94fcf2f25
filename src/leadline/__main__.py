"""`leadline`, and `python -m leadline`."""

import contextlib
import gc
import os
import re
import signal
import sys
from typing import NoReturn

from leadline import __version__

_MOST_EARLY = 16


def main() -> None:
    """Run the command line. Until it is loaded, Ctrl-C just ends the process."""
    _open_standard_streams()
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"leadline {__version__}\n")
        _end(0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # numpy's library for matrices, of which we have none, keeps every core busy for a while.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.argv[1:2] in (["crawl"], ["resume"]):
        _start_feeders(sys.argv[2:])
    # Nothing of what is loaded is garbage, and looking for some takes a tenth of the time.
    gc.disable()
    from leadline.cli.main import commands, run  # noqa: PLC0415 -- loading takes long

    app = commands(*sys.argv[1:2])
    gc.enable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run(app)
    except SystemExit as ended:
        if not isinstance(ended.code, int | None):
            raise
        _end(ended.code or 0)


def _start_feeders(arguments: list[str]) -> None:
    """Let feeders load beside us. Whether there will be work for them is not known yet."""
    if {"-h", "--help"}.intersection(arguments):
        return
    from leadline.worker.processes.child_process import start_early  # noqa: PLC0415 -- for few commands

    start_early("feeder_process", min(workers_in(arguments), _MOST_EARLY))


def workers_in(arguments: list[str]) -> int:
    """How many feeders a command will most likely want."""
    given = "=".join(arguments).partition("--workers=")[2].partition("=")[0]
    return int(given) if re.fullmatch("[0-9]{1,4}", given) else os.cpu_count() or 1


def _end(code: int) -> NoReturn:
    """End at once: taking itself apart takes Python as long as loading half of this."""
    if (starting := sys.modules.get("leadline.worker.processes.child_process")) is not None:
        starting.dismiss_early()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(code)


def _open_standard_streams() -> None:
    # The event loop takes the numbers 0, 1 and 2 for what they mean, even when they were closed.
    for number in range(3):
        with contextlib.suppress(OSError):
            os.fstat(number)
            continue
        os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # noqa: FBT003 -- takes no keywords
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 -- a number, and for good
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


if __name__ == "__main__":
    main()
