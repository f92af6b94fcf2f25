"""What is loaded only where it is needed."""

import subprocess
import sys


def test_commands_that_count_nothing_do_not_load_numpy() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import leadline.cli.main, sys; print('numpy' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout == "False\n"
