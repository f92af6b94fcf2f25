"""What is loaded only where it is needed."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "library"),
    [
        *(("leadline.cli.main", library) for library in ("numpy", "fastapi", "uvicorn", "httpx")),
        *(("leadline.client", library) for library in ("numpy", "fastapi", "uvicorn", "pydantic")),
    ],
)
def test_who_does_not_need_it_does_not_load(module: str, library: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", f"import {module}, sys; print('{library}' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout == "False\n"
