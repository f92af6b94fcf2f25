"""The crawlers that are compared: how each is installed, started and read back.

Everything is built in `build/peers/`, from versions that are pinned with hashes.
"""

import hashlib
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline import __version__
from peers.stored import Stored, in_a_dataset, in_a_store, in_one_file

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
BUILD = PROJECT / "build" / "peers"
LEADLINE = Path(sys.executable).with_name("leadline")
CONCURRENCY = "64"


class CannotInstall(Exception):
    """Why a peer is not there to be measured."""


@dataclass(frozen=True, slots=True)
class Crawler:
    """`install` returns the version and raises CannotInstall; `command` takes root and folder."""

    name: str
    install: Callable[[], str]
    command: Callable[[str, Path], list[str]]
    stored: Callable[[Path], Stored]


def _leadline_command(root: str, folder: Path) -> list[str]:
    return [
        str(LEADLINE), "crawl", root, "--depth", "1000000", "--delay-ms", "0",
        "--concurrency", CONCURRENCY, "--max-per-shape", "0", "--no-robots", "--workers", "2",
        "--allow-network", root.split("/")[2], "--json", "--store", f"sqlite:///{folder}/crawl.db",
    ]  # fmt: skip


def _install_with_pip(name: str) -> str:
    requirements, folder = PROJECT / "requirements" / f"peer-{name}.txt", BUILD / name

    def install() -> None:
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        pip = (str(folder / "bin/python"), "-m", "pip", "--quiet", "--disable-pip-version-check")
        _run(*pip, "install", "--require-hashes", "-r", str(requirements))

    _once(name, [requirements], install)
    return _pinned(requirements, rf"^{name}==(\S+)") + f", Python {platform.python_version()}"


def _in_python(name: str, out: str) -> Callable[[str, Path], list[str]]:
    python, script = BUILD / name / "bin/python", HERE / f"with_{name}.py"
    return lambda root, folder: [str(python), str(script), root, str(folder / out)]


def _install_colly() -> str:
    source = HERE / "colly"
    _once("colly", _files(source), lambda: _run("go", "build", "-o", str(BUILD), ".", cwd=source))
    return _pinned(source / "go.mod", r"colly/v2 v(\S+)") + ", " + _run("go", "env", "GOVERSION")


def _install_spider() -> str:
    source, folder = HERE / "spider_rs", BUILD / "spider_rs"

    def build() -> None:
        shutil.copytree(source, folder, dirs_exist_ok=True)
        _write_cargo_lock(source / "Cargo.lock.in", folder / "Cargo.lock")
        _run("cargo", "build", "--quiet", "--release", "--locked", cwd=folder)

    _once("spider_rs", _files(source), build)
    version = _pinned(source / "Cargo.toml", r'^spider = "=([^"]+)"')
    return version + ", " + _run("rustc", "--version")


def _write_cargo_lock(pins: Path, lock: Path) -> None:
    """Ours names no registry; a lock that cargo writes tells which one it uses."""
    lock.unlink(missing_ok=True)
    _run("cargo", "generate-lockfile", "--quiet", cwd=lock.parent)
    registry = _pinned(lock, r'source = "(registry\+[^"]+)"')
    lock.write_text(pins.read_text().replace('"registry"', f'"{registry}"'))


CRAWLERS = (
    Crawler(
        "Leadline",
        lambda: f"{__version__}, Python {platform.python_version()}",
        _leadline_command,
        in_a_store,
    ),
    Crawler(
        "spider-rs",
        _install_spider,
        lambda root, folder: [
            str(BUILD / "spider_rs/target/release/peer-spider"), root, str(folder / "pages.jsonl")
        ],
        in_one_file,
    ),
    Crawler(
        "Colly",
        _install_colly,
        lambda root, folder: [str(BUILD / "peer-colly"), root, str(folder / "pages.jsonl")],
        in_one_file,
    ),
    Crawler(
        "Crawlee",
        lambda: _install_with_pip("crawlee"),
        _in_python("crawlee", ""),
        in_a_dataset,
    ),
    Crawler(
        "Scrapy",
        lambda: _install_with_pip("scrapy"),
        _in_python("scrapy", "pages.jsonl"),
        in_one_file,
    ),
)  # fmt: skip


def _run(*command: str, cwd: Path | None = None) -> str:
    """What it printed. Raises CannotInstall."""
    try:
        ended = subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd)
    except FileNotFoundError as exc:
        raise CannotInstall(f"no {command[0]} on this machine") from exc
    except subprocess.CalledProcessError as exc:
        raise CannotInstall(f"{Path(command[0]).name}: {_reason(exc.stderr)}") from exc
    return ended.stdout.strip()


def _reason(said: str) -> str:
    """The first error of a build, without addresses, which could name a registry."""
    lines = said.strip().splitlines() or ["it does not say why"]
    errors = [line for line in lines if line.lower().startswith("error")]
    return re.sub(r"\S+://\S+", "...", (errors or lines[-1:])[0])


def _pinned(file: Path, pattern: str) -> str:
    found = re.search(pattern, file.read_text(), re.MULTILINE)
    if found is None:
        raise CannotInstall(f"{file.name} does not say what is looked for")
    return found[1]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _once(name: str, sources: Sequence[Path], build: Callable[[], object]) -> None:
    """Build, unless that was done from the same sources."""
    BUILD.mkdir(parents=True, exist_ok=True)
    stamp = BUILD / f"{name}.stamp"
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    if not stamp.exists() or stamp.read_text() != digest:
        build()
        stamp.write_text(digest)
