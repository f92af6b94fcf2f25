"""The compiled reader has the protections that hatch_build.py asks the compiler for."""

import shutil
import subprocess
from pathlib import Path

import pytest

import leadline.html

LIBRARY = Path(leadline.html.__file__).with_name("libreader.so")


def read_elf(*options: str) -> list[str]:
    """Return what readelf prints of the library that tests and users load."""
    readelf = shutil.which("readelf")
    if readelf is None:
        pytest.skip("no readelf here (Debian's name: binutils)")
    said = subprocess.run(
        [readelf, "--wide", *options, LIBRARY], capture_output=True, text=True, check=True
    )
    return said.stdout.splitlines()


def test_addresses_of_functions_are_bound_at_loading_and_then_read_only() -> None:
    assert any("NOW" in line.split() for line in read_elf("--dynamic"))
    assert any("GNU_RELRO" in line for line in read_elf("--program-headers"))


def test_the_stack_is_guarded() -> None:
    assert any("__stack_chk_fail" in line for line in read_elf("--dyn-syms"))


def test_the_stack_is_not_executable() -> None:
    [stack] = [line for line in read_elf("--program-headers") if "GNU_STACK" in line]

    # Type, offset, addresses and sizes come first, the alignment last.
    assert "".join(stack.split()[6:-1]) == "RW"
