"""Signs of life of processes, and how long there were none."""

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from leadline.worker.processes.child_process import Child


@pytest.fixture
async def child() -> AsyncIterator[Child]:
    """A process whose signs the test sends in its place."""
    child = Child("feeder_process")
    yield child
    child.send_signal(signal.SIGKILL)
    await child.wait()


def send_sign(child: Child) -> None:
    process = Path(f"/proc/{child.pid}")
    # Empty for a moment, while the process becomes another program.
    while not (command := process.joinpath("cmdline").read_bytes()):
        pass
    signs = command.split(b"\0")[-2].decode()
    (process / "fd" / signs).write_bytes(b".")


async def test_silence_adds_up_until_there_is_a_sign(child: Child) -> None:
    child.listen(1.0)
    child.listen(2.0)
    assert child.silent_s == 3.0

    send_sign(child)
    child.listen(1.0)

    assert child.silent_s == 0.0
