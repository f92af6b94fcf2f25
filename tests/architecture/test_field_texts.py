"""Fields of the API are described, each idea in one sentence."""

from typing import Any

import pytest
from fastapi.openapi.utils import get_openapi

from leadline.api import problems
from leadline.api.app import create_app
from leadline.api.field_texts import TEXTS, describe_fields, undescribed
from leadline.settings import Settings

# 367 of 681 fields had none. This number may only shrink.
MOST_UNDESCRIBED = 0


@pytest.fixture(scope="module")
def models() -> dict[str, Any]:
    """The document with the descriptions of the models alone."""
    app = create_app(Settings())
    document = get_openapi(title="", version="1", routes=app.routes)
    document["components"]["schemas"].update(problems.schemas())
    return document


def test_fields_have_a_description() -> None:
    document = create_app(Settings()).openapi()

    missing = [f"{model}.{name}" for model, name, _ in undescribed(document)]

    assert len(missing) <= MOST_UNDESCRIBED, missing


def test_every_shared_description_is_of_a_field_that_has_no_other(models: dict[str, Any]) -> None:
    empty = list(undescribed(models))

    describe_fields(models)

    used = {field.get("description") for _, _, field in empty}
    assert {name for name, text in TEXTS.items() if text not in used} == set()
