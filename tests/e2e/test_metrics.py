"""`/metrics`: what Prometheus reads of a server and of its feeders."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from e2e.commands import run
from e2e.serving import Server, served
from leadline.client import Leadline
from leadsite import SpawnedSite

DOCUMENTED = Path(__file__).parents[2] / "docs" / "reference" / "metrics.md"

Figures = dict[tuple[str, frozenset[str]], float]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served"), "--workers", "1") as server:
        yield server


def figures(server: Server) -> Figures:
    """All samples by name and label values, but for machines and processes."""
    with server.client() as client:
        answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    told: Figures = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = {k: v for k, v in sample.labels.items() if k not in {"machine", "pid"}}
            told[sample.name, frozenset(labels.values())] = sample.value
    return told


def value(told: Figures, name: str, *labels: str) -> float:
    return told[f"leadline_{name}", frozenset(labels)]


def test_a_crawl_moves_the_figures(server: Server, site: SpawnedSite) -> None:
    before = figures(server)
    with Leadline(server.url) as leadline:
        told = leadline.crawl(
            site.address("/tree/"), scope="subpath", max_depth=1, delay_ms=0
        ).wait(60)
    after = figures(server)

    def grew(name: str, *labels: str) -> float:
        return value(after, name, *labels) - value(before, name, *labels)

    assert grew("pages_fetched_total") == told.fetched > 1
    assert grew("received_bytes_total") == told.bytes
    assert grew("crawls", "crawl", "completed") == 1
    assert 1 < grew("request_duration_seconds_count", "total") <= told.fetched
    assert grew("request_duration_seconds_sum", "first_byte") > 0
    assert value(after, "pages_fetched_per_second") > 0
    assert value(after, "store_call_seconds_count", "write") > 0
    assert value(after, "pages", "pending") == value(after, "leases") == 0


def test_all_processes_are_told(server: Server) -> None:
    told = figures(server)

    for role in ("api", "supervisor", "feeder"):
        assert value(told, "process_up", role) == 1
        assert value(told, "process_resident_memory_bytes", role) > 1_000_000
    assert value(told, "process_cpu_seconds_total", "api") > 0


def test_every_figure_is_documented(server: Server) -> None:
    documented = DOCUMENTED.read_text()
    with server.client() as client:
        families = list(text_string_to_metric_families(client.get("/metrics").text))

    suffix = {"counter": "_total"}
    names = [family.name + suffix.get(family.type, "") for family in families]
    assert [name for name in names if f"`{name}" not in documented] == []
    assert all(family.documentation for family in families)


def test_with_a_key_the_figures_need_it(tmp_path: Path) -> None:
    key = run("keys", "create", "prometheus", folder=tmp_path).stdout.strip()
    with (
        served(tmp_path, "--workers", "1") as server,
        server.client() as stranger,
        server.client(key) as owner,
    ):
        assert stranger.get("/metrics").status_code == 401
        assert owner.get("/metrics").status_code == 200
