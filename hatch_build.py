"""Compiles the reader of pages (src/leadline/html/*.c) when the package is built.

By the system's C compiler; where there is none, by the one that comes as the package `ziglang`.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("src/leadline/html")
LIBRARY = FOLDER / "libreader.so"
FLAGS = ["-O2", "-std=c11", "-fPIC", "-shared", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
# Against what a page might still find in the C code; each only where the compiler takes it.
HARDENING = [
    ["-fstack-protector-strong"],
    ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3"],
    ["-Wl,-z,relro,-z,now"],
]
ZIG = "ziglang==0.17.0"


def own_compiler() -> list[str] | None:
    """The system's, or the one that CC names."""
    named = shlex.split(os.environ.get("CC", "")) or ["cc"]
    return named if shutil.which(named[0]) else None


def hardening(compiler: list[str]) -> list[str]:
    """Return the flags of HARDENING that the compiler takes."""
    return [flag for flags in HARDENING if is_taken(compiler, flags) for flag in flags]


def is_taken(compiler: list[str], flags: list[str]) -> bool:
    """Return whether the compiler takes these flags without a warning."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = subprocess.run(  # noqa: S603 -- our own source
            [*compiler, *FLAGS, *flags, "-x", "c", "-o", f"{folder}/none.so", "-"],
            input=b"#include <string.h>\nextern int none;\nint none;\n",
            capture_output=True,
            check=False,
        )
    return compiled.returncode == 0


class CompileReader(BuildHookInterface[Any]):
    """Called by hatchling for wheels and editable installs."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling."""
        return [] if own_compiler() else [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile beside the source, and say for which machines the wheel is."""
        compiler = own_compiler() or [sys.executable, "-m", "ziglang", "cc"]
        sources = map(str, sorted(Path(self.root, FOLDER).glob("*.c")))
        target = Path(self.root, LIBRARY)
        building = target.with_suffix(".so.new")
        subprocess.run(  # noqa: S603 -- our own source
            [*compiler, *FLAGS, *hardening(compiler), "-o", str(building), *sources, "-ldl"],
            check=True,
        )
        # In one step: who has loaded the old one keeps it.
        building.replace(target)
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
        build_data["artifacts"].append(str(LIBRARY))
