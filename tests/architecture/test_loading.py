"""What is loaded only where it is needed."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("library", ["numpy", "fastapi", "uvicorn", "httpx"])
def test_commands_that_do_not_need_it_do_not_load(library: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", f"import leadline.cli.main, sys; print('{library}' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout == "False\n"
