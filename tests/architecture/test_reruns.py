"""A failed test runs again only where it carries a mark with a reason."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FAILS_ONCE = """
import pytest
from pathlib import Path
{mark}
def test_it() -> None:
    seen = Path(__file__).with_name("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError
"""


def ran(folder: Path, source: str) -> tuple[int, str]:
    """Run one file of tests with the plugin; return the exit code and the output."""
    (folder / "conftest.py").write_text('pytest_plugins = ("reruns",)\n')
    (folder / "test_it.py").write_text(source)
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-raR", "-p", "no:cacheprovider", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
    )
    return said.returncode, said.stdout + said.stderr


def test_a_marked_test_runs_once_more_and_the_summary_says_so(tmp_path: Path) -> None:
    code, said = ran(tmp_path, FAILS_ONCE.format(mark='@pytest.mark.rerun(reason="late")'))

    assert code == 0, said
    assert "1 rerun" in said


def test_a_test_without_a_mark_runs_once(tmp_path: Path) -> None:
    code, said = ran(tmp_path, FAILS_ONCE.format(mark=""))

    assert code == 1, said
    assert "rerun" not in said


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ("@pytest.mark.rerun", "needs a reason"),
        ('@pytest.mark.rerun(reason=" ")', "needs a reason"),
        ('@pytest.mark.rerun("late")', "needs a reason"),
        ('@pytest.mark.rerun(reason="late", reruns=9)', "needs a reason"),
        ('pytestmark = pytest.mark.rerun(reason="late")', "single tests"),
        ("@pytest.mark.flaky(reruns=1)", "not with flaky"),
    ],
)
def test_other_marks_are_rejected_at_collection(tmp_path: Path, mark: str, complaint: str) -> None:
    code, said = ran(tmp_path, FAILS_ONCE.format(mark=mark))

    assert code == 4, said
    assert complaint in said
    assert not (tmp_path / "seen").exists()
