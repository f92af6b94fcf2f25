"""Runs in every Python process whose PYTHONPATH has this folder, before anything else.

Writes down, where a request is written to its connection, when that was and what was asked: one
line in the file that the variable SENT names. The product itself has no hooks.
"""

import importlib.abc
import importlib.util
import os
import sys
import time
from types import ModuleType
from typing import Any

CHANNEL = "leadline.fetch.channel"


def watch(module: ModuleType) -> None:
    """Wrap the callback that libcurl calls when a request is about to be written."""
    channel: Any = module.Channel
    prepare, connected = channel.prepare, channel._on_connected
    # Opened once, and lines are written whole: several processes share the file.
    file = os.open(os.environ["SENT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def remembering(self: Any, request: Any, *given: Any, **named: Any) -> Any:
        self.asked = request.address
        return prepare(self, request, *given, **named)

    def noting(self: Any, *given: Any) -> Any:
        os.write(file, f"{time.monotonic_ns()} {self.asked}\n".encode())
        return connected(self, *given)

    channel.prepare, channel._on_connected = remembering, noting


class Finder(importlib.abc.MetaPathFinder):
    """Watches the module as soon as it has been loaded."""

    def find_spec(self, name: str, *_: Any) -> Any:
        """See the standard library."""
        if name != CHANNEL:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.loader is not None
        execute = spec.loader.exec_module

        def execute_and_watch(module: ModuleType) -> None:
            execute(module)
            watch(module)

        spec.loader.exec_module = execute_and_watch  # type: ignore[method-assign]
        return spec


if "SENT" in os.environ:
    sys.meta_path.insert(0, Finder())
