"""Apply one-line faults to the rules of the store, one at a time, and run the contract suite.

Of the suite, those tests run that reach the line of the fault; first those that found faults in the
same file before. A mutant that no test fails on shows a rule that the suite does not pin.
`table.toml` has the mutants. Exits with 1 unless each mutant is killed, or is said to be equivalent
and survives.
"""

import argparse
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
STORE = Path("src/leadline/store")
SUITE = "tests/contract"
# Bodies have a store of their own, without these rules; a file is the fastest store with them.
NOT_HERE = (f"--ignore={SUITE}/test_bodies.py", "-k", "not neo4j")
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", *NOT_HERE)
# Loading the other plugins takes longer than killing most mutants.
SETTINGS = {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_PLUGINS": "pytest_asyncio.plugin,pytest_timeout,pytest_rerunfailures",
    "PYTEST_ADDOPTS": "-p no:cacheprovider -o timeout=20",
}
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
TIMEOUT_S = 900.0
EXITS = {0: "SURVIVED", 1: "KILLED"}


class Mutant(NamedTuple):
    """A fault. `reason` says why the suite cannot find it; without one the suite has to."""

    name: str
    file: Path
    old: str
    new: str
    reason: str = ""


class Verdict(NamedTuple):
    """KILLED, SURVIVED or BROKEN (no test could run), and the test that failed."""

    word: str
    test: str = ""


def read_table() -> list[Mutant]:
    """Return the mutants; exit if the old text of one does not occur exactly once."""
    table = tomllib.loads(Path(__file__).with_name("table.toml").read_text())
    mutants = [
        Mutant(name, STORE / file, *texts)
        for file, rows in table.items()
        for name, texts in rows.items()
    ]
    for mutant in mutants:
        path = ROOT / mutant.file
        found = path.read_text().count(mutant.old) if path.is_file() else 0
        if found != 1:
            sys.exit(f"{mutant.file}: {mutant.name}: the old text occurs {found} times, not once")
    return mutants


class Suite:
    """The tests of the contract, by the lines of the store that they reach."""

    def __init__(self, reached: dict[str, list[str]]) -> None:
        self._reached = reached
        self._found: defaultdict[Path, Counter[str]] = defaultdict(Counter)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that may find a mutant, the likeliest first.

        A constant or a query has no line that tests reach: any test may find its mutants.
        """
        before, _, _ = (ROOT / mutant.file).read_text().partition(mutant.old)
        first = before.count("\n") + 1
        last = first + mutant.old.strip("\n").count("\n")
        name = mutant.file.relative_to(STORE)
        lines = [self._reached.get(f"{name}:{line}", []) for line in range(first, last + 1)]
        tests = list(dict.fromkeys(test for line in lines for test in line))
        found = self._found[mutant.file]
        if tests:
            return sorted(tests, key=lambda test: -found[test])
        return [*(test for test, _ in found.most_common()), SUITE]

    def note(self, file: Path, test: str) -> None:
        """Note that a test found a mutant of a file."""
        self._found[file][test] += 1


class Copy:
    """A copy of the code and its tests, in which one mutant at a time is applied."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, folder / name)
        shutil.copy(ROOT / "pyproject.toml", folder)
        self._env = {**os.environ, **SETTINGS, "PYTHONPATH": str(folder / "src")}
        self._env.pop("PYTHONDONTWRITEBYTECODE", None)
        self._check()
        self._run(sys.executable, "-m", "compileall", "-q", "src")
        # No mutant leaves bytecode behind, which would be taken for that of the next one.
        self._env["PYTHONDONTWRITEBYTECODE"] = "1"

    def _check(self) -> None:
        """Exit unless the copy is imported, with its compiled extension."""
        code = "from leadline.html import reader; reader.read(b'<p>'); print(reader._PATH)"
        found = self._run(sys.executable, "-c", code)
        if str(self._folder) not in found.stdout:
            sys.exit(f"The copy is not imported: {found.stdout}{found.stderr}")

    def trace_suite(self) -> dict[str, list[str]]:
        """Return the tests by the lines that they reach; exit unless they pass."""
        path = self._folder / "reached.json"
        self._env["REACHED"] = str(path)
        plugin = ("-p", "tests.mutants.reached", "-o", "timeout=120")
        if (result := self._run(*PYTEST, *plugin, SUITE)).returncode:
            sys.exit(f"The suite fails without a mutant:\n{result.stdout}{result.stderr}")
        reached: dict[str, list[str]] = json.loads(path.read_text())
        return reached

    def _run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        run = partial(subprocess.run, cwd=self._folder, env=self._env, timeout=TIMEOUT_S)
        return run(command, check=False, capture_output=True, text=True)

    def judge(self, mutant: Mutant, tests: list[str]) -> Verdict:
        """Run tests with a mutant."""
        path = self._folder / mutant.file
        text = path.read_text()
        path.write_text(text.replace(mutant.old, mutant.new))
        try:
            result = self._run(*PYTEST, *tests)
        except subprocess.TimeoutExpired:
            return Verdict("KILLED", f"a time-out of {TIMEOUT_S:g} s")
        finally:
            path.write_text(text)
        word = EXITS.get(result.returncode, "BROKEN")
        test = FAILED.search(result.stdout)
        return Verdict(word, test[1] if test else "")


def judge_all(mutants: list[Mutant], jobs: int) -> Counter[str]:
    """Print a line for each mutant; return the number of each verdict, and of wrong ones."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        copies: queue.SimpleQueue[Copy] = queue.SimpleQueue()
        for number in range(jobs):
            copies.put(copy := Copy(Path(folder) / str(number)))
        suite = Suite(copy.trace_suite())

        def judge(mutant: Mutant) -> Verdict:
            copy = copies.get()
            verdict = copy.judge(mutant, suite.tests_of(mutant))
            copies.put(copy)
            if "::" in verdict.test:
                suite.note(mutant.file, verdict.test)
            return verdict

        with ThreadPoolExecutor(jobs) as pool:
            for mutant, verdict in zip(mutants, pool.map(judge, mutants), strict=True):
                is_wrong = verdict.word != ("SURVIVED" if mutant.reason else "KILLED")
                counts.update([verdict.word, *["wrong"] * is_wrong])
                line = f"{'!' if is_wrong else ' '} {verdict.word:<8} {mutant.name} | "
                print(line + (Path(verdict.test).name or mutant.reason), flush=True)
    return counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time (1)")
    parser.add_argument("parts", nargs="*", metavar="PART", help="only mutants named like this")
    wanted = parser.parse_args()
    some = [m for m in read_table() if not wanted.parts or any(p in m.name for p in wanted.parts)]
    start = time.monotonic()
    verdicts = judge_all(some, wanted.jobs)
    figures = ", ".join(f"{verdicts[word]} {word}" for word in ("KILLED", "SURVIVED", "BROKEN"))
    equivalent = sum(bool(mutant.reason) for mutant in some)
    print(
        f"{len(some)} mutants, {time.monotonic() - start:.0f} s: {figures}; {equivalent} equivalent"
    )
    sys.exit(1 if verdicts["wrong"] else 0)
