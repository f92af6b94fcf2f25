"""Other people's test data, used where it lies: `LEADLINE_CORPORA`, else beside the checkout."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "corpora"
CORPORA = Path(os.environ.get("LEADLINE_CORPORA", _BESIDE))
IS_REQUIRED = os.environ.get("LEADLINE_CORPORA_REQUIRED") == "1"


def corpus(relative: str) -> Path:
    """The path of a file or folder of the corpora; skips the test where it is not there."""
    path = CORPORA / relative
    if not path.exists():
        message = f"no test data at {path}: set LEADLINE_CORPORA"
        if IS_REQUIRED:
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    return path


def corpus_json(relative: str) -> Any:
    """The parsed content of a JSON file of the corpora."""
    return json.loads(corpus(relative).read_bytes())
