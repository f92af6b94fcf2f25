"""Run a command, and print its exit code, peak memory and CPU time as JSON.

Linux counts the memory of the process that starts a command into the peak of that command. This
program is small, so the peaks that it prints are those of the command.
"""

import json
import os
import sys


def main(report: str, *command: str) -> None:
    """Write to the file `report` what `command` used, its children included."""
    pid = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    figures = {
        "exit_code": os.waitstatus_to_exitcode(status),
        "peak_mib": usage.ru_maxrss / 1024,
        "cpu_s": usage.ru_utime + usage.ru_stime,
    }
    with open(report, "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib costs memory here
        json.dump(figures, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
