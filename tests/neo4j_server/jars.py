"""The jars of Neo4j, fetched once with Maven into a cache that all checkouts share.

`python tests/neo4j_server/jars.py` fetches them (2 minutes, 123 MB). LEADLINE_NEO4J names another
folder than the one below the cache of the user.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

_POM = Path(__file__).with_name("pom.xml")
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"
_FETCH_S = 1800
VERSION = re.findall(r"<neo4j.version>(.+)</neo4j.version>", _POM.read_text())[0]


class MissingServer(Exception):
    """There is no Neo4j on this machine; the message names the remedy."""


def find_jars() -> Path:
    """Return the folder of the jars. Raises MissingServer."""
    folder = _folder()
    if not shutil.which("java"):
        raise MissingServer("no java, which runs Neo4j (Debian's name: default-jre-headless)")
    if not _marker(folder).exists():
        raise MissingServer(f"no Neo4j in {folder}: run `make neo4j`")
    return folder


def fetch_jars() -> Path:
    """Fetch the jars unless they are there, and return their folder. Raises MissingServer.

    A second process waits for the first. The folder appears whole: a fetch that is killed leaves
    nothing that a later one would take for complete.
    """
    folder = _folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(folder.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _marker(folder).exists():
            _fetch_into(folder)
    return find_jars()


def _fetch_into(folder: Path) -> None:
    maven = shutil.which("mvn")
    if not maven:
        raise MissingServer("no mvn, which fetches Neo4j (Debian's name: maven)")
    sys.stderr.write(f"neo4j: fetching {VERSION} (once; takes two minutes)\n")
    shutil.rmtree(folder, ignore_errors=True)
    copy = [_COPY, "-DincludeScope=runtime", f"-DoutputDirectory={folder}"]
    # The strict form: a jar whose checksum is wrong fails the fetch.
    command = [maven, "--batch-mode", "--quiet", "--strict-checksums", f"--file={_POM}", *copy]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_FETCH_S)
    if done.returncode:
        raise MissingServer(f"Maven could not fetch Neo4j: {done.stdout[-2000:]}{done.stderr}")
    _marker(folder).touch()


def _folder() -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("LEADLINE_NEO4J") or cache / "leadline" / f"neo4j-{VERSION}")


def _marker(folder: Path) -> Path:
    return folder / f"complete-{VERSION}"


if __name__ == "__main__":
    try:
        fetch_jars()
    except MissingServer as missing:
        sys.exit(f"neo4j: {missing}")
