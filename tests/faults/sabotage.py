"""Feeders that are killed or stopped by themselves at named points of their work."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from backing import Backing

SABOTEUR = Path(__file__).with_name("saboteur")


@dataclass(frozen=True, slots=True)
class Deed:
    """At a point of `saboteur/sitecustomize.py`, a few times over all processes.

    `page` is the end of an address, for the point that is about one page. A process does it when
    it comes to the point for the first time, or one of the next until the `latest`.
    """

    point: str
    times: int
    deed: str = "SIGKILL"
    seed: int = 0
    page: str = ""
    latest: int = 4


class Done(NamedTuple):
    """A time it was done: by which process, which had which name."""

    pid: int
    worker: str


class Sabotage:
    """The deeds of one crawl. They begin when `arm` is called."""

    def __init__(self, folder: Path, backing: Backing, *deeds: Deed) -> None:
        self._backing = backing
        self._folder = folder = folder / "sabotage"
        self._deeds = deeds
        folder.mkdir()

    @property
    def environment(self) -> dict[str, str]:
        """What makes the processes of a crawl do it."""
        plan = {
            "folder": str(self._folder),
            "store": dict(self._backing.environment),
            "deeds": [asdict(deed) for deed in self._deeds],
        }
        paths = [
            str(SABOTEUR),
            str(SABOTEUR.parents[1]),
            *filter(None, [os.environ.get("PYTHONPATH")]),
        ]
        return {"SABOTAGE": json.dumps(plan), "PYTHONPATH": os.pathsep.join(paths)}

    def arm(self, times: int = 1_000) -> None:
        """From now on, at every point no more often than this, with what was done before."""
        armed = self._folder / "armed"
        armed.with_suffix(".new").write_text(str(times))
        armed.with_suffix(".new").rename(armed)

    def done(self, point: str | None = None) -> list[Done]:
        """What was done so far, at one point or at all."""
        marks = sorted(self._folder.glob(f"{point or '*'}.[0-9]*"))
        found = [mark.read_text() for mark in marks if not mark.name.startswith("feeder.")]
        return [Done(**json.loads(text)) for text in found if text]

    def is_finished(self) -> bool:
        """Whether all was done."""
        return all(len(self.done(deed.point)) == deed.times for deed in self._deeds)

    def worker(self, feeder: int) -> str | None:
        """The name of the worker that a process is; None when it has not said it yet."""
        said = self._folder / f"feeder.{feeder}"
        return (said.read_text() if said.exists() else "") or None
