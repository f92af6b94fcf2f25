"""What a supervisor tells its processes, on the first line of their input."""

import msgspec

from leadline.settings import Settings


class Orders(msgspec.Struct, frozen=True):
    """Who to be, and what to work on: one crawl, or all."""

    worker: str
    settings: Settings
    only: str | None = None
