"""JSON objects, as clients receive them."""

from typing import Any

JsonObject = dict[str, Any]
