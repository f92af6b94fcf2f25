"""A store that is deleted under a running server."""

from pathlib import Path

from e2e.serving import served, wait_for

UNAVAILABLE = 503


def test_a_deleted_store_is_noticed_and_nothing_takes_its_place(tmp_path: Path) -> None:
    store, elsewhere = tmp_path / "leadline.db", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with (
        served(tmp_path, "--workers", "1", LEADLINE_DRAIN_S="0.2") as server,
        server.client() as client,
    ):
        for file in tmp_path.glob("leadline.db*"):
            file.rename(elsewhere / file.name)
        # An answer of less than a second ago may be given once more.
        while (ready := client.get("/readyz")).status_code != UNAVAILABLE:
            pass
        refused = [
            client.post("/api/v1/crawls", json={"url": "http://127.0.0.1:9/"}) for _ in range(8)
        ]
        is_there = store.exists()
        for file in elsewhere.iterdir():
            file.rename(tmp_path / file.name)
        wait_for(server, "/readyz")

    assert "deleted or replaced" in ready.text
    assert {each.status_code for each in refused} == {UNAVAILABLE}
    assert all("deleted or replaced" in each.text for each in refused)
    assert not is_there
