"""Whose supervisor is known to be gone."""

import os
import signal
import subprocess
import sys

from leadline.domain.pages import WorkerId
from leadline.worker.processes.worker_ids import is_dead, new_worker

NAMED = """
from leadline.worker.processes.worker_ids import new_worker
print(new_worker(), flush=True)
input()
"""


def test_a_worker_of_this_process_is_alive() -> None:
    assert not is_dead(new_worker())


def test_who_died_and_was_not_waited_for_is_dead() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", NAMED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as supervisor:
        assert supervisor.stdout is not None
        worker = WorkerId(supervisor.stdout.readline().strip())
        assert not is_dead(worker)

        supervisor.kill()
        os.waitid(os.P_PID, supervisor.pid, os.WEXITED | os.WNOWAIT)

        assert is_dead(worker)
    assert supervisor.returncode == -signal.SIGKILL
    assert is_dead(worker)
