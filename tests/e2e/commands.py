"""The real command, run to its end as a person would."""

import os
import subprocess
import sys
from pathlib import Path

LEADLINE = Path(sys.executable).with_name("leadline")
NO_DNS = {"LEADLINE_DNS_SERVERS": "127.0.0.1:9"}
ON_LOOPBACK = NO_DNS | {"LEADLINE_ALLOW_NETWORK": "127.0.0.0/8"}


def run(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder; it may ask no name server."""
    return subprocess.run(
        [LEADLINE, *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        cwd=folder,
        env=os.environ | NO_DNS | environment,
    )


def leadline(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same, and it may fetch from this machine."""
    return run(*arguments, folder=folder, **ON_LOOPBACK | environment)
