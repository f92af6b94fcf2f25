"""The parent of one server: nothing is left of the server when the tests die.

usage: keeper.py FOLDER COMMAND…

Prints the process id of the command, and ends with it. On stdin, the line `stop` ends the command
with SIGTERM (SIGKILL after 30 s), and `kill` with SIGKILL. The end of stdin means that the tests
were killed: the command is killed, and its folder is removed.
"""

import ctypes
import os
import select
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

_STOP_S = 30.0
_PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None).prctl


def _die_with_keeper() -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def keep(folder: Path, command: list[str]) -> None:
    """Run a command until it ends, or until stdin says so."""
    with (folder / "console.log").open("a") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=_die_with_keeper,  # noqa: PLW1509 -- the keeper has one thread
        )
    sys.stdout.write(f"{child.pid}\n")
    sys.stdout.flush()
    exited = os.pidfd_open(child.pid)
    ready, _, _ = select.select([sys.stdin, exited], [], [])
    said = "" if exited in ready else sys.stdin.readline()
    if said == "stop\n":
        child.terminate()
        with suppress(subprocess.TimeoutExpired):
            child.wait(_STOP_S)
    child.kill()
    child.wait()
    if sys.stdin in ready and not said:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    keep(Path(sys.argv[1]), sys.argv[2:])
