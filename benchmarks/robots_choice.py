"""robots.txt libraries: Google's vectors, and time on large files.

Libraries that are not installed are named and left out: pip install robotspy gpyrobotstxt.
"""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from protego import Protego

from leadline.domain.addresses import Address
from leadline.urls.robots import RobotsRules

try:
    import robots
except ImportError:
    robots = None

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "corpora"
VECTORS = Path(os.environ.get("LEADLINE_CORPORA", BESIDE)) / "extracted" / "google-robotstxt.json"
LARGE = "user-agent: *\n" + "".join(
    f"disallow: /dir{n}/*/x{n}$\nallow: /dir{n}/a\n" for n in range(11_000)
)
SMALL = "user-agent: *\n" + "".join(f"disallow: /dir{n}/\n" for n in range(30))
CROWDED = "".join(f"user-agent: bot{n}x\n" for n in range(3_000)) + "disallow: /a\n" * 3_000

Ask = Callable[[str], bool]
Reader = Callable[[str, str], Ask]


def ours(text: str, agent: str) -> Ask:
    rules = RobotsRules(text.encode(), agent)
    return lambda url: rules.allows(Address(url))


def protego(text: str, agent: str) -> Ask:
    rules = Protego.parse(text)
    return lambda url: rules.can_fetch(url, agent)


def robotspy(text: str, agent: str) -> Ask:
    rules = robots.RobotsParser.from_string(text)
    return lambda url: bool(rules.can_fetch(agent, url))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def row(name: str, reader: Reader, vectors: list[dict[str, Any]]) -> str:
    right = sum(
        reader(vector["robotstxt"], vector["user_agent"])(vector["url"]) == vector["allowed"]
        for vector in vectors
    )
    ask = reader(SMALL, "Leadline")
    large_s = seconds(lambda: reader(LARGE, "Leadline")("http://h/dir7999/abc/x"))
    question_us = seconds(lambda: [ask(f"http://h/page/{n}") for n in range(1_000)]) * 1_000
    crowded_s = seconds(lambda: reader(CROWDED, "Leadline")("http://h/a"))
    score = f"{right}/{len(vectors)}"
    return f"{name:<24} {score:>7} {large_s:6.2f} s {question_us:6.1f} µs {crowded_s:6.2f} s"


def main() -> None:
    vectors = json.loads(VECTORS.read_bytes())["vectors"] if VECTORS.exists() else []
    print("library                  vectors  500 KiB  question  3,000 agents x 3,000 rules")
    print(row("ours", ours, vectors))
    print(row("Protego", protego, vectors))
    print(row("robotspy", robotspy, vectors) if robots else "robotspy is not installed")


if __name__ == "__main__":
    main()
