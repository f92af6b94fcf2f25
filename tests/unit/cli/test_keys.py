"""`leadline keys create`."""

from pathlib import Path

import pytest

from leadline.cli.commands.keys import create


def test_the_key_is_printed_once_alone_on_stdout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create(name="laptop", store=f"sqlite:///{tmp_path}/keys.db")

    printed = capsys.readouterr()
    [key] = printed.out.splitlines()
    assert key.startswith("ll_")
    assert key not in printed.err
    assert "not shown again" in printed.err
