"""`make run`: everything at once, for who has just arrived."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from e2e.commands import NO_DNS
from e2e.serving import descendants
from leadline.client import Leadline

RUN = Path(__file__).parents[2] / "scripts" / "run.py"


def test_what_it_tells_to_try_works_and_ctrl_c_ends_everything(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/other.db"
    with ExitStack() as stack:
        taken = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        # If it cannot be had, it is taken already.
        with suppress(OSError):
            stack.enter_context(socket.create_server(("127.0.0.1", 8100)))
        port = taken.getsockname()[1]
        run = subprocess.Popen(
            [sys.executable, RUN],
            stdout=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=os.environ | NO_DNS | {"LEADLINE_PORT": str(port), "LEADLINE_STORE": store},
        )
        assert run.stdout is not None
        told = ""
        while "Ctrl-C" not in told:
            line = run.stdout.readline()
            assert line, told
            told += line
    processes = descendants(run.pid)
    [command] = re.findall(r"curl -X POST .*", told)
    began = subprocess.run(shlex.split(command), capture_output=True, check=True, timeout=60)
    [server] = re.findall(r"LEADLINE_URL=(\S+)", told)
    with Leadline(server) as leadline:
        ended = leadline.existing(json.loads(began.stdout)["crawl_id"]).wait(60)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)

    assert f"port {port} is taken" in told
    assert "port 8100 is taken, so the demo site is at" in told
    assert f"pages latest --status 4xx --store {store}\n" in told
    assert ended.status == "completed"
    assert ended.fetched > 50
    assert run.returncode == 0
    assert len(processes) >= 4
    assert [pid for pid in processes if Path(f"/proc/{pid}").exists()] == []
