"""A plugin of pytest: it notes which lines of the store each test reaches, in the file REACHED."""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

STORE = f"{os.sep}leadline{os.sep}store{os.sep}"
_tests: defaultdict[str, list[str]] = defaultdict(list)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Trace one test."""
    lines: set[tuple[str, int]] = set()

    def trace(frame: FrameType, _event: str, _arg: Any) -> Any:
        if STORE not in frame.f_code.co_filename:
            return None
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    yield
    sys.settrace(None)
    for path, line in lines:
        _tests[f"{path.partition(STORE)[2]}:{line}"].append(item.nodeid)


def pytest_sessionfinish() -> None:
    """Write the tests by line."""
    Path(os.environ["REACHED"]).write_text(json.dumps(_tests))
