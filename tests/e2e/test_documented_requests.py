"""The curl commands of the documentation do what they are said to."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e.serving import Server, served

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "api-scrapes-and-jobs.md"
COMMANDS = re.findall(r"```bash\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("documented"), "--workers", "1") as server:
        yield server


def told(command: str, server: Server, demo_site: str) -> Any:
    here = command.replace("http://127.0.0.1:8080", server.url)
    here = here.replace("http://127.0.0.1:8100", demo_site)
    said = subprocess.run(
        ["/bin/sh", "-c", here], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(said.stdout)


def test_the_documented_requests_are_answered(server: Server, demo_site: str) -> None:
    one, some, kept, job = (told(command, server, demo_site) for command in COMMANDS)

    assert one["extracted"]["heading"]["text"]
    assert [each["ok"] for each in some["results"]] == [True, True, False]
    assert len(kept["extracted"]["links"]) > 1
    assert set(job) == {"jobId"}
