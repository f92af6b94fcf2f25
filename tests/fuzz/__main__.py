"""Fuzz one target: `python -m fuzz TARGET FOLDER SECONDS`; what crashes it is put there."""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["leadline"]):
    from fuzz.targets import TARGETS

from fuzz.seeds import SEEDS

MAX_LENGTH = {"cost": 96, "robots": 2_048, "addresses": 512}


def main() -> None:
    name, folder, seconds = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[name]):
        corpus.joinpath(f"seed-{number}").write_bytes(seed)
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={MAX_LENGTH.get(name, 4_096)}",
        f"-artifact_prefix={folder}/",
        *("-timeout=20", "-rss_limit_mb=3000", "-print_final_stats=1", str(corpus)),
    ]
    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
